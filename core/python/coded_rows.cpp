// Bindings of rows as codes.
#include "rows/coded_rows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "python/arrays.hpp"

namespace rosenblatt {
namespace {

using ColumnTuple = std::tuple<std::int64_t, std::int64_t, std::vector<std::int32_t>>;
using PairTuple = std::tuple<std::size_t, std::size_t, std::int64_t, std::int64_t>;

CodeLayout make_layout(const std::vector<ColumnTuple>& columns, const std::vector<PairTuple>& pairs) {
    std::vector<CodeLayout::Column> made;
    for (const auto& [start, width, cells] : columns) made.push_back({start, width, cells});
    std::vector<CodeLayout::Pair> crossed;
    for (const auto& [first, second, start, n_cells] : pairs) crossed.push_back({first, second, start, n_cells});
    return CodeLayout(std::move(made), std::move(crossed));
}

std::vector<ColumnTuple> columns_of(const CodeLayout& layout) {
    std::vector<ColumnTuple> made;
    for (const auto& [start, width, cells] : layout.columns()) made.emplace_back(start, width, cells);
    return made;
}

std::vector<PairTuple> pairs_of(const CodeLayout& layout) {
    std::vector<PairTuple> made;
    for (const auto& [first, second, start, n_cells] : layout.pairs()) made.emplace_back(first, second, start, n_cells);
    return made;
}

// The columns of all rows, and where each row begins.
template <class Code>
std::tuple<NewVector<std::int32_t>, NewVector<std::int64_t>> expand(const CodeLayout& layout, Matrix<const Code> codes,
                                                                    std::optional<Vector<const std::int64_t>> which) {
    require(codes.shape(1) == layout.n_codes(), "one code per column");
    const auto n_rows = std::int64_t(codes.shape(0));
    const std::size_t count = which ? which->size() : codes.shape(0);
    for (std::size_t k = 0; which && k < count; ++k)
        require(which->data()[k] >= 0 && which->data()[k] < n_rows, "rows from 0");
    Growing<std::int32_t> columns;
    Growing<std::int64_t> starts;
    {
        nb::gil_scoped_release release;
        std::int32_t* const begin = columns.grow(count * layout.longest());
        std::int32_t* out = begin;
        std::int64_t* start = starts.grow(count + 1);
        std::vector<std::int32_t> cells(layout.n_codes());
        for (std::size_t k = 0; k < count; ++k) {
            *start++ = out - begin;
            const std::size_t row = which ? std::size_t(which->data()[k]) : k;
            out = layout.expand(codes.data() + row * codes.shape(1), cells.data(), out);
        }
        *start = out - begin;
        columns.drop(columns.size() - std::size_t(out - begin));
    }
    return {as_array(columns), as_array(starts)};
}

}  // namespace

void register_coded_rows(nb::module_& m) {
    nb::class_<CodeLayout>(m, "CodeLayout", "The columns of ones that codes stand for, alone and in pairs.")
        .def(nb::new_(&make_layout), "columns"_a, "pairs"_a,
             "Columns are (start or -1, width, cell of each code and of all others); pairs are (first column, second "
             "column, start, cells of the second).")
        .def_prop_ro("n_columns", &CodeLayout::n_columns)
        .def_prop_ro("columns", &columns_of, "The columns, as they were given.")
        .def_prop_ro("pairs", &pairs_of, "The pairs, as they were given.")
        .def("expand", &expand<std::uint16_t>, array("codes"), array("which").none())
        .def("expand", &expand<std::uint32_t>, array("codes"), array("which").none(),
             "The columns of the chosen rows, or of all, and where each row begins.");
}

}  // namespace rosenblatt
