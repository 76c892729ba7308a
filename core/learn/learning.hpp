// How to learn from a row: a step rule with its trigger, its tie and its bias, all chosen at run time.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "learn/confident_several_classes.hpp"
#include "learn/confident_two_classes.hpp"
#include "learn/full_covariance.hpp"
#include "learn/random.hpp"
#include "learn/several_classes.hpp"
#include "learn/step_rules.hpp"
#include "learn/two_classes.hpp"
#include "learn/walk.hpp"
#include "learn/weight_pairs.hpp"
#include "rows/any_rows.hpp"
#include "util/require.hpp"

namespace rosenblatt {

using AnyRule = std::variant<PerceptronStep, PassiveAggressiveStep, ArowStep, ConfidenceStep>;

// How a learner of two classes and one of several differ to the outside.
struct TwoClasses {
    using Target = std::int8_t;
    using Predicted = double;
    template <class Rule, class Trigger, class Rows>
    using Learner = TwoClassLearner<Rule, Trigger, Rows>;

    static Plane plane(const State& state, bool fit_intercept, bool zero_is_positive) {
        require(state.n_biases == 1, "one bias for two classes");
        return {state.weights, state.bias, fit_intercept ? 1.0 : 0.0,
                zero_is_positive ? Plane::kZeroIsPositive : Plane::kZeroIsNegative};
    }

    // Calls walk(learner) with variances or a covariance, for a walk over this number of entries.
    template <class Rule, class Trigger, class Rows, class F>
    static void walk_confident(TwoClassLearner<Rule, Trigger, Rows> learner, const State& state, std::int64_t entries,
                               const F& walk) {
        auto& [rule, rows, targets, plane, side] = learner;
        require(state.variances || state.covariance, "variances for a rule that uses them");
        if (state.covariance)
            return walk(
                FullCovarianceLearner<Rule, Trigger, Rows>{{rule, rows, targets, plane, side}, state.covariance});
        if constexpr (requires { rows.paired(); })
            if (WeightPairs::pay(entries, state.n_weights)) {
                WeightPairs pairs(state.weights, state.variances, state.n_weights);
                plane.weights = pairs.weights();
                return walk(ConfidentTwoClassLearner<Rule, Trigger, decltype(rows.paired())>{
                    {rule, rows.paired(), targets, plane, side}, pairs.variances(), state.bias_variances});
            }
        walk(ConfidentTwoClassLearner<Rule, Trigger, Rows>{learner, state.variances, state.bias_variances});
    }
};

struct SeveralClasses {
    using Target = std::int32_t;
    using Predicted = std::int32_t;
    template <class Rule, class Trigger, class Rows>
    using Learner = JointLearner<Rule, Trigger, Rows>;

    static ClassPlanes plane(const State& state, bool fit_intercept, bool last_wins) {
        require(state.n_biases >= 2, "one bias per class, and at least two classes");
        return {state.weights, state.bias, state.n_biases, fit_intercept ? 1.0 : 0.0, last_wins};
    }

    template <class Rule, class Trigger, class Rows, class F>
    static void walk_confident(JointLearner<Rule, Trigger, Rows> learner, const State& state, std::int64_t,
                               const F& walk) {
        require(state.variances != nullptr, "variances for a rule that uses them");
        walk(ConfidentJointLearner<Rule, Trigger, Rows>{std::move(learner), state.variances, state.bias_variances});
    }
};

// `in_slices(count, work_each, f)` stands for a function that calls f(begin, end) over [0, count), slice by slice.
struct Learning {
    AnyRule rule;
    bool on_mistake;
    bool zero_is_positive;
    bool fit_intercept;
    std::atomic<bool> stopped = false;

    Learning(AnyRule step_rule, bool only_on_mistake, bool positive_zero, bool with_bias)
        : rule(step_rule), on_mistake(only_on_mistake), zero_is_positive(positive_zero), fit_intercept(with_bias) {}

    template <class Classes>
    using TargetsOf = Targets<typename Classes::Target>;

    // Learns from rows in the given order. What is predicted at each step goes to `predicted`, unless that is empty,
    // and the activations of several classes to a row of `scores`, unless that is null.
    template <class Classes, class InSlices>
    Tally walk(const AnyRows& rows, const TargetsOf<Classes>& targets, std::span<const std::int64_t> order,
               State& state, std::int64_t max_updates, std::span<typename Classes::Predicted> predicted,
               const InSlices& in_slices, double* scores = nullptr) const {
        const auto count = std::int64_t(order.size());
        typename Classes::Predicted unread = 0;
        typename Classes::Predicted* output = predicted.empty() ? &unread : predicted.data();
        const std::int64_t stride = predicted.empty() ? 0 : 1;
        return with_walk<Classes>(rows, targets, state, max_updates, count, [&](auto walk) {
            in_slices(count, state.work(rows.mean_entries()), [&](std::int64_t begin, std::int64_t end) {
                walk.in_order(order.data(), begin, end, count, output, stride, scores);
            });
        });
    }

    // Learns from a random row among those that need an update, `picks` times or until there are none.
    template <class Classes, class InSlices>
    Tally walk_misclassified(const AnyRows& rows, const TargetsOf<Classes>& targets, std::span<std::int64_t> order,
                             State& state, std::int64_t max_updates, Random& random, std::int64_t picks,
                             const InSlices& in_slices) const {
        const auto count = std::int64_t(order.size());
        return with_walk<Classes>(rows, targets, state, max_updates, count, [&](auto walk) {
            std::int64_t scanned = 0;
            bool done = false;
            while (!done)
                in_slices(count, state.work(rows.mean_entries()), [&](std::int64_t begin, std::int64_t end) {
                    if (!done) done = walk.misclassified(order.data(), count, random, scanned, end - begin, picks);
                });
        });
    }

    // Which of the rows need an update.
    template <class Classes>
    void needs_update(const AnyRows& rows, const TargetsOf<Classes>& targets, State& state, bool* out) const {
        with_walk<Classes>(rows, targets, state, 0, rows.n_rows(),
                           [&](auto walk) { walk.needs_update(out, rows.n_rows()); });
    }

   private:
    // The one place where run-time choices become template arguments: calls f(walk), which visits about `count` rows.
    template <class Classes, class F>
    Tally with_walk(const AnyRows& rows, const TargetsOf<Classes>& targets, State& state, std::int64_t max_updates,
                    std::int64_t count, const F& f) const {
        require(state.n_weights == rows.n_columns() * state.n_biases, "one weight per column");
        const auto plane = Classes::plane(state, fit_intercept, zero_is_positive);
        Tally tally;
        std::visit(
            [&](const auto& step_rule, const auto& stored) {
                using Rule = std::decay_t<decltype(step_rule)>;
                using Rows = std::decay_t<decltype(stored)>;
                const auto begin = [&]<class Trigger>(Trigger) {
                    const auto walk = [&](auto learner) { f(Walk(std::move(learner), max_updates, tally)); };
                    typename Classes::template Learner<Rule, Trigger, Rows> learner{step_rule, stored, targets, plane,
                                                                                    state.side_outputs()};
                    if constexpr (!Rule::kUsesVariance)
                        walk(std::move(learner));
                    else if constexpr (!std::is_same_v<Rows, ScoredRows>)
                        Classes::template walk_confident<Rule, Trigger, Rows>(std::move(learner), state,
                                                                              count * rows.mean_entries(), walk);
                    else
                        require(false, "rows that have columns, for weights with variances");
                };
                if (on_mistake)
                    begin(OnMistake());
                else
                    begin(OnMargin());
            },
            rule, rows.stored);
        state.seen += tally.seen;
        return tally;
    }
};

}  // namespace rosenblatt
