// Rows and learning, for Python: arrays in, arrays and counts out. Reading and texts have bindings of their own.
//
// Arrays are taken as they are (noconvert: a silent copy would lose what is written into it). Long work
// runs in slices without the GIL; between slices Ctrl-C is heard.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <numeric>
#include <string>
#include <tuple>
#include <variant>

#include "learn/gathered.hpp"
#include "learn/random.hpp"
#include "learn/several_classes.hpp"
#include "learn/step_rules.hpp"
#include "learn/two_classes.hpp"
#include "learn/votes.hpp"
#include "learn/walk.hpp"
#include "python/bindings.hpp"
#include "rows/cpu_level.hpp"
#include "rows/rows.hpp"
#include "util/checksum.hpp"
#include "util/moments.hpp"

namespace rosenblatt {
namespace {

template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
using Numbers = nb::ndarray<double, nb::c_contig, nb::device::cpu>;
using Activations = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

using AnyRows = std::variant<DenseRows<float>, DenseRows<double>, StridedRows<float>, StridedRows<double>,
                             CsrRows<float, std::int32_t>, CsrRows<float, std::int64_t>, CsrRows<double, std::int32_t>,
                             CsrRows<double, std::int64_t>, ScoredRows>;
using AnyRule = std::variant<PerceptronStep, PassiveAggressiveStep>;

// Runs f(begin, end) over [0, count) in slices of about 2^24 multiply-adds, which is some 10 ms.
//
// Only the main thread of Python hears Ctrl-C; what works for it in other threads is told by `stopped`.
template <class F>
void in_slices(std::int64_t count, std::int64_t work_each, const F& f, const std::atomic<bool>* stopped = nullptr) {
    const std::int64_t slice = std::max<std::int64_t>(1, (std::int64_t(1) << 24) / (work_each + 1));
    for (std::int64_t begin = 0; begin < count; begin += slice) {
        {
            nb::gil_scoped_release release;
            f(begin, std::min(begin + slice, count));
        }
        if (stopped && *stopped) PyErr_SetNone(PyExc_KeyboardInterrupt);
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nb::python_error();
    }
}

// A view of rows that keeps their arrays alive.
struct Rows {
    AnyRows view;
    std::vector<nb::object> owners;

    std::int64_t n_rows() const {
        return std::visit([](const auto& rows) { return rows.n_rows; }, view);
    }
    std::int64_t n_columns() const {
        return std::visit([](const auto& rows) { return rows.n_columns; }, view);
    }
    std::int64_t entries() const {
        return std::visit(
            [](const auto& rows) -> std::int64_t {
                if constexpr (requires { rows.n_stored; })
                    return rows.n_stored;
                else if constexpr (requires { rows.lengths2; })
                    return rows.n_rows;
                else
                    return rows.n_rows * rows.n_columns;
            },
            view);
    }
    // The second array of compressed rows.
    nb::object columns() const { return owners.size() > 1 ? owners[1] : nb::none(); }
    std::int64_t entries_each() const { return n_rows() == 0 ? 0 : entries() / n_rows(); }
};

template <class T>
Rows dense_rows(Matrix<T> X) {
    const auto rows = std::int64_t(X.shape(0)), columns = std::int64_t(X.shape(1));
    std::vector<nb::object> owners = {nb::cast(X)};
    if (X.stride(1) == 1 || columns <= 1)
        return {DenseRows<T>{X.data(), rows, columns, X.stride(0), kernels_in_use().of<T>()}, owners};
    return {StridedRows<T>{X.data(), rows, columns, X.stride(0), X.stride(1), kernels_in_use().of<T>()}, owners};
}

template <class T, class Index>
Rows csr_rows(Vector<const T> values, Vector<const Index> columns, Vector<const std::int64_t> starts,
              std::int64_t n_columns) {
    require(values.size() == columns.size(), "values and columns must have one length");
    require(starts.size() >= 1, "starts must have one entry more than there are rows");
    return {CsrRows<T, Index>{values.data(), columns.data(), starts.data(), std::int64_t(starts.size()) - 1, n_columns,
                              std::int64_t(values.size()), kernels_in_use().of<T>()},
            {nb::cast(values), nb::cast(columns), nb::cast(starts)}};
}

Rows scored_rows(Vector<const double> lengths2) {
    const auto n = std::int64_t(lengths2.size());
    return {ScoredRows{lengths2.data(), n, n}, {nb::cast(lengths2)}};
}

const char* name_of(Fault::Kind kind) {
    switch (kind) {
        case Fault::Kind::not_finite:
            return "not finite";
        case Fault::Kind::column_out_of_range:
            return "column out of range";
        case Fault::Kind::columns_not_rising:
            return "columns not rising";
        default:
            return "starts not rising";
    }
}

std::optional<std::tuple<std::string, std::int64_t, std::int64_t>> first_fault(const Rows& rows) {
    std::optional<Fault> found;
    std::visit(
        [&](const auto& view) {
            in_slices(view.n_rows, rows.entries_each(), [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end && !found; ++i) found = view.fault(i);
            });
        },
        rows.view);
    if (!found) return std::nullopt;
    return std::tuple(std::string(name_of(found->kind)), found->row, found->column);
}

Activations activations(const Rows& rows, std::optional<Vector<const std::int64_t>> which, Vector<const double> weights,
                        double bias) {
    require(std::int64_t(weights.size()) == rows.n_columns(), "one weight a column");
    const std::int64_t count = which ? std::int64_t(which->size()) : rows.n_rows();
    const std::int64_t* chosen = which ? which->data() : nullptr;
    double* out = new double[std::size_t(count)];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    std::visit(
        [&](const auto& view) {
            in_slices(count, rows.entries_each(), [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t k = begin; k < end; ++k) {
                    if (chosen) view.prefetch(chosen, k, count);
                    out[k] = view.dot(chosen ? chosen[k] : k, weights.data()) + bias;
                }
            });
        },
        rows.view);
    return Activations(out, {std::size_t(count)}, owner);
}

// Activations of several planes that were learned one by one, each by its own dot product: a row of numbers a row.
nb::ndarray<nb::numpy, double, nb::ndim<2>> plane_activations(
    const Rows& rows, std::optional<Vector<const std::int64_t>> which,
    nb::ndarray<const double, nb::ndim<2>, nb::c_contig> weights, Vector<const double> bias) {
    require(std::int64_t(weights.shape(1)) == rows.n_columns(), "one weight a column");
    require(weights.shape(0) == bias.size(), "one bias a plane");
    const auto n_planes = std::int64_t(bias.size());
    const std::int64_t count = which ? std::int64_t(which->size()) : rows.n_rows();
    const std::int64_t* chosen = which ? which->data() : nullptr;
    double* out = new double[std::size_t(count * n_planes)];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    std::visit(
        [&](const auto& view) {
            in_slices(count, rows.entries_each() * n_planes, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t k = begin; k < end; ++k)
                    for (std::int64_t p = 0; p < n_planes; ++p)
                        out[k * n_planes + p] =
                            view.dot(chosen ? chosen[k] : k, weights.data() + p * rows.n_columns()) + bias.data()[p];
            });
        },
        rows.view);
    return {out, {std::size_t(count), bias.size()}, owner};
}

// As activations are added up: those of several classes go on through columns of zeros as if these were not there.
double norm2_of_weights(Numbers weights) {
    const double* w = weights.data();
    if (weights.ndim() == 1) return kernels_in_use().f64.norm2(w, std::int64_t(weights.size()));
    const std::size_t n_classes = weights.shape(1);
    std::vector<double> of_class(n_classes);
    for (std::size_t j = 0; j < weights.size(); j += n_classes)
        for (std::size_t c = 0; c < n_classes; ++c) of_class[c] += w[j + c] * w[j + c];
    return std::accumulate(of_class.begin(), of_class.end(), 0.0);
}

// The plane of two classes or the planes of several, in arrays of Python's, and what else is kept of the way.
struct State {
    Numbers weights;
    Vector<double> bias;
    std::optional<Numbers> lag_weights;
    std::optional<Vector<double>> lag_bias;
    std::int64_t seen;
    bool keeps_updates;
    UpdateLog log = {};

    State(Numbers w, Vector<double> b, std::optional<Numbers> lag_w, std::optional<Vector<double>> lag_b,
          std::int64_t examples, bool updates)
        : weights(w), bias(b), lag_weights(lag_w), lag_bias(lag_b), seen(examples), keeps_updates(updates) {
        require(!lag_w == !lag_b, "both lags or none");
        require(!lag_w || (lag_w->size() == w.size() && lag_b->size() == b.size()), "lags of the size of the planes");
    }

    Kept kept() {
        return {lag_weights ? lag_weights->data() : nullptr, lag_bias ? lag_bias->data() : nullptr, seen,
                keeps_updates ? &log : nullptr};
    }
};

template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> copy_of(const std::vector<T>& values) {
    T* out = new T[values.size()];
    std::copy(values.begin(), values.end(), out);
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return {out, {values.size()}, owner};
}

// How a learner of two classes and one of several differ to the outside.
struct TwoClasses {
    using Target = std::int8_t;
    using Guess = double;
    template <class Rule, class Trigger, class Kind>
    using Learner = TwoClassLearner<Rule, Trigger, Kind>;

    static Plane plane(const State& state, bool fit_intercept, bool zero_is_positive) {
        require(state.bias.size() == 1, "one bias for two classes");
        return {state.weights.data(), state.bias.data(), fit_intercept ? 1.0 : 0.0,
                zero_is_positive ? Plane::kZeroIsPositive : Plane::kZeroIsNegative};
    }
};

struct SeveralClasses {
    using Target = std::int32_t;
    using Guess = std::int32_t;
    template <class Rule, class Trigger, class Kind>
    using Learner = JointLearner<Rule, Trigger, Kind>;

    static Planes plane(const State& state, bool fit_intercept, bool last_wins) {
        require(state.bias.size() >= 2, "a bias for each of several classes");
        return {state.weights.data(), state.bias.data(), std::int64_t(state.bias.size()), fit_intercept ? 1.0 : 0.0,
                last_wins};
    }
};

constexpr double kEveryRowCountsOne = 1.0;

struct Learning {
    AnyRule rule;
    bool on_mistake;
    bool zero_is_positive;
    bool fit_intercept;
    bool gathers = false;
    std::atomic<bool> stopped = false;

    Learning(AnyRule r, bool only_on_mistake, bool positive_zero, bool with_bias)
        : rule(r), on_mistake(only_on_mistake), zero_is_positive(positive_zero), fit_intercept(with_bias) {}

    template <class Classes>
    using Targets = Vector<const typename Classes::Target>;
    using RowWeights = std::optional<Vector<const double>>;

    // The one place where run-time choices become template arguments.
    template <class Classes, class F>
    Tally with_walk(const Rows& rows, const Targets<Classes>& targets, const RowWeights& row_weights, State& state,
                    std::int64_t max_updates, const F& f) const {
        require(std::int64_t(targets.size()) == rows.n_rows(), "one target a row");
        require(!row_weights || row_weights->size() == targets.size(), "one row weight a row");
        require(state.weights.size() == std::size_t(rows.n_columns()) * state.bias.size(), "one weight a column");
        const Labels<typename Classes::Target> labels = {
            targets.data(), row_weights ? row_weights->data() : &kEveryRowCountsOne, row_weights ? 1 : 0};
        const auto plane = Classes::plane(state, fit_intercept, zero_is_positive);
        Tally tally;
        std::visit(
            [&](const auto& step_rule, const auto& view) {
                using Rule = std::decay_t<decltype(step_rule)>;
                using Kind = std::decay_t<decltype(view)>;
                if (on_mistake)
                    f(Walk(typename Classes::template Learner<Rule, OnMistake, Kind>{step_rule, view, labels, plane,
                                                                                     state.kept()},
                           max_updates, tally));
                else
                    f(Walk(typename Classes::template Learner<Rule, OnMargin, Kind>{step_rule, view, labels, plane,
                                                                                    state.kept()},
                           max_updates, tally));
            },
            rule, rows.view);
        state.seen += tally.seen;
        return tally;
    }

    template <class Classes>
    Tally walk(const Rows& rows, Targets<Classes> targets, RowWeights row_weights, Vector<const std::int64_t> order,
               State& state, std::int64_t max_updates, std::optional<Vector<typename Classes::Guess>> guesses) const {
        require(!guesses || guesses->size() == order.size(), "one guess a step");
        typename Classes::Guess unread = 0;
        typename Classes::Guess* guess = guesses ? guesses->data() : &unread;
        const auto count = std::int64_t(order.size());
        const bool may_gather = gathers && !guesses && !row_weights && !state.keeps_updates;
        return with_walk<Classes>(rows, targets, row_weights, state, max_updates, [&](auto walk) {
            const std::int64_t work_each = rows.entries_each() * std::int64_t(state.bias.size());
            if constexpr (requires { walk.rows().starts; })
                if (may_gather && gathering_pays(walk.rows())) {
                    const std::int64_t longest = longest_row(walk.rows());
                    const auto gathered = [&](std::int64_t begin, std::int64_t end) {
                        walk_gathered(walk.rows(), walk.labels(), longest, order.data(), begin, end, walk);
                    };
                    return in_slices(count, work_each, gathered, &stopped);
                }
            const auto in_order = [&](std::int64_t begin, std::int64_t end) {
                walk.in_order(order.data(), begin, end, count, guess, guesses ? 1 : 0);
            };
            in_slices(count, work_each, in_order, &stopped);
        });
    }

    // Which of the rows ask for an update.
    template <class Classes>
    void asks(const Rows& rows, Targets<Classes> targets, State& state, Vector<bool> out) const {
        require(out.size() == targets.size(), "one answer a row");
        with_walk<Classes>(rows, targets, std::nullopt, state, 0, [&](auto walk) {
            nb::gil_scoped_release release;
            walk.asks(out.data(), std::int64_t(out.size()));
        });
    }

    template <class Classes>
    Tally walk_misclassified(const Rows& rows, Targets<Classes> targets, RowWeights row_weights,
                             Vector<std::int64_t> order, State& state, std::int64_t max_updates, Random& random,
                             std::optional<std::int64_t> picks) const {
        const auto count = std::int64_t(order.size());
        return with_walk<Classes>(rows, targets, row_weights, state, max_updates, [&](auto walk) {
            std::int64_t scanned = 0;
            bool done = false;
            while (!done)
                in_slices(
                    count, rows.entries_each() * std::int64_t(state.bias.size()),
                    [&](std::int64_t begin, std::int64_t end) {
                        if (!done)
                            done = walk.misclassified(order.data(), count, random, scanned, end - begin,
                                                      picks.value_or(count));
                    },
                    &stopped);
        });
    }
};

// Activations of every class for the chosen rows, or for all: a row of numbers a row.
nb::ndarray<nb::numpy, double, nb::ndim<2>> class_activations_of(const Rows& rows,
                                                                 std::optional<Vector<const std::int64_t>> which,
                                                                 Numbers weights, Vector<const double> bias) {
    const auto n_classes = std::int64_t(bias.size());
    require(n_classes >= 2, "a bias for each of several classes");
    require(weights.size() == std::size_t(rows.n_columns()) * bias.size(), "one weight a column and class");
    const std::int64_t count = which ? std::int64_t(which->size()) : rows.n_rows();
    const std::int64_t* chosen = which ? which->data() : nullptr;
    double* out = new double[std::size_t(count * n_classes)];
    nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    std::visit(
        [&](const auto& view) {
            RowLists<std::decay_t<decltype(view)>> lists(view);
            in_slices(count, rows.entries_each() * n_classes, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t k = begin; k < end; ++k) {
                    if (chosen)
                        lists.prefetch(chosen, k, count);
                    else
                        lists.expect(std::min(k + 1, count - 1));
                    class_activations(lists, lists.list(chosen ? chosen[k] : k), weights.data(), bias.data(), n_classes,
                                      out + k * n_classes);
                }
            });
        },
        rows.view);
    return {out, {std::size_t(count), bias.size()}, owner};
}

// Rows of products, one a stored row, each with one number a row to predict.
using Products = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Updates updates_of(const Products& products, const Vector<const std::int64_t>& rows, const Vector<const double>& steps,
                   const Vector<const double>& survived) {
    require(steps.size() == rows.size() && survived.size() == rows.size() + 1, "a step and a survival an update");
    for (std::size_t k = 0; k < rows.size(); ++k)
        require(rows.data()[k] >= 0 && rows.data()[k] < std::int64_t(products.shape(0)), "updates by stored rows");
    return {rows.data(), steps.data(), survived.data(), std::int64_t(rows.size())};
}

void vote_of_two(Products products, Vector<const std::int64_t> rows, Vector<const double> steps,
                 Vector<const double> survived, double bias_feature, bool zero_is_positive, Vector<double> activations,
                 Vector<double> votes) {
    require(activations.size() == products.shape(1) && votes.size() == products.shape(1), "one number a row");
    const Updates updates = updates_of(products, rows, steps, survived);
    const auto n = std::int64_t(products.shape(1));
    const double tie = zero_is_positive ? Plane::kZeroIsPositive : Plane::kZeroIsNegative;
    in_slices(updates.count + 1, n, [&](std::int64_t begin, std::int64_t end) {
        vote(products.data(), n, updates, begin, end, bias_feature, tie, activations.data(), votes.data());
    });
}

void vote_of_several(Products products, Vector<const std::int64_t> rows, Vector<const double> steps,
                     Vector<const std::int32_t> gains, Vector<const std::int32_t> loses, Vector<const double> survived,
                     double bias_feature, bool last_wins, nb::ndarray<double, nb::ndim<2>, nb::c_contig> activations,
                     nb::ndarray<double, nb::ndim<2>, nb::c_contig> votes) {
    const auto n = std::int64_t(products.shape(1)), n_classes = std::int64_t(activations.shape(0));
    require(activations.shape(1) == products.shape(1), "one activation a class and row");
    require(votes.shape(0) == activations.shape(0) && votes.shape(1) == activations.shape(1), "a vote an activation");
    require(gains.size() == rows.size() && loses.size() == rows.size(), "two classes an update");
    for (std::size_t k = 0; k < gains.size(); ++k)
        require(
            std::min(gains.data()[k], loses.data()[k]) >= 0 && std::max(gains.data()[k], loses.data()[k]) < n_classes,
            "classes that there are");
    const Updates updates = updates_of(products, rows, steps, survived);
    in_slices(updates.count + 1, n * n_classes, [&](std::int64_t begin, std::int64_t end) {
        vote_among(products.data(), n, updates, gains.data(), loses.data(), begin, end, bias_feature, last_wins,
                   n_classes, activations.data(), votes.data());
    });
}

}  // namespace

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // whoever presses Ctrl-C need not read what a waiting thread still held
    m.doc() = "The compiled core: rows, step rules, the one loop, reading, and features of texts.";

    bind_read(m);

    m.def("cpu_levels", &cpu_levels, "Vector levels that this CPU can run, best last.");
    m.def("level_in_use", &level_in_use, "The vector level that new rows will use.");
    m.def("use_level", &use_level, "name"_a, "Choose a vector level for rows made from now on.");

    m.def("norm2", &norm2_of_weights, nb::arg("weights").noconvert(),
          "Sum of the squares, in the order in which activations are added up; with a row of numbers for each column, "
          "class by class.");

    m.def(
        "checksum",
        [](Vector<const std::uint8_t> bytes) {
            return checksum(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        },
        nb::arg("bytes").noconvert(), "A checksum, fixed for ever.");

    nb::class_<Random>(m, "Random", "SplitMix64: the random numbers behind every order of rows.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def_prop_ro("state", &Random::state, "The seed of a stream that goes on as this one does.")
        .def("__getstate__", &Random::state)
        .def("__setstate__", [](Random& r, std::uint64_t state) { new (&r) Random(state); })
        .def("below", &Random::below, "n"_a, "A whole number from 0 to n - 1.")
        .def(
            "shuffle",
            [](Random& r, Vector<std::int64_t> order) { r.shuffle(order.data(), std::int64_t(order.size())); },
            nb::arg("order").noconvert(), "Shuffle in place.")
        .def(
            "draw",
            [](Random& r, Vector<const std::int64_t> from, Vector<std::int64_t> into) {
                require(from.size() > 0, "nothing to draw from");
                for (std::size_t k = 0; k < into.size(); ++k)
                    into.data()[k] = from.data()[r.below(std::int64_t(from.size()))];
            },
            nb::arg("from_").noconvert(), nb::arg("into").noconvert(), "Fill `into` with draws with replacement.");

    nb::class_<Rows>(m, "Rows", "A view of rows where they lie; keeps their arrays alive.")
        .def_static("dense", &dense_rows<float>, nb::arg("X").noconvert())
        .def_static("dense", &dense_rows<double>, nb::arg("X").noconvert())
        .def_static("csr", &csr_rows<float, std::int32_t>, nb::arg("values").noconvert(),
                    nb::arg("columns").noconvert(), nb::arg("starts").noconvert(), "n_columns"_a)
        .def_static("csr", &csr_rows<float, std::int64_t>, nb::arg("values").noconvert(),
                    nb::arg("columns").noconvert(), nb::arg("starts").noconvert(), "n_columns"_a)
        .def_static("csr", &csr_rows<double, std::int32_t>, nb::arg("values").noconvert(),
                    nb::arg("columns").noconvert(), nb::arg("starts").noconvert(), "n_columns"_a)
        .def_static("csr", &csr_rows<double, std::int64_t>, nb::arg("values").noconvert(),
                    nb::arg("columns").noconvert(), nb::arg("starts").noconvert(), "n_columns"_a)
        .def_static("scored", &scored_rows, nb::arg("lengths2").noconvert(),
                    "Rows known by their activations, which take the place of the weights.")
        .def_prop_ro("n_rows", &Rows::n_rows)
        .def_prop_ro("n_columns", &Rows::n_columns)
        .def_prop_ro("entries", &Rows::entries, "Stored numbers in all rows together.")
        .def_prop_ro("columns", &Rows::columns,
                     nb::sig("def columns(self) -> NDArray[numpy.int32] | NDArray[numpy.int64] | None"),
                     "The column of each stored number, or None where all are stored.")
        .def("first_fault", &first_fault,
             "What is wrong with the first row that cannot be learned from: (what, row, column).")
        .def("activations", &activations, nb::arg("which").noconvert().none(), nb::arg("weights").noconvert(), "bias"_a,
             "w.x + b for the chosen rows, or for all.")
        .def("plane_activations", &plane_activations, nb::arg("which").noconvert().none(),
             nb::arg("weights").noconvert(), nb::arg("bias").noconvert(),
             "w_p.x + b_p of every plane p, a row of weights each, for the chosen rows, or for all.")
        .def("class_activations", &class_activations_of, nb::arg("which").noconvert().none(),
             nb::arg("weights").noconvert(), nb::arg("bias").noconvert(),
             "w_c.x + b_c of every class c for the chosen rows, or for all.");

    using MomentsState = std::tuple<std::int64_t, std::int64_t, double, double, double, double>;
    nb::class_<Moments>(m, "Moments", "Mean and spread of numbers, without those that are NaN.")
        .def(nb::init<>())
        .def(nb::init<const Moments&>(), "other"_a)
        .def(
            "add",
            [](Moments& moments, Vector<const double> values) {
                nb::gil_scoped_release release;
                for (std::size_t i = 0; i < values.size(); ++i) moments.add(values.data()[i]);
            },
            nb::arg("values").noconvert())
        .def_ro("count", &Moments::count)
        .def_ro("missing", &Moments::missing, "How many were NaN.")
        .def_ro("mean", &Moments::mean)
        .def_prop_ro("spread", &Moments::spread, "Standard deviation; 0 if all values are one.")
        .def("__getstate__",
             [](const Moments& m) { return MomentsState(m.count, m.missing, m.mean, m.squares, m.least, m.greatest); })
        .def("__setstate__",
             [](Moments& m, const MomentsState& state) { new (&m) Moments(std::make_from_tuple<Moments>(state)); });

    nb::class_<PerceptronStep>(m, "PerceptronStep", "learning_rate if the margin is at most `margin`, else 0.")
        .def(nb::init<double, double>(), "learning_rate"_a, "margin"_a);
    nb::class_<PassiveAggressiveStep>(m, "PassiveAggressiveStep", "min(cap, loss / (|x|^2 + softening)).")
        .def(nb::init<double, double>(), "cap"_a, "softening"_a);

    nb::class_<Tally>(m, "Tally", "What happened in a walk.")
        .def_ro("seen", &Tally::seen)
        .def_ro("mistakes", &Tally::mistakes)
        .def_ro("updates", &Tally::updates)
        .def_ro("loss", &Tally::loss, "Sum of the losses met.")
        .def_ro("overflowed_at", &Tally::overflowed_at, "The row that made a number infinite, or -1.")
        .def_ro("picked", &Tally::picked, "The row that the misclassified order met last, or -1.")
        .def_ro("step", &Tally::step, "The step of the last update.");

    nb::class_<State>(m, "State", "Weights and bias that a walk changes in place, and the lag of their average.")
        .def(nb::init<Numbers, Vector<double>, std::optional<Numbers>, std::optional<Vector<double>>, std::int64_t,
                      bool>(),
             nb::arg("weights").noconvert(), nb::arg("bias").noconvert(), nb::arg("lag_weights").noconvert().none(),
             nb::arg("lag_bias").noconvert().none(), "seen"_a, "keeps_updates"_a = false)
        .def_ro("seen", &State::seen, "Examples seen so far.")
        .def(
            "updates",
            [](const State& s) {
                return std::tuple(copy_of(s.log.rows), copy_of(s.log.seen), copy_of(s.log.steps),
                                  copy_of(s.log.rivals));
            },
            "Of each update: its row, the examples met by then, its step and, of several classes, the rival.");

    m.def("vote", &vote_of_two, nb::arg("products").noconvert(), nb::arg("rows").noconvert(),
          nb::arg("steps").noconvert(), nb::arg("survived").noconvert(), "bias_feature"_a, "zero_is_positive"_a,
          nb::arg("activations").noconvert(), nb::arg("votes").noconvert(),
          "Add the votes of every model on the way, +1 or -1 times the examples it survived.");
    m.def("vote_among", &vote_of_several, nb::arg("products").noconvert(), nb::arg("rows").noconvert(),
          nb::arg("steps").noconvert(), nb::arg("gains").noconvert(), nb::arg("loses").noconvert(),
          nb::arg("survived").noconvert(), "bias_feature"_a, "last_wins"_a, nb::arg("activations").noconvert(),
          nb::arg("votes").noconvert(),
          "Add the votes of every model on the way to the class it guesses, by the examples it survived.");

    nb::class_<Learning>(m, "Learning", "A step rule with its trigger, its tie and its bias: how to learn from a row.")
        .def(nb::init<AnyRule, bool, bool, bool>(), "rule"_a, nb::kw_only(), "on_mistake"_a, "zero_is_positive"_a,
             "fit_intercept"_a)
        .def_rw("gathers", &Learning::gathers,
                "Whether a second thread may gather compressed rows in the order in which a walk meets them.")
        .def(
            "stop", [](Learning& self) { self.stopped = true; }, "End the walks of this learning in other threads.")
        .def("walk", &Learning::walk<TwoClasses>, "rows"_a, nb::arg("targets").noconvert(),
             nb::arg("row_weights").noconvert().none(), nb::arg("order").noconvert(), "state"_a, "max_updates"_a,
             nb::arg("guesses").noconvert().none() = nb::none(),
             "Learn from rows in the given order; changes the state.")
        .def("walk", &Learning::walk<SeveralClasses>, "rows"_a, nb::arg("targets").noconvert(),
             nb::arg("row_weights").noconvert().none(), nb::arg("order").noconvert(), "state"_a, "max_updates"_a,
             nb::arg("guesses").noconvert().none() = nb::none())
        .def("asks", &Learning::asks<TwoClasses>, "rows"_a, nb::arg("targets").noconvert(), "state"_a,
             nb::arg("out").noconvert(), "Find which rows ask for an update.")
        .def("asks", &Learning::asks<SeveralClasses>, "rows"_a, nb::arg("targets").noconvert(), "state"_a,
             nb::arg("out").noconvert())
        .def("walk_misclassified", &Learning::walk_misclassified<TwoClasses>, "rows"_a, nb::arg("targets").noconvert(),
             nb::arg("row_weights").noconvert().none(), nb::arg("order").noconvert(), "state"_a, "max_updates"_a,
             "random"_a, "picks"_a = nb::none(),
             "Learn from a random row among those now wrong, `picks` times or as often as there are rows, or until "
             "none is wrong.")
        .def("walk_misclassified", &Learning::walk_misclassified<SeveralClasses>, "rows"_a,
             nb::arg("targets").noconvert(), nb::arg("row_weights").noconvert().none(), nb::arg("order").noconvert(),
             "state"_a, "max_updates"_a, "random"_a, "picks"_a = nb::none());

    bind_rows_to_keep(m);
    bind_text(m);
}

}  // namespace rosenblatt
