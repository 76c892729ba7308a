// Bindings of the readers: bytes of a file to records, columns of strings, and rows.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "python/arrays.hpp"
#include "read/fields.hpp"
#include "read/records.hpp"
#include "read/spaced_records.hpp"
#include "read/svmlight.hpp"

namespace rosenblatt {
namespace {

using Bytes = Vector<const std::uint8_t>;

const char* chars(const Bytes& data) { return reinterpret_cast<const char*>(data.data()); }

// A property that views one array of the object, which the view keeps alive.
template <auto kPart, class Whole>
auto view(nb::handle_t<Whole> self) {
    auto& numbers = nb::cast<Whole&>(self).*kPart;
    return NewVector<std::remove_reference_t<decltype(*numbers.data())>>(numbers.data(), {numbers.size()}, self);
}

SvmlightRows read_svmlight(Bytes data, std::int64_t line, bool zero_based, std::int64_t n_features) {
    const auto size = std::int64_t(data.size());
    constexpr std::int64_t kMostBytes = std::int64_t(1) << 31,
                           kLastColumn = std::numeric_limits<std::int32_t>::max() - 1;
    require(size < kMostBytes, "data must be smaller than 2 GiB");
    require(size == 0 || chars(data)[size - 1] == '\n', "the last line must end");
    const std::int64_t first = zero_based ? 0 : 1;
    const FeatureNumbers numbers = {first, first + (n_features < 0 ? kLastColumn : n_features - 1), n_features >= 0};
    nb::gil_scoped_release release;
    return SvmlightParser(chars(data), size, numbers, line).parse();
}

FieldForm field_form(char delimiter, std::optional<char> quote, std::optional<char> comment, bool strips) {
    return {delimiter, quote.value_or('\0'), comment.value_or('\0'), strips};
}

// The bytes of all values of a column, and the bounds of each value in them.
using Strings = std::tuple<NewVector<std::uint8_t>, NewVector<std::int32_t>>;

std::optional<std::vector<Strings>> read_fields(Bytes data, Vector<const std::int64_t> starts, char delimiter,
                                                const std::vector<std::int64_t>& wanted, std::size_t n_columns,
                                                std::optional<char> quote, bool strips) {
    const auto size = std::int64_t(data.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::int64_t end = i + 1 < starts.size() ? starts.data()[i + 1] : size;
        require(0 <= starts.data()[i] && starts.data()[i] < end && end <= size, "starts must rise within the data");
    }
    for (const std::int64_t column : wanted)
        require(-1 <= column && column < std::int64_t(n_columns), "no such column");
    FieldReader reader(field_form(delimiter, quote, std::nullopt, strips), wanted, n_columns);
    {
        nb::gil_scoped_release release;
        if (!reader.read(chars(data), size, starts.data(), starts.size())) return std::nullopt;
    }
    std::vector<Strings> columns;
    for (StringColumn& column : reader.columns) columns.emplace_back(as_array(column.bytes), as_array(column.bounds));
    return columns;
}

}  // namespace

void register_read(nb::module_& m) {
    nb::class_<Records>(m, "Records", "Where records begin, the line of each, and how many fields it has.")
        .def_prop_ro("starts", &view<&Records::starts, Records>)
        .def_prop_ro("lines", &view<&Records::lines, Records>)
        .def_prop_ro("fields", &view<&Records::fields, Records>)
        .def_prop_ro("blank", &view<&Records::blank, Records>)
        .def_prop_ro("skipped", &view<&Records::skipped, Records>)
        .def_prop_ro("tabs", &view<&Records::tabs, Records>)
        .def_ro("consumed", &Records::consumed, "The bytes of all whole records.")
        .def_ro("next_line", &Records::next_line)
        .def_ro("inside_quotes", &Records::inside_quotes, "The data ended before its last quoted field did.");
    m.def(
        "find_records",
        [](Bytes data, char delimiter, std::int64_t line, bool is_last, std::optional<char> quote,
           std::optional<char> comment, bool strips, bool tabs) {
            nb::gil_scoped_release release;
            const auto find = delimiter == ' ' ? find_spaced_records : find_records;
            FieldForm form = field_form(delimiter, quote, comment, strips);
            form.tabs = tabs;
            return find(chars(data), std::int64_t(data.size()), form, line, is_last);
        },
        "data"_a, "delimiter"_a, "line"_a, "is_last"_a, "quote"_a.none() = '"', "comment"_a = nb::none(),
        "strips"_a = false, "tabs"_a = false,
        "Find the records of CSV; the first begins on `line`. A space as delimiter stands for runs of them, which may "
        "hold `tabs`. In the result, `skipped` are begin and end of bytes that belong to no field, in pairs, and "
        "`tabs` are to become spaces.");
    m.def(
        "read_fields", &read_fields, array("data"), array("starts"), "delimiter"_a, "wanted"_a, "n_columns"_a,
        "quote"_a.none() = '"', "strips"_a = false,
        "Columns of strings as bytes and bounds; field i goes to column wanted[i], or nowhere if that is -1. None if a "
        "field is quoted in an unusual way or is not UTF-8.");
    m.def(
        "find_lines",
        [](Bytes data, std::int64_t line, bool is_last) {
            nb::gil_scoped_release release;
            return find_lines(chars(data), std::int64_t(data.size()), line, is_last);
        },
        "data"_a, "line"_a, "is_last"_a,
        "The lines that are not blank; `fields` is 1 for a line in braces, else 0. The first line is `line`.");

    nb::class_<SvmlightRows>(m, "SvmlightRows", "Compressed rows with the label and the line of each.")
        .def_prop_ro("values", &view<&SvmlightRows::values, SvmlightRows>)
        .def_prop_ro("columns", &view<&SvmlightRows::columns, SvmlightRows>)
        .def_prop_ro("starts", &view<&SvmlightRows::starts, SvmlightRows>)
        .def_prop_ro("labels", &view<&SvmlightRows::labels, SvmlightRows>)
        .def_prop_ro("lines", &view<&SvmlightRows::lines, SvmlightRows>)
        .def_ro("n_columns", &SvmlightRows::n_columns, "One more than the largest column.")
        .def_ro("consumed", &SvmlightRows::consumed, "Bytes, including a bad line.")
        .def_ro("next_line", &SvmlightRows::next_line)
        .def_prop_ro(
            "fault", [](const SvmlightRows& rows) { return nb::bytes(rows.fault.data(), rows.fault.size()); },
            "What is wrong with the line before next_line; empty if nothing is.");
    m.def("read_svmlight", &read_svmlight, "data"_a, "line"_a, "zero_based"_a, "n_features"_a,
          "Read rows up to the first bad line. The data begins on `line` and ends with a newline; n_features is -1 if "
          "any feature number is allowed.");
}

}  // namespace rosenblatt
