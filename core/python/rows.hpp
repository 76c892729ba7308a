// Rows that keep the arrays they lie in alive, and rows of an array that is only looked at.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "python/arrays.hpp"
#include "rows/any_rows.hpp"
#include "rows/cpu_level.hpp"

namespace rosenblatt {

struct PythonRows : AnyRows {
    std::vector<nanobind::object> owners;
};

template <class T>
using Strided = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;

template <class T>
AnyRows view_dense(const Strided<T>& X) {
    const auto n_rows = std::int64_t(X.shape(0)), n_columns = std::int64_t(X.shape(1));
    const KernelsFor<T>& kernels = kernels_in_use().of<T>();
    if (X.stride(1) == 1 || n_columns <= 1) return {DenseRows<T>{X.data(), n_rows, n_columns, X.stride(0), kernels}};
    return {StridedRows<T>{X.data(), n_rows, n_columns, X.stride(0), X.stride(1), kernels}};
}

// f(rows) of a two-dimensional array of floats, at addresses that suit their size; f({}) of anything else.
template <class F>
auto with_array(nb::handle X, const F& f) {
    const auto view = [&]<class T>(Strided<T> array) {
        const bool is_aligned =
            nb::try_cast(X, array, false) && reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) == 0;
        return is_aligned ? std::optional<AnyRows>(view_dense(array)) : std::nullopt;
    };
    if (const auto rows = view(Strided<double>())) return f(rows);
    return f(view(Strided<float>()));
}

}  // namespace rosenblatt
