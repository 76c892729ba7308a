// The loops over contiguous numbers that use vector instructions, compiled once per level of x86-64.
#pragma once
#include <cstdint>

// GCC treats a function that only prefetches as one without effects and drops its calls, unless it is inlined first.
#define ROSENBLATT_INLINE __attribute__((always_inline)) inline

namespace rosenblatt {

// Fetches a cache line into the first-level or the second-level cache.
template <int kLevel>
ROSENBLATT_INLINE void prefetch_line(const void* line) {
    __builtin_prefetch(line, 0, kLevel == 1 ? 3 : 2);
}

// A row as a list of numbers and their columns, columns rising; zeros may be left out. While a kernel walks the list,
// it prefetches what the next row needs, a little with each number, into the second-level cache: measured, more lines
// can be on their way there than to the first, and a pass over many classes takes a quarter less time.
template <class T, class Index, class Next>
struct Entries {
    const T* values;
    const Index* columns;
    std::int64_t count;
    Next next;
};

// What a sparse row needs: the weights of its columns.
template <class Index>
struct NextWeights {
    const Index* columns;
    std::int64_t count;
};

// What a dense row needs: the cache lines of its own numbers.
struct NextLines {
    const char* first;
    std::int64_t count;
};

template <class T, class Index>
using SparseList = Entries<T, Index, NextWeights<Index>>;
template <class T>
using DenseList = Entries<T, std::int64_t, NextLines>;

inline constexpr std::int64_t kLineBytes = 64;

template <class T>
struct KernelsFor {
    // sum of x[j] * w[j], in the order of rows/summation.hpp
    double (*dot)(const T* x, const double* w, std::int64_t n);
    // the same; meanwhile fetches two other rows, `later` into the second-level cache and `next` into the
    // first
    double (*dot_fetching)(const T* x, const double* w, std::int64_t n, const T* later, const T* next);
    // sum of x[j] * x[j], in the same order
    double (*norm2)(const T* x, std::int64_t n);
    // sum of (x[j] - w[j])^2, in the same order
    double (*distance2)(const T* x, const double* w, std::int64_t n);
    // w[j] += step * x[j]; false if a weight is no longer finite
    bool (*add)(double step, const T* x, double* w, std::int64_t n);
    bool (*all_finite)(const T* x, std::int64_t n);
    // how many of n columns do not rise above the one before; -1 if one is not below n_columns, or is below 0
    std::int64_t (*falls_of_32)(const std::int32_t* columns, std::int64_t n, std::int64_t n_columns);
    std::int64_t (*falls_of_64)(const std::int64_t* columns, std::int64_t n, std::int64_t n_columns);

    // With a variance s[j] for each weight: sum of x[j]^2 * s[j], in the same order; w[j] += step * x[j] * s[j]; the
    // same and s[j] *= max(least, 1 - beta * x[j]^2 * s[j])
    double (*variance)(const T* x, const double* s, std::int64_t n);
    bool (*add_scaled)(double step, const T* x, const double* s, double* w, std::int64_t n);
    bool (*sharpen)(double step, double beta, double least, const T* x, double* w, double* s, std::int64_t n);

    // writes the columns of the non-zero numbers, rising, and returns how many; `columns` has room for n. Prefetches
    // `next` meanwhile.
    std::int64_t (*nonzeros)(const T* x, std::int64_t n, std::int64_t* columns, NextLines next);

    std::int64_t falls(const std::int32_t* columns, std::int64_t n, std::int64_t n_columns) const {
        return falls_of_32(columns, n, n_columns);
    }
    std::int64_t falls(const std::int64_t* columns, std::int64_t n, std::int64_t n_columns) const {
        return falls_of_64(columns, n, n_columns);
    }

    // sums[c] = sum of x[j] * w[j * n_classes + c], in rising order of j; n_classes is at least 2
    template <class List>
    using ClassSums = void (*)(List x, const double* w, std::int64_t n_classes, double* sums);
    ClassSums<DenseList<T>> sums_of_dense;
    ClassSums<SparseList<T, std::int32_t>> sums_of_sparse_32;
    ClassSums<SparseList<T, std::int64_t>> sums_of_sparse_64;

    ClassSums<DenseList<T>> class_sums(const DenseList<T>&) const { return sums_of_dense; }
    ClassSums<SparseList<T, std::int32_t>> class_sums(const SparseList<T, std::int32_t>&) const {
        return sums_of_sparse_32;
    }
    ClassSums<SparseList<T, std::int64_t>> class_sums(const SparseList<T, std::int64_t>&) const {
        return sums_of_sparse_64;
    }
};

// The most numbers that VectorKernels::sort sorts.
inline constexpr std::int64_t kMostSorted = 256;

struct VectorKernels {
    KernelsFor<float> f32;
    KernelsFor<double> f64;
    // sorts `size` numbers, at most kMostSorted, and may write to all of kMostSorted places; null at levels without the
    // instructions for it
    void (*sort)(std::int32_t* numbers, std::int64_t size);

    template <class T>
    const KernelsFor<T>& of() const;
};

template <>
inline const KernelsFor<float>& VectorKernels::of<float>() const {
    return f32;
}
template <>
inline const KernelsFor<double>& VectorKernels::of<double>() const {
    return f64;
}

}  // namespace rosenblatt
