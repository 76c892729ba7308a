// Bindings of the counts of different values.
#include "util/distinct.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "python/arrays.hpp"

namespace rosenblatt {

void register_distinct(nb::module_& m) {
    using Counted = std::vector<std::pair<double, std::int64_t>>;
    using Stored = std::tuple<Counted, std::int64_t, bool>;
    nb::class_<DistinctCounts>(m, "DistinctCounts", "Counts of the different numbers of a column; NaN is missing.")
        .def(nb::init<>())
        .def(nb::init<const DistinctCounts&>(), "other"_a)
        .def(
            "add",
            [](DistinctCounts& self, Vector<const double> values) {
                nb::gil_scoped_release release;
                for (std::size_t i = 0; i < values.size(); ++i) self.add(values.data()[i]);
            },
            array("values"))
        .def("merge", &DistinctCounts::merge, "other"_a, "Add the numbers of another part.")
        .def_ro("missing", &DistinctCounts::missing, "How many were NaN.")
        .def_ro("too_many", &DistinctCounts::too_many, "Whether there are more different numbers than are counted.")
        .def("sorted", &DistinctCounts::sorted, "The numbers in increasing order, each with its count.")
        .def_ro_static("most", &DistinctCounts::kMost, "The most different numbers that are counted.")
        .def("__getstate__",
             [](const DistinctCounts& self) { return Stored(self.sorted(), self.missing, self.too_many); })
        .def("__setstate__", [](DistinctCounts& self, const Stored& stored) {
            new (&self) DistinctCounts();
            for (const auto& [value, count] : std::get<0>(stored)) self.add(value, count);
            self.missing = std::get<1>(stored);
            if (std::get<2>(stored)) self.forget();
        });
}

}  // namespace rosenblatt
