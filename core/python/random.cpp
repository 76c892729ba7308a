// Bindings of random numbers.
#include "learn/random.hpp"

#include "python/arrays.hpp"

namespace rosenblatt {

void register_random(nb::module_& m) {
    nb::class_<Random>(m, "Random", "SplitMix64: the random numbers behind every order of rows.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def_prop_ro("state", &Random::state, "The seed of a stream that continues this one.")
        .def("__getstate__", &Random::state)
        .def("__setstate__", [](Random& self, std::uint64_t state) { new (&self) Random(state); })
        .def("below", &Random::below, "n"_a, "A whole number from 0 to n - 1.")
        .def(
            "shuffle",
            [](Random& self, Vector<std::int64_t> order) { self.shuffle(order.data(), std::int64_t(order.size())); },
            array("order"), "Shuffle in place.")
        .def(
            "draw",
            [](Random& self, Vector<const std::int64_t> from, Vector<std::int64_t> into) {
                require(from.size() > 0, "nothing to draw from");
                for (std::size_t k = 0; k < into.size(); ++k)
                    into.data()[k] = from.data()[self.below(std::int64_t(from.size()))];
            },
            array("from_"), array("into"), "Fill `into` by drawing from `from_` with replacement.");
}

}  // namespace rosenblatt
