// Bindings of step rules, the state that a walk changes, and learning.
#include "learn/learning.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "python/arrays.hpp"
#include "python/rows.hpp"
#include "python/slices.hpp"
#include "rows/cpu_level.hpp"

namespace rosenblatt {
namespace {

using MaybeWeights = std::optional<WeightArray>;
using MaybeVector = std::optional<Vector<double>>;

// A state that keeps its arrays alive.
struct PythonState : State {
    std::tuple<WeightArray, Vector<double>, MaybeWeights, MaybeVector, MaybeWeights, MaybeVector> owners;

    PythonState(WeightArray w, Vector<double> b, MaybeWeights lag_w, MaybeVector lag_b, std::int64_t examples,
                bool updates, MaybeWeights var_w, MaybeVector var_b)
        : State{w.data(),
                b.data(),
                std::int64_t(w.size()),
                std::int64_t(b.size()),
                lag_w ? lag_w->data() : nullptr,
                lag_b ? lag_b->data() : nullptr,
                examples,
                updates,
                var_w && var_b ? var_w->data() : nullptr,
                var_b ? var_b->data() : nullptr,
                var_w && !var_b ? var_w->data() : nullptr},
          owners(w, b, lag_w, lag_b, var_w, var_b) {
        require(!lag_w == !lag_b, "both lags or none");
        require(!lag_w || (lag_w->size() == w.size() && lag_b->size() == b.size()), "lags of the size of the planes");
        require(!var_b || (var_w && var_w->size() == w.size() && var_b->size() == b.size()), "one variance per weight");
        const std::size_t side = w.size() + 1;
        require(!covariance || (b.size() == 1 && var_w->size() == side * side), "the covariance of weights and bias");
    }

    // For ScoredRows: the activations of rows take the place of weights, and no bias is added to them.
    static PythonState of_scores(Matrix<double> scores, std::int64_t examples) {
        const auto no_bias = array_of<double>(scores.shape(1), [](std::size_t) { return 0.0; });
        return {WeightArray(scores), Vector<double>(no_bias), std::nullopt, std::nullopt, examples, true, std::nullopt,
                std::nullopt};
    }
};

auto updates_of(const PythonState& state) {
    const UpdateLog& log = state.log;
    return std::tuple(copy_of(log.rows), copy_of(log.seen), copy_of(log.steps), copy_of(log.rivals));
}

double norm2_of_weights(WeightArray weights) {
    const auto size = std::int64_t(weights.size());
    if (weights.ndim() == 1) return kernels_in_use().f64.norm2(weights.data(), size);
    const double* w = weights.data();
    return norm2_of_classes(size, std::int64_t(weights.shape(1)), [w](std::int64_t j) { return w[j]; });
}

double distance2_of_weights(WeightArray weights, WeightArray others) {
    const auto size = std::int64_t(weights.size());
    require(weights.ndim() == others.ndim() && weights.size() == others.size(), "weights of one shape");
    if (weights.ndim() == 1) return kernels_in_use().f64.distance2(weights.data(), others.data(), size);
    const double *w = weights.data(), *v = others.data();
    return norm2_of_classes(size, std::int64_t(weights.shape(1)), [w, v](std::int64_t j) { return w[j] - v[j]; });
}

// Learning with arrays as arguments.
template <class Classes>
struct Bound {
    using TargetArray = Vector<const typename Classes::Target>;
    using RowWeights = std::optional<Vector<const double>>;
    using Predictions = std::optional<Vector<typename Classes::Predicted>>;

    static Learning::TargetsOf<Classes> targets_of(const AnyRows& rows, const TargetArray& targets,
                                                   const RowWeights& row_weights) {
        static constexpr double kOne = 1.0;
        require(std::int64_t(targets.size()) == rows.n_rows(), "one target per row");
        require(!row_weights || row_weights->size() == targets.size(), "one row weight per row");
        return {targets.data(), row_weights ? row_weights->data() : &kOne, row_weights ? 1 : 0};
    }

    static auto slices_of(const Learning& self) {
        return [&self](std::int64_t count, std::int64_t work_each, const auto& f) {
            in_slices(count, work_each, f, &self.stopped);
        };
    }

    static Tally walk(const Learning& self, const PythonRows& rows, TargetArray targets, RowWeights row_weights,
                      Vector<const std::int64_t> order, PythonState& state, std::int64_t max_updates,
                      Predictions predictions) {
        require(!predictions || predictions->size() == order.size(), "one prediction per step");
        std::span<typename Classes::Predicted> predicted;
        if (predictions) predicted = {predictions->data(), predictions->size()};
        return self.walk<Classes>(rows, targets_of(rows, targets, row_weights), {order.data(), order.size()}, state,
                                  max_updates, predicted, slices_of(self));
    }

    static Tally walk_scored(const Learning& self, const PythonRows& rows, TargetArray targets, RowWeights row_weights,
                             Vector<const std::int64_t> order, PythonState& state, std::int64_t max_updates,
                             Matrix<double> scores) {
        require(scores.shape(0) == order.size() && std::int64_t(scores.shape(1)) == state.n_biases,
                "one score per step and class");
        return self.walk<Classes>(rows, targets_of(rows, targets, row_weights), {order.data(), order.size()}, state,
                                  max_updates, {}, slices_of(self), scores.data());
    }

    static Tally walk_misclassified(const Learning& self, const PythonRows& rows, TargetArray targets,
                                    RowWeights row_weights, Vector<std::int64_t> order, PythonState& state,
                                    std::int64_t max_updates, Random& random, std::optional<std::int64_t> picks) {
        return self.walk_misclassified<Classes>(rows, targets_of(rows, targets, row_weights),
                                                {order.data(), order.size()}, state, max_updates, random,
                                                picks.value_or(std::int64_t(order.size())), slices_of(self));
    }

    static void needs_update(const Learning& self, const PythonRows& rows, TargetArray targets, PythonState& state,
                             Vector<bool> out) {
        require(out.size() == targets.size(), "one result per row");
        nb::gil_scoped_release release;
        self.needs_update<Classes>(rows, targets_of(rows, targets, std::nullopt), state, out.data());
    }

    static void bind(nb::class_<Learning>& learning) {
        learning
            .def("walk", &walk, "rows"_a, array("targets"), array("row_weights").none(), array("order"), "state"_a,
                 "max_updates"_a, array("predictions").none() = nb::none(),
                 "Learn from rows in the given order; changes the state.")
            .def("walk_misclassified", &walk_misclassified, "rows"_a, array("targets"), array("row_weights").none(),
                 array("order"), "state"_a, "max_updates"_a, "random"_a, "picks"_a = nb::none(),
                 "Learn from a random row among those that need an update, `picks` times or as often as there are "
                 "rows, or until there are none.")
            .def("needs_update", &needs_update, "rows"_a, array("targets"), "state"_a, array("out"),
                 "Find which rows need an update.");
    }
};

// All that is usual about a row of a stream, in one look: an array of one row of floats, or a sparse row that was
// checked, of two classes, finite, and weights to be changed in place. Returns none and changes nothing if anything is
// unusual; then the caller finds out what.
std::optional<Tally> learn_row(const Learning& self, nb::handle X, int sign, nb::handle coef, nb::handle intercept) {
    constexpr std::int64_t kMostColumns = 4096;  // copied for each row, and walked over with the GIL
    static constexpr double kOne = 1.0;
    static constexpr std::int64_t kFirst = 0;
    const auto target = std::int8_t(sign);
    WeightArray weights;
    Vector<double> bias;
    if (!nb::try_cast(coef, weights, false) || !nb::try_cast(intercept, bias, false)) return std::nullopt;

    const auto learn = [&](const std::optional<AnyRows>& rows) -> std::optional<Tally> {
        const bool fits = rows && rows->n_rows() == 1 && rows->n_columns() > 0 && rows->n_columns() <= kMostColumns &&
                          std::int64_t(weights.size()) == rows->n_columns() && bias.size() == 1;
        if (!fits || std::visit([](const auto& stored) { return first_fault(stored, 0, 1).has_value(); }, rows->stored))
            return std::nullopt;
        const std::vector<double> before(weights.data(), weights.data() + weights.size());
        const double bias_before = *bias.data();
        State state{weights.data(), bias.data(), rows->n_columns(), 1,      nullptr, nullptr, 0,
                    false,          nullptr,     nullptr,           nullptr};
        const Tally tally = self.walk<TwoClasses>(*rows, {&target, &kOne, 0}, {&kFirst, 1}, state,
                                                  std::numeric_limits<std::int64_t>::max(), {},
                                                  [](std::int64_t count, std::int64_t, const auto& f) { f(0, count); });
        if (tally.overflowed_at < 0) return tally;
        std::copy(before.begin(), before.end(), weights.data());
        *bias.data() = bias_before;
        return std::nullopt;
    };
    const PythonRows* rows = nullptr;
    return nb::try_cast(X, rows, false) ? learn(*rows) : with_array(X, learn);
}

}  // namespace

void register_learning(nb::module_& m) {
    nb::class_<PerceptronStep>(m, "PerceptronStep", "learning_rate if the margin is at most `margin`, else 0.")
        .def(nb::init<double, double>(), "learning_rate"_a, "margin"_a);
    nb::class_<PassiveAggressiveStep>(m, "PassiveAggressiveStep", "min(cap, loss / (|x|^2 + softening)).")
        .def(nb::init<double, double>(), "cap"_a, "softening"_a);
    nb::class_<ArowStep>(m, "ArowStep",
                         "loss / (v + r), where v is the variance of the margin; for a state with variances.")
        .def(nb::init<double>(), "r"_a);

    nb::class_<ConfidenceStep>(m, "ConfidenceStep",
                               "The step after which a margin is positive with a probability whose normal quantile is "
                               "phi; at most `cap`, and softened. For a state with variances.")
        .def(nb::init<double, double, double>(), "phi"_a, "cap"_a, "softening"_a);

    nb::class_<Tally>(m, "Tally", "Counts of a walk.")
        .def_ro("seen", &Tally::seen)
        .def_ro("mistakes", &Tally::mistakes)
        .def_ro("updates", &Tally::updates)
        .def_ro("loss", &Tally::loss, "Sum of the losses.")
        .def_ro("overflowed_at", &Tally::overflowed_at, "The row that made a number infinite, or -1.")
        .def_ro("picked", &Tally::picked, "The last row of the misclassified order, or -1.")
        .def_ro("step", &Tally::step, "The step of the last update.");

    nb::class_<PythonState>(
        m, "State",
        "Weights and bias that a walk changes in place, the lag of their average, and their variances; without "
        "`bias_variances`, `variances` is the covariance of all weights and the bias.")
        .def(nb::init<WeightArray, Vector<double>, MaybeWeights, MaybeVector, std::int64_t, bool, MaybeWeights,
                      MaybeVector>(),
             array("weights"), array("bias"), array("lag_weights").none(), array("lag_bias").none(), "seen"_a,
             "keeps_updates"_a = false, array("variances").none() = nb::none(),
             array("bias_variances").none() = nb::none())
        .def_static("of_scores", &PythonState::of_scores, array("scores"), "seen"_a,
                    "The state of `Rows.scored`: scores[i, p] is the activation of row i for plane p, which the caller "
                    "updates. Keeps the updates.")
        .def_ro("seen", &PythonState::seen, "Examples seen so far.")
        .def("updates", &updates_of,
             "Of each update: its row, the examples seen by then, its step and, of several classes, the rival.");

    nb::class_<Learning> learning(m, "Learning",
                                  "A step rule with its trigger, its tie and its bias: how to learn from a row.");
    learning
        .def(nb::init<AnyRule, bool, bool, bool>(), "rule"_a, nb::kw_only(), "on_mistake"_a, "zero_is_positive"_a,
             "fit_intercept"_a)
        .def(
            "learn_row", &learn_row, "X"_a, "sign"_a, "coef"_a, "intercept"_a,
            "Learn one row of two classes, an array of floats or checked rows, in place; None, and nothing is changed, "
            "if anything is unusual.")
        .def("stop", [](Learning& self) { self.stopped = true; }, "End the walks of this learning in other threads.");
    Bound<TwoClasses>::bind(learning);
    Bound<SeveralClasses>::bind(learning);
    learning.def("walk", &Bound<SeveralClasses>::walk_scored, "rows"_a, array("targets"), array("row_weights").none(),
                 array("order"), "state"_a, "max_updates"_a, array("scores"),
                 "Learn from rows in the given order; writes the activations of each row before it is learned.");

    m.def("norm2", &norm2_of_weights, array("weights"),
          "Sum of squares, added up in the order of activations; of a matrix, class by class.");
    m.def("distance2", &distance2_of_weights, array("weights"), array("others"),
          "Sum of the squares of differences, added up in the same order.");
}

}  // namespace rosenblatt
