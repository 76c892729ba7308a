// What is done to rows and labels that are kept to be learned from, for Python: some rows are copied, labels and
// columns are numbered anew.
#include <nanobind/stl/tuple.h>

#include <cstring>
#include <string_view>
#include <tuple>

#include "python/bindings.hpp"
#include "util/numbering.hpp"

namespace rosenblatt {
namespace {

// The entries of chosen rows, one after another; row i has those from starts[i] to starts[i + 1].
void copy_chosen(Vector<const std::uint8_t> entries, std::size_t entry_bytes, Vector<const std::int64_t> starts,
                 Vector<const bool> chosen, Vector<std::uint8_t> out) {
    const std::size_t n_rows = chosen.size();
    const std::int64_t* start = starts.data();
    require(starts.size() == n_rows + 1 && start[0] >= 0, "a start more than there are rows");
    std::size_t copied = 0;
    for (std::size_t i = 0; i < n_rows; ++i) {
        require(start[i] <= start[i + 1], "starts must rise");
        if (chosen.data()[i]) copied += std::size_t(start[i + 1] - start[i]) * entry_bytes;
    }
    require(std::size_t(start[n_rows]) * entry_bytes <= entries.size(), "starts must lie within the entries");
    require(copied == out.size(), "room for just the chosen rows");
    nb::gil_scoped_release release;
    std::uint8_t* to = out.data();
    for (std::size_t i = 0, first = 0; i < n_rows; first = i) {
        while (i < n_rows && chosen.data()[i] == chosen.data()[first]) ++i;  // neighbours are copied together
        if (!chosen.data()[first]) continue;
        const std::size_t bytes = std::size_t(start[i] - start[first]) * entry_bytes;
        std::memcpy(to, entries.data() + std::size_t(start[first]) * entry_bytes, bytes);
        to += bytes;
    }
}

using Items = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::tuple<Out<std::int64_t>, Out<std::int64_t>> number_items(Items items) {
    Growing<std::int64_t> numbers;
    Numbering numbering;
    {
        nb::gil_scoped_release release;
        const std::size_t bytes = items.shape(1);
        const auto item = [first = reinterpret_cast<const char*>(items.data()), bytes](std::size_t i) {
            return std::string_view(first + i * bytes, bytes);
        };
        numbering.number(items.shape(0), item, numbers.grow(items.shape(0)));
    }
    return {as_array(numbers),
            array_of<std::int64_t>(numbering.firsts.size(), [&](std::size_t i) { return numbering.firsts[i]; })};
}

void mark_columns(Vector<const std::int32_t> columns, Vector<bool> is_used) {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        require(0 <= columns.data()[i] && std::size_t(columns.data()[i]) < is_used.size(), "no such column");
        is_used.data()[columns.data()[i]] = true;
    }
}

void renumber_columns(Vector<std::int32_t> columns, Vector<const std::int32_t> numbers) {
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        require(0 <= columns.data()[i] && std::size_t(columns.data()[i]) < numbers.size(), "no such column");
        columns.data()[i] = numbers.data()[columns.data()[i]];
    }
}

}  // namespace

void bind_rows_to_keep(nb::module_& m) {
    m.def("copy_chosen", &copy_chosen, nb::arg("entries").noconvert(), "entry_bytes"_a, nb::arg("starts").noconvert(),
          nb::arg("chosen").noconvert(), nb::arg("out").noconvert(),
          "Copy the entries of chosen rows; row i has those from starts[i] to starts[i + 1].");
    m.def("number_items", &number_items, nb::arg("items").noconvert(),
          "A number for each row of bytes, equal ones the same, and where each number comes first.");
    m.def("mark_columns", &mark_columns, nb::arg("columns").noconvert(), nb::arg("is_used").noconvert(),
          "Mark the columns that come.");
    m.def("renumber_columns", &renumber_columns, nb::arg("columns").noconvert(), nb::arg("numbers").noconvert(),
          "Replace each column by its number, in place.");
}

}  // namespace rosenblatt
