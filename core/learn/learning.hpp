// What both learners, of two classes and of several, are set up with.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "learn/walk.hpp"

namespace rosenblatt {

// What there is to learn about the rows: the sign or the class of each, and how much each counts.
// A stride of 0 lets all share one weight.
template <class Target>
struct Labels {
    const Target* target;
    const double* weight;
    std::int64_t weight_stride;

    double weight_of(std::int64_t i) const { return weight[i * weight_stride]; }
};

// Every update of a walk, in order: which row moved the weights, by what step, against which rival (of several
// classes), and how many examples had been met by then, that row among them.
struct UpdateLog {
    std::vector<std::int64_t> rows, seen;
    std::vector<double> steps;
    std::vector<std::int32_t> rivals;
};

// What is kept of the way besides the last weights.
//
// The sum of the weights after each example, lazily: if the k-th update adds d_k at example t_k, the sum over T
// examples is  T w - lag  with  lag = sum of (t_k - 1) d_k,  so an example without an update costs nothing.
// (Daume 2006, figure 2.3.) And the updates themselves. Either may be missing.
struct Kept {
    double* lag_weights = nullptr;
    double* lag_bias = nullptr;
    std::int64_t seen = 0;  // before this walk
    UpdateLog* log = nullptr;
};

// Counts a row that was met, finds the step that the rule takes, and hands it to move(step), which moves the weights
// and says whether they are still finite; move is asked once more for the lag of the average.
//
// change2 is the squared length of what a step of 1 would add to the weights.
template <class Rule, class Look, class Change2, class Move>
void learn_by_rule(const Rule& rule, const Look& look, std::int64_t i, double weight, const Kept& kept, Tally& tally,
                   const Change2& change2, const Move& move) {
    if (weight == 0.0) return;  // a row of weight 0 is not there
    ++tally.seen;
    tally.mistakes += look.wrong;
    tally.loss += rule.loss(look.margin);
    if (!look.is_finite) tally.overflowed_at = i;
    if (!look.asks) return;

    double squared = 0.0;
    if constexpr (Rule::kNeedsNorm) {
        squared = change2();
        if (squared <= 0.0) return;  // a row of zeros without a bias has nothing to move, nor has one of no length
        if (!std::isfinite(squared)) tally.overflowed_at = i;
    }
    const double step = rule.step(look.margin, squared, weight);
    bool finite = move(step, false);
    if (kept.lag_weights) finite &= move(step * double(kept.seen + tally.seen - 1), true);
    if (!finite) tally.overflowed_at = i;
    ++tally.updates;
    tally.step = step;
    if (kept.log) {
        kept.log->rows.push_back(i);
        kept.log->seen.push_back(kept.seen + tally.seen);
        kept.log->steps.push_back(step);
        if constexpr (requires { look.rival; }) kept.log->rivals.push_back(look.rival);
    }
}

}  // namespace rosenblatt
