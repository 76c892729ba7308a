// Bindings that number equal items: strings of a column, labels as rows of bytes.
#include "util/numbering.hpp"

#include <nanobind/stl/tuple.h>

#include <string_view>
#include <tuple>

#include "python/arrays.hpp"

namespace rosenblatt {
namespace {

// The number of each item, and the place of the first item with each number.
template <class Number>
using Numbered = std::tuple<NewVector<Number>, NewVector<std::int64_t>>;

template <class Number, class Item>
Numbered<Number> number_all(std::size_t count, const Item& item) {
    Growing<Number> numbers;
    Numbering numbering;
    {
        nb::gil_scoped_release release;
        numbering.number(count, item, numbers.grow(count));
    }
    return {as_array(numbers), copy_of(numbering.firsts)};
}

Numbered<std::int32_t> number_strings(Vector<const std::uint8_t> bytes, Vector<const std::int32_t> bounds) {
    require(bounds.size() > 0 && bounds.data()[0] >= 0, "one more bound than strings");
    for (std::size_t i = 1; i < bounds.size(); ++i)
        require(bounds.data()[i - 1] <= bounds.data()[i], "bounds must rise");
    require(std::size_t(bounds.data()[bounds.size() - 1]) <= bytes.size(), "bounds must lie within the bytes");
    const auto string = [text = reinterpret_cast<const char*>(bytes.data()), bound = bounds.data()](std::size_t i) {
        return std::string_view(text + bound[i], std::size_t(bound[i + 1] - bound[i]));
    };
    return number_all<std::int32_t>(bounds.size() - 1, string);
}

Numbered<std::int64_t> number_items(Matrix<const std::uint8_t> items) {
    const auto item = [text = reinterpret_cast<const char*>(items.data()), size = items.shape(1)](std::size_t i) {
        return std::string_view(text + i * size, size);
    };
    return number_all<std::int64_t>(items.shape(0), item);
}

}  // namespace

void register_numbering(nb::module_& m) {
    m.def(
        "number_strings", &number_strings, array("bytes"), array("bounds"),
        "Number strings; equal strings have equal numbers. Also returns the place of the first string of each number.");
    m.def(
        "number_items", &number_items, array("items"),
        "Number rows of bytes; equal rows have equal numbers. Also returns the place of the first row of each number.");
}

}  // namespace rosenblatt
