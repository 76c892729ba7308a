// Compressed sparse rows, as rows.hpp describes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

#include "rows/rows.hpp"

namespace rosenblatt {

// Cache lines to fetch a few at a time.
//
// Measured: a shuffled walk is bound by how many cache lines are under way. More of them can be on their way to the
// second-level cache than to the first, so a row goes there well ahead, and into the first level shortly before it is
// used. And lines that are fetched all at once delay those that are being used, so that every line of a row is followed
// by one of each row to come. Together this takes a third to a half less time than fetching whole rows into the first
// level.
template <int kLevel>
struct LinesAhead {
    std::uintptr_t line, end;

    template <class T>
    ROSENBLATT_INLINE LinesAhead(const T* numbers, std::int64_t count)
        : line(reinterpret_cast<std::uintptr_t>(numbers) & ~std::uintptr_t(kLineBytes - 1)),
          end(reinterpret_cast<std::uintptr_t>(numbers + count)) {}

    ROSENBLATT_INLINE void fetch(std::int64_t bytes) {
        if (line >= end) return;
        for (; bytes > 0; bytes -= kLineBytes, line += kLineBytes)
            prefetch_line<kLevel>(reinterpret_cast<const void*>(line));
    }
};

// Compressed sparse rows: row i holds values[starts[i] .. starts[i+1]), each in the column at the same place. The
// weights and the variances of neighbouring columns lie kStride numbers apart, sums and lags side by side.
template <class T, class Index, int kStride = 1>
struct CsrRows {
    const T* values;
    const Index* columns;
    const std::int64_t* starts;
    std::int64_t n_rows, n_columns, n_stored;
    KernelsFor<T> kernels;
    std::int64_t later = 0, next = 0;  // rows to fetch while another one is multiplied

    double dot(std::int64_t i, const double* w) const {
        constexpr std::int64_t kPiece = 16;
        double lane[kLanes] = {};
        auto later_row = ahead<2>(later);
        auto next_row = ahead<1>(next);
        for (std::int64_t p = starts[i], end = starts[i + 1]; p < end;) {
            later_row.fetch(kPiece);
            next_row.fetch(kPiece);
            for (const std::int64_t stop = std::min(p + kPiece, end); p < stop; ++p)
                lane[lane_of(columns[p])] += double(values[p]) * w[at(p)];
        }
        later_row.fetch(kPiece);
        next_row.fetch(kPiece);
        return fold(lane);
    }

    double norm2(std::int64_t i) const {
        double lane[kLanes] = {};
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p)
            lane[lane_of(columns[p])] += double(values[p]) * double(values[p]);
        return fold(lane);
    }

    // The columns of a row differ, so that a few weights can be loaded before the first is stored. Measured, an update
    // then takes a third less time.
    bool add(std::int64_t i, double step, double* w) const {
        constexpr int kTogether = 4;
        bool finite = true;
        std::int64_t p = starts[i];
        for (; p + kTogether <= starts[i + 1]; p += kTogether) finite &= add_entries<kTogether>(p, step, w);
        for (; p < starts[i + 1]; ++p) finite &= add_entries<1>(p, step, w);
        return finite;
    }

    double variance(std::int64_t i, const double* s) const {
        double lane[kLanes] = {};
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p)
            lane[lane_of(columns[p])] += variance_term(values[p], s[at(p)]);
        return fold(lane);
    }

    bool add_scaled(std::int64_t i, double step, const double* s, double* w) const {
        bool finite = true;
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p) {
            double& weight = w[columns[p]];
            weight += step * double(values[p]) * s[at(p)];
            finite &= is_finite(weight);
        }
        return finite;
    }

    bool sharpen(std::int64_t i, double step, double beta, double least, double* w, double* s) const {
        bool finite = true;
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p)
            finite &= rosenblatt::sharpen(step, beta, least, values[p], w[at(p)], s[at(p)]);
        return finite;
    }

    // Fetches the sums that row i will be added to: measured, the lag of an average is seldom in the cache.
    ROSENBLATT_INLINE void prefetch_sums(std::int64_t i, const double* sums) const {
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p) __builtin_prefetch(sums + columns[p], 1);
    }
    // The same of variances, unless they lie beside the weights.
    ROSENBLATT_INLINE void prefetch_variances(std::int64_t i, const double* s) const {
        if constexpr (kStride == 1) prefetch_sums(i, s);
    }

    // Chooses the rows to fetch while row order[k] is multiplied.
    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) {
        constexpr std::int64_t kStarts = 24, kLater = 16, kNext = 4;
        if (k + kStarts < end) __builtin_prefetch(starts + order[k + kStarts]);
        later = order[std::min(k + kLater, end - 1)];
        next = order[std::min(k + kNext, end - 1)];
    }
    // Fetches them at once, where nothing is multiplied meanwhile.
    ROSENBLATT_INLINE void prefetch_now() const {
        constexpr std::int64_t kMost = 1024;
        ahead<2>(later).fetch(std::min(entries(later), kMost));
        ahead<1>(next).fetch(std::min(entries(next), kMost));
    }

    std::int64_t entries(std::int64_t i) const { return starts[i + 1] - starts[i]; }
    std::int64_t n_entries() const { return n_stored; }

    // The same rows for weights and variances in pairs (learn/weight_pairs.hpp).
    CsrRows<T, Index, 2> paired() const { return {values, columns, starts, n_rows, n_columns, n_stored, kernels}; }

    // Whether rows begin .. end have no fault. In one look at all of their numbers, which is quicker than row by row:
    // columns may fall only from the last of a row to the first of the next.
    bool are_good(std::int64_t begin, std::int64_t end) const {
        for (std::int64_t i = begin; i < end; ++i)
            if (starts[i] < 0 || starts[i + 1] < starts[i] || starts[i + 1] > n_stored) return false;
        const std::int64_t first = starts[begin], count = starts[end] - first;
        std::int64_t between = 0;
        for (std::int64_t i = begin + 1; i < end; ++i)
            between += starts[i] > first && entries(i) > 0 && columns[starts[i]] <= columns[starts[i] - 1];
        return kernels.falls(columns + first, count, n_columns) == between && kernels.all_finite(values + first, count);
    }

    // To be checked before any other use of a row: a column out of range would write outside the weights.
    std::optional<Fault> fault(std::int64_t i) const {
        if (starts[i] < 0 || starts[i + 1] < starts[i] || starts[i + 1] > n_stored)
            return Fault{Fault::kStartsNotRising, i, 0};
        if (are_good(i, i + 1)) return std::nullopt;
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p) {
            const std::int64_t j = columns[p];
            if (j < 0 || j >= n_columns) return Fault{Fault::kColumnOutOfRange, i, j};
            if (p > starts[i] && columns[p] <= columns[p - 1]) return Fault{Fault::kColumnsNotRising, i, j};
            if (!is_finite(values[p])) return Fault{Fault::kNotFinite, i, j};
        }
        return std::nullopt;
    }

   private:
    // Row i, to be fetched some entries at a time.
    template <int kLevel>
    struct RowAhead {
        LinesAhead<kLevel> of_columns, of_values;

        ROSENBLATT_INLINE void fetch(std::int64_t entries) {
            of_columns.fetch(entries * std::int64_t(sizeof(Index)));
            of_values.fetch(entries * std::int64_t(sizeof(T)));
        }
    };
    template <int kLevel>
    ROSENBLATT_INLINE RowAhead<kLevel> ahead(std::int64_t i) const {
        return {{columns + starts[i], entries(i)}, {values + starts[i], entries(i)}};
    }

    template <int kCount>
    ROSENBLATT_INLINE bool add_entries(std::int64_t p, double step, double* w) const {
        double sum[kCount];
        bool finite = true;
        for (int k = 0; k < kCount; ++k) sum[k] = w[at(p + k)] + step * double(values[p + k]);
        for (int k = 0; k < kCount; ++k) w[at(p + k)] = sum[k];
        for (int k = 0; k < kCount; ++k) finite &= is_finite(sum[k]);
        return finite;
    }

    std::int64_t at(std::int64_t p) const { return std::int64_t(columns[p]) * kStride; }
};

}  // namespace rosenblatt
