// Bindings for rows that are stored before learning: chosen rows are copied, columns counted, scaled and renumbered.
#include <cstring>
#include <vector>

#include "python/arrays.hpp"
#include "text/row_scales.hpp"
#include "util/parallel.hpp"

namespace rosenblatt {
namespace {

// The entries of chosen rows, one after another; those of row i lie from starts[i] to starts[i + 1].
void copy_chosen(Vector<const std::uint8_t> entries, std::size_t entry_bytes, Vector<const std::int64_t> starts,
                 Vector<const bool> chosen, Vector<std::uint8_t> out) {
    const std::size_t n_rows = chosen.size();
    const std::int64_t* start = starts.data();
    require(starts.size() == n_rows + 1 && start[0] >= 0, "one more start than rows");
    std::size_t copied = 0;
    for (std::size_t i = 0; i < n_rows; ++i) {
        require(start[i] <= start[i + 1], "starts must rise");
        if (chosen.data()[i]) copied += std::size_t(start[i + 1] - start[i]) * entry_bytes;
    }
    require(std::size_t(start[n_rows]) * entry_bytes <= entries.size(), "starts must lie within the entries");
    require(copied == out.size(), "room for exactly the chosen rows");
    nb::gil_scoped_release release;
    std::uint8_t* to = out.data();
    for (std::size_t i = 0, first = 0; i < n_rows; first = i) {
        while (i < n_rows && chosen.data()[i] == chosen.data()[first]) ++i;  // copies neighbours at once
        if (!chosen.data()[first]) continue;
        const std::size_t bytes = std::size_t(start[i] - start[first]) * entry_bytes;
        std::memcpy(to, entries.data() + std::size_t(start[first]) * entry_bytes, bytes);
        to += bytes;
    }
}

void require_columns(const std::int32_t* columns, std::size_t size, std::size_t n_columns) {
    std::int32_t least = 0, most = -1;
    for (std::size_t i = 0; i < size; ++i) {
        least = std::min(least, columns[i]);
        most = std::max(most, columns[i]);
    }
    require(least == 0 && std::int64_t(most) < std::int64_t(n_columns), "no such column");
}

// Adds to counts[c] in how many of the chosen rows there is an entry in column c.
void count_columns(Vector<const std::int32_t> columns, Vector<const std::int64_t> starts, Vector<const bool> chosen,
                   Vector<std::int64_t> counts) {
    const std::int64_t* start = starts.data();
    require(starts.size() == chosen.size() + 1 && start[0] >= 0, "one more start than rows");
    require(start[chosen.size()] <= std::int64_t(columns.size()), "starts must lie within the columns");
    const std::int64_t last = std::int64_t(columns.size()) - 1;
    nb::gil_scoped_release release;
    require_columns(columns.data(), columns.size(), counts.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        require(start[i] <= start[i + 1], "starts must rise");
        for (std::int64_t k = start[i]; chosen.data()[i] && k < start[i + 1]; ++k) {
            __builtin_prefetch(counts.data() + columns.data()[std::min(k + kAhead, last)]);
            ++counts.data()[columns.data()[k]];
        }
    }
}

std::int64_t scale_stored_rows(Vector<float> values, Vector<std::int32_t> columns, Vector<std::int32_t> lengths,
                               Vector<const float> scales, Vector<const std::int64_t> ends, bool normalise,
                               std::size_t n_workers) {
    const std::size_t n_rows = lengths.size();
    std::vector<std::int64_t> starts{0};
    for (std::size_t i = 0; i < n_rows; ++i) {
        require(lengths.data()[i] >= 0, "lengths must not be negative");
        starts.push_back(starts[i] + lengths.data()[i]);
    }
    require(values.size() == columns.size() && starts[n_rows] == std::int64_t(columns.size()), "rows of all entries");
    nb::gil_scoped_release release;
    require_columns(columns.data(), columns.size(), scales.size());
    const ColumnGroups groups{scales.data(), ends.data(), ends.size(), normalise};
    const std::size_t n_parts = std::clamp(n_rows, std::size_t(1), std::max(n_workers, std::size_t(1)));
    in_parallel(n_parts, [&](std::size_t part) {
        const std::size_t begin = n_rows * part / n_parts, end = n_rows * (part + 1) / n_parts;
        scale_rows(values.data(), columns.data(), starts.data(), lengths.data(), begin, end, groups);
    });
    return pack_rows(values.data(), columns.data(), starts.data(), lengths.data(), n_rows);
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

void register_store(nb::module_& m) {
    m.def("copy_chosen", &copy_chosen, array("entries"), "entry_bytes"_a, array("starts"), array("chosen"),
          array("out"), "Copy the entries of chosen rows; those of row i lie from starts[i] to starts[i + 1].");
    m.def("count_columns", &count_columns, array("columns"), array("starts"), array("chosen"), array("counts"),
          "Add to counts[c] in how many of the chosen rows there is an entry in column c.");
    m.def("scale_rows", &scale_stored_rows, array("values"), array("columns"), array("lengths"), array("scales"),
          array("ends"), "normalise"_a, "n_workers"_a,
          "Multiply values by the scales of their columns, in place, and drop those that become 0; returns how many "
          "are left. Group g of columns ends before ends[g], and if `normalise`, the values of each row in each group "
          "are scaled to length 1.");
    m.def("mark_columns", &mark_columns, array("columns"), array("is_used"), "Set is_used[c] for each column c.");
    m.def("renumber_columns", &renumber_columns, array("columns"), array("numbers"),
          "Replace each column c by numbers[c], in place.");
}

}  // namespace rosenblatt
