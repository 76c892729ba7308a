// Values scaled by the document frequencies of their columns, and rows scaled to length 1.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace rosenblatt {

// The scale of a column that occurs in `documents` of `n` texts: ln((1 + n) / (1 + documents)) + 1, the inverse
// document frequency (Spärck Jones 1972) as if one more text held every n-gram, so that no column is divided by zero,
// plus 1, so that n-grams of all texts still count.
inline float inverse_frequency(std::int64_t documents, std::int64_t n) {
    return float(std::log((1.0 + double(n)) / (1.0 + double(documents))) + 1.0);
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

// Scales the rows from `begin` to `end`; the values and columns of row i lie from starts[i] to starts[i + 1].
inline void scale_rows(float* values, const std::int32_t* columns, const std::int64_t* starts, std::size_t begin,
                       std::size_t end, const ColumnGroups& groups) {
    for (std::size_t i = begin; i < end; ++i) {
        std::int64_t first = starts[i];
        for (std::size_t g = 0; g < groups.count; ++g) {
            std::int64_t last = starts[i + 1];
            if (g + 1 < groups.count)
                last = std::lower_bound(columns + first, columns + last, groups.ends[g]) - columns;
            for (std::int64_t k = first; k < last; ++k) {
                __builtin_prefetch(groups.scales + columns[std::min(k + kAhead, starts[end] - 1)]);
                values[k] *= groups.scales[columns[k]];
            }
            if (groups.normalise) normalise_row(values + first, std::size_t(last - first));
            first = last;
        }
    }
}

}  // namespace rosenblatt
