// One row of a stream, as it comes from Python: a sequence of numbers, or a dict from columns to numbers.
//
// Each function looks at a row once, and returns None if anything about it is unusual.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "python/arrays.hpp"
#include "rows/rows.hpp"

namespace rosenblatt {
namespace {

std::optional<double> number_of(PyObject* object) {
    if (PyFloat_Check(object)) return PyFloat_AS_DOUBLE(object);
    if (!PyLong_Check(object)) return std::nullopt;
    const double number = PyLong_AsDouble(object);
    if (number == -1.0 && PyErr_Occurred()) {
        PyErr_Clear();  // larger than any float
        return std::nullopt;
    }
    return number;
}

nb::object row_of_numbers(nb::handle x) {
    if (!PyList_Check(x.ptr()) && !PyTuple_Check(x.ptr())) return nb::none();
    const auto size = std::size_t(PySequence_Fast_GET_SIZE(x.ptr()));
    PyObject** items = PySequence_Fast_ITEMS(x.ptr());
    Growing<double> numbers;
    double* out = numbers.grow(size);
    for (std::size_t j = 0; j < size; ++j) {
        const std::optional<double> number = number_of(items[j]);
        if (!number) return nb::none();
        out[j] = *number;
    }
    return nb::cast(as_matrix(numbers, 1, size));
}

// The number of a column, which is the key itself or, if columns have names, what `places` holds for it; or -1.
std::int64_t column_of(PyObject* key, PyObject* places, std::int64_t n_columns) {
    PyObject* number = places == Py_None ? key : PyDict_GetItemWithError(places, key);
    if (number == nullptr && PyErr_Occurred()) throw nb::python_error();
    if (number == nullptr || !PyLong_CheckExact(number)) return -1;
    int overflow = 0;
    const std::int64_t column = PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow == 0 && column < n_columns ? column : -1;
}

nb::object row_of_dict(nb::handle x, nb::handle places, std::int64_t n_columns) {
    require(PyDict_Check(x.ptr()) && (places.is_none() || PyDict_Check(places.ptr())), "dicts");
    std::vector<std::pair<std::int64_t, double>> entries;
    entries.reserve(std::size_t(PyDict_Size(x.ptr())));
    PyObject *key, *value;
    for (Py_ssize_t at = 0; PyDict_Next(x.ptr(), &at, &key, &value);) {
        const std::int64_t column = column_of(key, places.ptr(), n_columns);
        const std::optional<double> number = number_of(value);
        if (column < 0 || !number || !is_finite(*number)) return nb::none();
        entries.emplace_back(column, *number);
    }
    std::sort(entries.begin(), entries.end());
    const auto count = std::int64_t(entries.size());
    return nb::make_tuple(array_of<double>(entries.size(), [&](std::size_t k) { return entries[k].second; }),
                          array_of<std::int64_t>(entries.size(), [&](std::size_t k) { return entries[k].first; }),
                          array_of<std::int64_t>(2, [&](std::size_t k) { return k == 0 ? std::int64_t(0) : count; }));
}

}  // namespace

void register_one_row(nb::module_& m) {
    m.def("row_of_numbers", &row_of_numbers, "x"_a.none(),
          nb::sig("def row_of_numbers(x: object) -> NDArray[numpy.float64] | None"),
          "A matrix of one row, of a list or tuple of numbers; None if x is anything else.");
    m.def(
        "row_of_dict", &row_of_dict, "x"_a, "places"_a.none(), "n_columns"_a,
        nb::sig("def row_of_dict(x: object, places: object, n_columns: int) -> "
                "tuple[NDArray[numpy.float64], NDArray[numpy.int64], NDArray[numpy.int64]] | None"),
        "The values, columns and starts of one sparse row, of a dict from columns to numbers. Columns are numbers, or "
        "if `places` is given, its keys. None if a column is unknown, or a value is not a finite number.");
}

}  // namespace rosenblatt
