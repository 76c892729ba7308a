// What the files that know Python share; there are no others.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdlib>
#include <stdexcept>

#include "util/growing.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rosenblatt {

template <class T>
using Vector = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

template <class T>
using Out = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// Hands the memory over to Python.
template <class T>
Out<T> as_array(Growing<T>& numbers) {
    const std::size_t size = numbers.size();
    T* data = numbers.release();
    return {data, {size}, nb::capsule(data, [](void* p) noexcept { std::free(p); })};
}

template <class T, class F>
Out<T> array_of(std::size_t size, const F& f) {
    Growing<T> numbers;
    T* data = numbers.grow(size);
    for (std::size_t i = 0; i < size; ++i) data[i] = f(i);
    return as_array(numbers);
}

void bind_read(nb::module_& m);
void bind_rows_to_keep(nb::module_& m);
void bind_text(nb::module_& m);

}  // namespace rosenblatt
