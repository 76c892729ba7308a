// Bindings of the mean and the spread of columns.
#include "util/moments.hpp"

#include <nanobind/stl/tuple.h>

#include <tuple>

#include "python/arrays.hpp"

namespace rosenblatt {

void register_moments(nb::module_& m) {
    using Numbers = std::tuple<std::int64_t, std::int64_t, double, double, double, double>;
    nb::class_<Moments>(m, "Moments", "Mean and standard deviation of numbers; NaN counts as missing.")
        .def(nb::init<>())
        .def(nb::init<const Moments&>(), "other"_a)
        .def(
            "add",
            [](Moments& self, Vector<const double> values) {
                nb::gil_scoped_release release;
                for (std::size_t i = 0; i < values.size(); ++i) self.add(values.data()[i]);
            },
            array("values"))
        .def_ro("count", &Moments::count)
        .def_ro("missing", &Moments::missing, "How many were NaN.")
        .def_ro("mean", &Moments::mean)
        .def_prop_ro("spread", &Moments::spread, "Standard deviation; 0 if all values are equal.")
        .def("__getstate__",
             [](const Moments& self) {
                 return Numbers(self.count, self.missing, self.mean, self.squares, self.least, self.greatest);
             })
        .def("__setstate__", [](Moments& self, const Numbers& numbers) {
            new (&self) Moments(std::make_from_tuple<Moments>(numbers));
        });
}

}  // namespace rosenblatt
