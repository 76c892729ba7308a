// Values scaled by the document frequencies of their columns, and rows scaled to length 1.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace rosenblatt {

// The scale of a column that occurs in `documents` of `n` texts: ln((1 + n) / (1 + documents)) + 1, the inverse
// document frequency (Spärck Jones 1972) as if one more text held every n-gram, plus 1, so that n-grams of all texts
// still count. A column that occurs in none is left out, as n-grams are that a vocabulary does not hold: its scale is
// 0. It would have the largest one, and no weight, and so only shorten the rest of a row of length 1.
inline float inverse_frequency(std::int64_t documents, std::int64_t n) {
    if (documents == 0) return 0.0f;
    return float(std::log((1.0 + double(n)) / (1.0 + double(documents))) + 1.0);
}

// Drops the entries of one row whose values are 0; returns the number of the others.
inline std::size_t drop_zeros(float* values, std::int32_t* columns, std::size_t size) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < size; ++k) {
        values[kept] = values[k];
        columns[kept] = columns[k];
        kept += values[k] != 0.0f;
    }
    return kept;
}

// Scales the values of one row to length 1. Four sums at a time, because one would wait for each of its additions.
inline void normalise_row(float* values, std::size_t size) {
    double sums[4] = {0.0, 0.0, 0.0, 0.0};
    std::size_t k = 0;
    for (; k + 4 <= size; k += 4)
        for (std::size_t j = 0; j < 4; ++j) sums[j] += double(values[k + j]) * double(values[k + j]);
    for (; k < size; ++k) sums[k % 4] += double(values[k]) * double(values[k]);
    const double norm2 = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    if (norm2 == 0.0) return;
    const double factor = 1.0 / std::sqrt(norm2);
    for (k = 0; k < size; ++k) values[k] = float(double(values[k]) * factor);
}

// Several columns of texts side by side: group g of columns ends before ends[g], and the values of each row in each
// group are scaled on their own. Columns rise within a row.
struct ColumnGroups {
    const float* scales;
    const std::int64_t* ends;
    std::size_t count;
    bool normalise;
};

constexpr std::int64_t kAhead = 24;  // entries: what their columns need comes from memory while others are computed

// Scales the rows from `begin` to `end`; the values and columns of row i lie from starts[i] to starts[i + 1]. Entries
// that become 0 are dropped: those that are left begin at starts[i], and lengths[i] is their number.
inline void scale_rows(float* values, std::int32_t* columns, const std::int64_t* starts, std::int32_t* lengths,
                       std::size_t begin, std::size_t end, const ColumnGroups& groups) {
    for (std::size_t i = begin; i < end; ++i) {
        bool has_zero = false;
        for (std::int64_t k = starts[i]; k < starts[i + 1]; ++k) {
            __builtin_prefetch(groups.scales + columns[std::min(k + kAhead, starts[end] - 1)]);
            values[k] *= groups.scales[columns[k]];
            has_zero |= values[k] == 0.0f;
        }
        float* value = values + starts[i];
        std::int32_t* column = columns + starts[i];
        auto size = std::size_t(starts[i + 1] - starts[i]);
        if (has_zero) size = drop_zeros(value, column, size);
        lengths[i] = std::int32_t(size);
        std::size_t first = 0;
        for (std::size_t g = 0; groups.normalise && g < groups.count; ++g) {
            std::size_t last = size;
            if (g + 1 < groups.count)
                last = std::size_t(std::lower_bound(column + first, column + size, groups.ends[g]) - column);
            normalise_row(value + first, last - first);
            first = last;
        }
    }
}

// Moves the entries of all rows together, after scale_rows; returns their number.
inline std::int64_t pack_rows(float* values, std::int32_t* columns, const std::int64_t* starts,
                              const std::int32_t* lengths, std::size_t n_rows) {
    std::int64_t end = starts[0];
    for (std::size_t i = 0; i < n_rows; ++i) {
        if (end != starts[i]) {
            std::copy_n(values + starts[i], lengths[i], values + end);
            std::copy_n(columns + starts[i], lengths[i], columns + end);
        }
        end += lengths[i];
    }
    return end;
}

}  // namespace rosenblatt
