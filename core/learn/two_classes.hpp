// Two classes: one plane.
//
//     activation  a = w.x + b
//     margin      m = sign * a
//     step        t = rule(m, |x|^2)     only if the margin needs one
//     update      w += t*sign*x,  b += t*sign
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "learn/update.hpp"
#include "rows/rows.hpp"

namespace rosenblatt {

// The hyperplane that is learned. The bias is the weight of a feature that is always 1, or always 0 where no bias is
// learned.
struct Plane {
    double* weights;
    double* bias;
    double bias_feature;
    // The predicted label is positive if a > tie: 0, or the number just below 0 to count a = 0 as positive.
    double tie;

    static constexpr double kZeroIsNegative = 0.0;
    static constexpr double kZeroIsPositive = -std::numeric_limits<double>::denorm_min();
};

template <class Rule, class Trigger, class Rows>
struct TwoClassLearner {
    // Copies, so that the compiler need not load them again after every store.
    Rule rule;
    Rows rows;
    Targets<std::int8_t> targets;
    Plane plane;
    SideOutputs side;

    struct Prediction {
        double predicted;  // the activation: its sign is the predicted label
        double margin;
        bool wrong, needs_update, is_finite;
    };

    Prediction predict(std::int64_t i) const {
        const double a = rows.dot(i, plane.weights) + *plane.bias;
        const double m = targets[i] * a;
        const bool wrong = (a > plane.tie) != (targets[i] > 0);
        return {a, m, wrong, rule.needs_step(m) && Trigger::allows(wrong), std::isfinite(a)};
    }

    void learn(std::int64_t i, const Prediction& prediction, Tally& tally) const {
        learn_by_rule(
            rule, prediction, i, targets.weight_of(i), side, tally, [&] { return rows.norm2(i) + plane.bias_feature; },
            [&](double step, bool is_lag) {
                if (side.lag_weights && !is_lag) rows.prefetch_sums(i, side.lag_weights);
                const double move = step * targets[i];
                double& bias = is_lag ? *side.lag_bias : *plane.bias;
                bias += move * plane.bias_feature;
                return rows.add(i, move, is_lag ? side.lag_weights : plane.weights) && is_finite(bias);
            });
    }
};

}  // namespace rosenblatt
