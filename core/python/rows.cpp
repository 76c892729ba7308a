// Bindings of rows, their activations and the vector levels.
#include "python/rows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

#include "learn/several_classes.hpp"
#include "python/arrays.hpp"
#include "python/slices.hpp"
#include "rows/cpu_level.hpp"
#include "rows/row_lists.hpp"

namespace rosenblatt {
namespace {

using Which = std::optional<Vector<const std::int64_t>>;
using ConstArray = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;  // of one dimension or two

template <class T>
PythonRows dense_rows(Strided<T> X) {
    return {view_dense(X), {nb::cast(X)}};
}

std::optional<PythonRows> rows_of_array(nb::handle X) {
    return with_array(X, [&](const std::optional<AnyRows>& rows) {
        return rows ? std::optional<PythonRows>({*rows, {nb::borrow(X)}}) : std::nullopt;
    });
}

template <class T, class Index>
PythonRows csr_rows(Vector<const T> values, Vector<const Index> columns, Vector<const std::int64_t> starts,
                    std::int64_t n_columns) {
    require(values.size() == columns.size(), "values and columns must have one length");
    require(starts.size() >= 1, "starts must have one entry more than there are rows");
    return {{CsrRows<T, Index>{values.data(), columns.data(), starts.data(), std::int64_t(starts.size()) - 1, n_columns,
                               std::int64_t(values.size()), kernels_in_use().of<T>()}},
            {nb::cast(values), nb::cast(columns), nb::cast(starts)}};
}

PythonRows scored_rows(Vector<const double> lengths2) {
    const auto n = std::int64_t(lengths2.size());
    return {{ScoredRows{lengths2.data(), n, n}}, {nb::cast(lengths2)}};
}

// The second array of compressed rows.
nb::object columns_of(const PythonRows& rows) { return rows.owners.size() > 1 ? rows.owners[1] : nb::none(); }

std::optional<std::tuple<std::string, std::int64_t, std::int64_t>> first_fault_of(const PythonRows& rows) {
    std::optional<Fault> found;
    std::visit(
        [&](const auto& stored) {
            in_slices(stored.n_rows, rows.mean_entries(), [&](std::int64_t begin, std::int64_t end) {
                if (!found) found = first_fault(stored, begin, end);
            });
        },
        rows.stored);
    if (!found) return std::nullopt;
    return std::tuple(std::string(found->what), found->row, found->column);
}

// Some rows in some order, or all in theirs.
struct Chosen {
    const std::int64_t* places;  // null for all
    std::int64_t count;

    Chosen(const AnyRows& rows, const Which& which)
        : places(which ? which->data() : nullptr), count(which ? std::int64_t(which->size()) : rows.n_rows()) {}

    std::int64_t row(std::int64_t k) const { return places ? places[k] : k; }

    template <class Rows>
    void fetch_ahead(Rows& rows, std::int64_t k) const {
        if (places)
            rows.prefetch(places, k, count);
        else if constexpr (requires { rows.expect(k); })
            rows.expect(std::min(k + 1, count - 1));
    }
};

template <class Stored>
using AsStored = Stored;

// The numbers that f(rows, i, out) writes for each chosen row i, `width` per row; f sees the rows in a Form.
template <template <class> class Form, class F>
Growing<double> fill_rows(const AnyRows& rows, const Chosen& chosen, std::size_t width, const F& f) {
    Growing<double> numbers;
    double* out = numbers.grow(std::size_t(chosen.count) * width);
    const auto fill = [&](const auto& stored) {
        Form<std::decay_t<decltype(stored)>> form(stored);
        in_slices(chosen.count, rows.mean_entries() * std::int64_t(width), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t k = begin; k < end; ++k) {
                chosen.fetch_ahead(form, k);
                f(form, chosen.row(k), out + std::size_t(k) * width);
            }
        });
    };
    std::visit(fill, rows.stored);
    return numbers;
}

Growing<double> of_plane(const AnyRows& rows, const Chosen& chosen, const double* weights, double bias) {
    return fill_rows<AsStored>(rows, chosen, 1, [=](const auto& stored, std::int64_t i, double* out) {
        *out = stored.dot(i, weights) + bias;
    });
}

// Classes that were learned jointly, in one walk over the row.
Growing<double> of_classes(const AnyRows& rows, const Chosen& chosen, const double* weights,
                           const Vector<const double>& bias) {
    return fill_rows<RowLists>(rows, chosen, bias.size(), [&](auto& lists, std::int64_t i, double* out) {
        class_activations(lists, lists.list(i), weights, bias.data(), std::int64_t(bias.size()), out);
    });
}

NewVector<double> activations(const PythonRows& rows, Which which, Vector<const double> weights, double bias) {
    require(std::int64_t(weights.size()) == rows.n_columns(), "one weight per column");
    Growing<double> numbers = of_plane(rows, Chosen(rows, which), weights.data(), bias);
    return as_array(numbers);
}

// Planes that were learned one by one, each with a dot product of its own.
NewMatrix<double> plane_activations(const PythonRows& rows, Which which, Matrix<const double> weights,
                                    Vector<const double> bias) {
    require(std::int64_t(weights.shape(1)) == rows.n_columns(), "one weight per column");
    require(weights.shape(0) == bias.size(), "one bias per plane");
    const Chosen chosen(rows, which);
    const auto each_plane = [&](const auto& stored, std::int64_t i, double* out) {
        for (std::size_t p = 0; p < bias.size(); ++p)
            out[p] = stored.dot(i, weights.data() + p * weights.shape(1)) + bias.data()[p];
    };
    Growing<double> numbers = fill_rows<AsStored>(rows, chosen, bias.size(), each_plane);
    return as_matrix(numbers, std::size_t(chosen.count), bias.size());
}

NewMatrix<double> joint_activations(const PythonRows& rows, Which which, WeightArray weights,
                                    Vector<const double> bias) {
    require(bias.size() >= 2, "one bias per class, and at least two classes");
    require(weights.size() == std::size_t(rows.n_columns()) * bias.size(), "one weight per column and class");
    const Chosen chosen(rows, which);
    Growing<double> numbers = of_classes(rows, chosen, weights.data(), bias);
    return as_matrix(numbers, std::size_t(chosen.count), bias.size());
}

// All that can be asked of rows to predict, in one look: their type, their shape, and by their activations that they
// are finite.
nb::object activations_of(nb::handle X, ConstArray weights, Vector<const double> bias) {
    return with_array(X, [&](const std::optional<AnyRows>& rows) -> nb::object {
        const bool fits = rows && rows->n_entries() > 0 &&
                          weights.size() == std::size_t(rows->n_columns()) * bias.size() && bias.size() > 0;
        if (!fits) return nb::none();
        const Chosen all(*rows, std::nullopt);
        Growing<double> numbers = bias.size() == 1 ? of_plane(*rows, all, weights.data(), bias.data()[0])
                                                   : of_classes(*rows, all, weights.data(), bias);
        for (std::size_t k = 0; k < numbers.size(); ++k)
            if (!is_finite(numbers.data()[k])) return nb::none();
        if (bias.size() == 1) return nb::cast(as_array(numbers));
        return nb::cast(as_matrix(numbers, std::size_t(all.count), bias.size()));
    });
}

NewVector<std::int64_t> strongest_classes(ConstArray activations, bool last_wins) {
    require(activations.ndim() == 1 || (activations.ndim() == 2 && activations.shape(1) >= 1),
            "one activation per row, or one per class");
    const double* a = activations.data();
    if (activations.ndim() == 1)
        return array_of<std::int64_t>(activations.size(),
                                      [=](std::size_t i) { return a[i] > 0.0 || (last_wins && a[i] == 0.0); });
    const std::size_t n_classes = activations.shape(1);
    return array_of<std::int64_t>(activations.shape(0), [=](std::size_t i) {
        return strongest(a + i * n_classes, std::int64_t(n_classes), last_wins);
    });
}

template <class T, class Index>
void bind_csr(nb::class_<PythonRows>& rows) {
    rows.def_static("csr", &csr_rows<T, Index>, array("values"), array("columns"), array("starts"), "n_columns"_a);
}

}  // namespace

void register_rows(nb::module_& m) {
    m.def("cpu_levels", &cpu_levels, "Vector levels that this CPU can run, best last.");
    m.def("level_in_use", &level_in_use, "The vector level of rows made from now on.");
    m.def("use_level", &use_level, "name"_a, "Choose the vector level of rows made from now on.");

    nb::class_<PythonRows> rows(m, "Rows", "A view of rows in arrays, which it keeps alive.");
    rows.def_static("dense", &dense_rows<float>, array("X"));
    rows.def_static("dense", &dense_rows<double>, array("X"));
    rows.def_static("of_array", &rows_of_array, "X"_a,
                    "The rows of an array of floats where they lie; None if X is anything else, or not aligned.");
    bind_csr<float, std::int32_t>(rows);
    bind_csr<float, std::int64_t>(rows);
    bind_csr<double, std::int32_t>(rows);
    bind_csr<double, std::int64_t>(rows);
    rows.def_static("scored", &scored_rows, array("lengths2"),
                    "Rows known by their activations, which take the place of the weights.")
        .def_prop_ro("n_rows", &PythonRows::n_rows)
        .def_prop_ro("n_columns", &PythonRows::n_columns)
        .def_prop_ro("entries", &PythonRows::n_entries, "Stored numbers of all rows together.")
        .def_prop_ro("columns", &columns_of,
                     nb::sig("def columns(self) -> NDArray[numpy.int32] | NDArray[numpy.int64] | None"),
                     "The column of each stored number, or None for dense rows.")
        .def("first_fault", &first_fault_of,
             "The first row that cannot be learned from, as (what is wrong, row, column), or None.")
        .def("activations", &activations, array("which").none(), array("weights"), "bias"_a,
             "w.x + b of the chosen rows, or of all.")
        .def("plane_activations", &plane_activations, array("which").none(), array("weights"), array("bias"),
             "w_p.x + b_p of every plane p, with one row of weights each, of the chosen rows, or of all.")
        .def("class_activations", &joint_activations, array("which").none(), array("weights"), array("bias"),
             "w_c.x + b_c of every class c of the chosen rows, or of all.");

    m.def(
        "activations_of", &activations_of, "X"_a, array("weights"), array("bias"),
        nb::sig("def activations_of(X: object, weights: NDArray[numpy.float64], bias: NDArray[numpy.float64]) -> "
                "NDArray[numpy.float64] | None"),
        "w.x + b of every row of an array of floats, or w_c.x + b_c of every class c; None if X is anything else, has "
        "another number of columns, or leads to a number that is not finite.");
    m.def("strongest", &strongest_classes, "activations"_a, "last_wins"_a,
          "The place of the class with the largest activation; of equals the first, or the last. A single activation "
          "per row is that of the second of two classes against the first: its sign decides.");
}

}  // namespace rosenblatt
