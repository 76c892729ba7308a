// Views of rows in place: dense, dense with gaps, and compressed sparse. Rows are never copied.
//
// Each kind has the same functions of row i: its dot product with the weights, its squared length, adding a multiple of
// it to the weights, the same three with a variance for each weight, fetching it into the cache ahead of time, and why
// it cannot be learned from, if it cannot.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "rows/summation.hpp"
#include "rows/vector_kernels.hpp"

namespace rosenblatt {

ROSENBLATT_INLINE void prefetch_bytes(const void* begin, std::int64_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(begin), end = first + std::uintptr_t(bytes);
    for (std::uintptr_t line = first & ~std::uintptr_t(63); line < end; line += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(line));
}

// std::isfinite as one comparison, which the compiler can vectorise.
template <class T>
inline bool is_finite(T value) {
    return std::abs(value) <= std::numeric_limits<T>::max();
}

// The share of one column in the variance of a margin, and the update of its weight and its variance
// (learn/confidence_rules.hpp), in the order of operations of the vector kernels.
template <class T>
inline double variance_term(T x, double s) {
    return double(x) * double(x) * s;
}
template <class T>
inline bool sharpen(double step, double beta, double least, T x, double& w, double& s) {
    w += step * double(x) * s;
    s *= std::max(least, 1.0 - beta * (double(x) * double(x)) * s);
    return is_finite(w);
}

// Why a row cannot be learned from, and where.
struct Fault {
    static constexpr const char *kNotFinite = "not finite", *kColumnOutOfRange = "column out of range",
                                *kColumnsNotRising = "columns not rising", *kStartsNotRising = "starts not rising";
    const char* what;
    std::int64_t row;
    std::int64_t column;
};

// The first fault of rows begin .. end.
template <class Rows>
std::optional<Fault> first_fault(const Rows& rows, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t kTogether = 64;
    for (std::int64_t i = begin, next; i < end; i = next) {
        next = std::min(i + kTogether, end);
        if constexpr (requires { rows.are_good(i, next); })
            if (rows.are_good(i, next)) continue;
        for (; i < next; ++i)
            if (const std::optional<Fault> found = rows.fault(i)) return found;
    }
    return std::nullopt;
}

template <class T>
struct DenseRows {
    const T* data;
    std::int64_t n_rows, n_columns, row_stride;
    KernelsFor<T> kernels;

    const T* row(std::int64_t i) const { return data + i * row_stride; }

    double dot(std::int64_t i, const double* w) const { return kernels.dot(row(i), w, n_columns); }
    double norm2(std::int64_t i) const { return kernels.norm2(row(i), n_columns); }

    bool add(std::int64_t i, double step, double* w) const { return kernels.add(step, row(i), w, n_columns); }

    double variance(std::int64_t i, const double* s) const { return kernels.variance(row(i), s, n_columns); }
    bool add_scaled(std::int64_t i, double step, const double* s, double* w) const {
        return kernels.add_scaled(step, row(i), s, w, n_columns);
    }
    bool sharpen(std::int64_t i, double step, double beta, double least, double* w, double* s) const {
        return kernels.sharpen(step, beta, least, row(i), w, s, n_columns);
    }

    // Every row uses all columns, so their sums are in the cache already.
    void prefetch_sums(std::int64_t, const double*) const {}
    void prefetch_variances(std::int64_t, const double*) const {}

    // Measured: a shuffled walk is bound by how many cache lines are under way. Up to 8 short rows ahead keep that
    // number high; of a long row the first KiB is enough, the prefetcher of the CPU does the rest.
    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) const {
        const std::int64_t bytes = n_columns * std::int64_t(sizeof(T));
        const std::int64_t ahead = std::clamp<std::int64_t>(8192 / (bytes + 1), 1, 8);
        if (k + ahead < end) prefetch_bytes(row(order[k + ahead]), std::min<std::int64_t>(bytes, 1024));
    }

    std::int64_t n_entries() const { return n_rows * n_columns; }

    std::optional<Fault> fault(std::int64_t i) const {
        if (kernels.all_finite(row(i), n_columns)) return std::nullopt;
        std::int64_t j = 0;
        while (is_finite(row(i)[j])) ++j;
        return Fault{Fault::kNotFinite, i, j};
    }
};

// Dense rows whose columns are not adjacent: Fortran order, every second column, reversed.
template <class T>
struct StridedRows {
    const T* data;
    std::int64_t n_rows, n_columns, row_stride, column_stride;
    KernelsFor<T> kernels;

    const T& at(std::int64_t i, std::int64_t j) const { return data[i * row_stride + j * column_stride]; }

    double dot(std::int64_t i, const double* w) const {
        return sum([&](std::int64_t j) { return double(at(i, j)) * w[j]; });
    }
    double norm2(std::int64_t i) const {
        return sum([&](std::int64_t j) { return double(at(i, j)) * double(at(i, j)); });
    }

    bool add(std::int64_t i, double step, double* w) const {
        bool finite = true;
        for (std::int64_t j = 0; j < n_columns; ++j) {
            w[j] += step * double(at(i, j));
            finite &= is_finite(w[j]);
        }
        return finite;
    }

    double variance(std::int64_t i, const double* s) const {
        return sum([&](std::int64_t j) { return variance_term(at(i, j), s[j]); });
    }

    bool add_scaled(std::int64_t i, double step, const double* s, double* w) const {
        bool finite = true;
        for (std::int64_t j = 0; j < n_columns; ++j) {
            w[j] += step * double(at(i, j)) * s[j];
            finite &= is_finite(w[j]);
        }
        return finite;
    }

    bool sharpen(std::int64_t i, double step, double beta, double least, double* w, double* s) const {
        bool finite = true;
        for (std::int64_t j = 0; j < n_columns; ++j)
            finite &= rosenblatt::sharpen(step, beta, least, at(i, j), w[j], s[j]);
        return finite;
    }

    void prefetch_sums(std::int64_t, const double*) const {}
    void prefetch_variances(std::int64_t, const double*) const {}

    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) const {
        if (k + 1 < end)
            for (std::int64_t j = 0; j < n_columns; ++j) __builtin_prefetch(&at(order[k + 1], j));
    }

    std::int64_t n_entries() const { return n_rows * n_columns; }

    std::optional<Fault> fault(std::int64_t i) const {
        for (std::int64_t j = 0; j < n_columns; ++j)
            if (!is_finite(at(i, j))) return Fault{Fault::kNotFinite, i, j};
        return std::nullopt;
    }

   private:
    // The sum of term(j) over all columns. A round over the lanes has no branch and keeps them in registers.
    template <class Term>
    double sum(const Term& term) const {
        double lane[kLanes] = {};
        std::int64_t j = 0;
        for (; j + kLanes <= n_columns; j += kLanes)
            for (int k = 0; k < kLanes; ++k) lane[k] += term(j + k);
        for (; j < n_columns; ++j) lane[lane_of(j)] += term(j);
        return fold(lane);
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

    double dot(std::int64_t i, const double* w) const {
        double lane[kLanes] = {};
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p)
            lane[lane_of(columns[p])] += double(values[p]) * w[at(p)];
        return fold(lane);
    }

    double norm2(std::int64_t i) const {
        double lane[kLanes] = {};
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p)
            lane[lane_of(columns[p])] += double(values[p]) * double(values[p]);
        return fold(lane);
    }

    bool add(std::int64_t i, double step, double* w) const {
        bool finite = true;
        for (std::int64_t p = starts[i]; p < starts[i + 1]; ++p) {
            double& weight = w[at(p)];
            weight += step * double(values[p]);
            finite &= is_finite(weight);
        }
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

    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) const {
        constexpr std::int64_t ahead = 4;
        if (k + 2 * ahead < end) __builtin_prefetch(starts + order[k + 2 * ahead]);
        if (k + ahead >= end) return;
        const std::int64_t i = order[k + ahead], stored = std::min<std::int64_t>(entries(i), 1024);
        prefetch_bytes(columns + starts[i], stored * std::int64_t(sizeof(Index)));
        prefetch_bytes(values + starts[i], stored * std::int64_t(sizeof(T)));
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
    std::int64_t at(std::int64_t p) const { return std::int64_t(columns[p]) * kStride; }
};

// Rows known only by their activations, as in the space of a kernel: weights[i] holds the activation of row i, and the
// caller updates the other activations. (Of several classes, weights[i * n_classes + c].)
struct ScoredRows {
    const double* lengths2;  // the kernel of each row with itself
    std::int64_t n_rows, n_columns;

    double dot(std::int64_t i, const double* scores) const { return scores[i]; }
    double norm2(std::int64_t i) const { return lengths2[i]; }
    bool add(std::int64_t, double, double*) const { return true; }
    void prefetch_sums(std::int64_t, const double*) const {}
    ROSENBLATT_INLINE void prefetch(const std::int64_t*, std::int64_t, std::int64_t) const {}
    std::int64_t n_entries() const { return n_rows; }
    std::optional<Fault> fault(std::int64_t) const { return std::nullopt; }
};

}  // namespace rosenblatt
