// One update by a step rule: what learners of two classes and of several share.
#pragma once
#include <cmath>
#include <cstdint>

#include "learn/state.hpp"
#include "learn/walk.hpp"

namespace rosenblatt {

// The sign or the class of each row, and how much each row counts. A stride of 0 lets all share one weight.
template <class Target>
struct Targets {
    const Target* target;
    const double* weight;
    std::int64_t weight_stride;

    Target operator[](std::int64_t i) const { return target[i]; }
    double weight_of(std::int64_t i) const { return weight[i * weight_stride]; }
};

// The loss of a prediction; of some rules it depends on the variance of the margin, too.
template <class Rule, class Prediction>
double loss_of(const Rule& rule, const Prediction& prediction) {
    if constexpr (requires { rule.loss(prediction.margin, prediction.variance); })
        return rule.loss(prediction.margin, prediction.variance);
    else
        return rule.loss(prediction.margin);
}

// What the update of the row that was just counted adds to the lag, if it adds `step` to the weights.
inline double lag_of(double step, const SideOutputs& side, const Tally& tally) {
    return step * double(side.seen + tally.seen - 1);
}

// Counts row i, computes the step of the rule, and calls move(step, false), which moves the weights and returns whether
// they are still finite; then move(step, true) for the lag of the average.
//
// change2 is the squared length of what a step of 1 would add to the weights.
template <class Rule, class Prediction, class Change2, class Move>
void learn_by_rule(const Rule& rule, const Prediction& prediction, std::int64_t i, double weight,
                   const SideOutputs& side, Tally& tally, const Change2& change2, const Move& move) {
    if (weight == 0.0) return;  // as if the row were absent
    ++tally.seen;
    tally.mistakes += prediction.wrong;
    tally.loss += loss_of(rule, prediction);
    if (!prediction.is_finite) tally.overflowed_at = i;
    if (!prediction.needs_update) return;

    double squared = 0.0;
    if constexpr (Rule::kNeedsNorm) {
        squared = change2();
        if (squared <= 0.0) return;  // a row of length 0 without a bias moves nothing
        if (!std::isfinite(squared)) tally.overflowed_at = i;
    }
    const double step = rule.step(prediction.margin, squared, weight);
    bool finite = move(step, false);
    if (side.lag_weights) finite &= move(lag_of(step, side, tally), true);
    if (!finite) tally.overflowed_at = i;
    ++tally.updates;
    tally.step = step;
    if (side.log) {
        side.log->rows.push_back(i);
        side.log->seen.push_back(side.seen + tally.seen);
        side.log->steps.push_back(step);
        if constexpr (requires { prediction.rival; }) side.log->rivals.push_back(prediction.rival);
    }
}

}  // namespace rosenblatt
