// NumPy arrays as arguments and as results.
//
// Arguments are bound without conversion: a silent copy would lose what the core writes into it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdlib>
#include <vector>

#include "util/growing.hpp"
#include "util/require.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rosenblatt {

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using WeightArray = nb::ndarray<double, nb::c_contig, nb::device::cpu>;  // columns, or columns x classes

template <class T>
using NewVector = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using NewMatrix = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

// The name of an argument that is an array.
inline auto array(const char* name) { return nb::arg(name).noconvert(); }

// The memory of `numbers` as an array, which frees it.
template <class T>
NewVector<T> as_array(Growing<T>& numbers) {
    const std::size_t size = numbers.size();
    T* data = numbers.release();
    return {data, {size}, nb::capsule(data, [](void* p) noexcept { std::free(p); })};
}

template <class T>
NewMatrix<T> as_matrix(Growing<T>& numbers, std::size_t n_rows, std::size_t n_columns) {
    T* data = numbers.release();
    return {data, {n_rows, n_columns}, nb::capsule(data, [](void* p) noexcept { std::free(p); })};
}

// f(0), f(1), ... f(size - 1)
template <class T, class F>
NewVector<T> array_of(std::size_t size, const F& f) {
    Growing<T> numbers;
    T* data = numbers.grow(size);
    for (std::size_t i = 0; i < size; ++i) data[i] = f(i);
    return as_array(numbers);
}

template <class T>
NewVector<T> copy_of(const std::vector<T>& values) {
    return array_of<T>(values.size(), [&](std::size_t i) { return values[i]; });
}

}  // namespace rosenblatt
