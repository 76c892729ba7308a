// Views of rows in place: dense, dense with gaps, and compressed sparse (csr_rows.hpp). Rows are never copied.
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
    const T *later = nullptr, *next = nullptr;  // rows to fetch while another one is multiplied

    const T* row(std::int64_t i) const { return data + i * row_stride; }

    double dot(std::int64_t i, const double* w) const {
        return later ? kernels.dot_fetching(row(i), w, n_columns, later, next) : kernels.dot(row(i), w, n_columns);
    }
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

    // Chooses the rows to fetch while row order[k] is multiplied; see vector_kernels.hpp. Of rows that are too long for
    // the second-level cache, the prefetcher of the CPU fetches enough.
    void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) {
        constexpr std::int64_t kMostAhead = 16, kMostBytes = std::int64_t(1) << 17;
        const std::int64_t ahead = std::min(kMostAhead, kMostBytes / (n_columns * std::int64_t(sizeof(T)) + 1));
        if (ahead == 0) return;
        later = row(order[std::min(k + ahead, end - 1)]);
        next = row(order[std::min(k + ahead / 4, end - 1)]);
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
