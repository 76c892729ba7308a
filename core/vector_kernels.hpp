// The few loops over contiguous numbers that are worth vector instructions, once for each level of x86-64.
#pragma once
#include <cstdint>

namespace rosenblatt {

template <class T>
struct KernelsFor {
    // sum of x[j] * w[j], in the order of summation.hpp
    double (*dot)(const T* x, const double* w, std::int64_t n);
    // sum of x[j] * x[j], in the same order
    double (*norm2)(const T* x, std::int64_t n);
    // w[j] += step * x[j]; false if a weight is no longer finite
    bool (*add)(double step, const T* x, double* w, std::int64_t n);
    bool (*all_finite)(const T* x, std::int64_t n);
};

struct VectorKernels {
    KernelsFor<float> f32;
    KernelsFor<double> f64;

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
