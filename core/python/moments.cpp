// Bindings of the exact sums of columns.
#include "util/moments.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <tuple>

#include "python/arrays.hpp"

namespace rosenblatt {
namespace {

// Count, missing, least, greatest; the sum of the values in units of 2^-1074, and that of their squares in units of
// 2^-2148, as whole numbers in two's complement, the lowest byte first.
using Stored = std::tuple<std::int64_t, std::int64_t, double, double, nb::bytes, nb::bytes>;

nb::bytes bytes_of(const std::string& text) { return nb::bytes(text.data(), text.size()); }

std::string text_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

Stored stored(const Moments& self) {
    return {self.count,
            self.missing,
            self.least,
            self.greatest,
            bytes_of(self.values.bytes()),
            bytes_of(self.squares.bytes())};
}

Moments from_stored(const Stored& from) {
    const auto& [count, missing, least, greatest, values, squares] = from;
    return {count,
            missing,
            least,
            greatest,
            ValueSum::from_bytes(text_of(values)),
            SquareSum::from_bytes(text_of(squares))};
}

}  // namespace

void register_moments(nb::module_& m) {
    nb::class_<Moments>(m, "Moments", "Exact sums of numbers and of their squares; NaN counts as missing.")
        .def(nb::init<>())
        .def(nb::init<const Moments&>(), "other"_a)
        .def(
            "add",
            [](Moments& self, Vector<const double> values) {
                nb::gil_scoped_release release;
                for (std::size_t i = 0; i < values.size(); ++i) self.add(values.data()[i]);
            },
            array("values"))
        .def("merge", &Moments::merge, "other"_a, "Add the numbers of another part.")
        .def_ro("least", &Moments::least)
        .def_ro("greatest", &Moments::greatest)
        .def_ro("missing", &Moments::missing, "How many were NaN.")
        .def("__getstate__", &stored)
        .def("__setstate__", [](Moments& self, const Stored& from) { new (&self) Moments(from_stored(from)); });
}

}  // namespace rosenblatt
