// Two classes: one plane.
//
//     activation  a = w.x + b
//     margin      m = sign * a
//     step        t = rule(m, |x|^2)     only if the rule asks for one
//     update      w += t*sign*x,  b += t*sign
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>

#include "learn/learning.hpp"
#include "rows/rows.hpp"

namespace rosenblatt {

// The hyperplane that is being learned. The bias is the weight of a feature that is always 1,
// or always 0 where no bias is learned.
struct Plane {
    double* weights;
    double* bias;
    double bias_feature;
    // A label is guessed positive if a > tie: 0, or the number just below 0 to count a = 0 as positive.
    double tie;

    static constexpr double kZeroIsNegative = 0.0;
    static constexpr double kZeroIsPositive = -std::numeric_limits<double>::denorm_min();
};

template <class Rule, class Trigger, class Rows>
struct TwoClassLearner {
    // Copies, so that the compiler need not look again after every store.
    Rule rule;
    Rows rows;
    Labels<std::int8_t> labels;
    Plane plane;
    Kept kept;

    struct Look {
        double guess;  // the activation: its sign is the guess
        double margin;
        bool wrong, asks, is_finite;
    };

    Look look(std::int64_t i) const {
        const double a = rows.dot(i, plane.weights) + *plane.bias;
        const double m = labels.target[i] * a;
        const bool wrong = (a > plane.tie) != (labels.target[i] > 0);
        return {a, m, wrong, rule.asks(m) && Trigger::allows(wrong), std::isfinite(a)};
    }

    void learn(std::int64_t i, const Look& look, Tally& tally) const {
        learn_by_rule(
            rule, look, i, labels.weight_of(i), kept, tally, [&] { return rows.norm2(i) + plane.bias_feature; },
            [&](double step, bool is_lag) {
                if (kept.lag_weights && !is_lag) rows.prefetch_sums(i, kept.lag_weights);
                const double move = step * labels.target[i];
                double& bias = is_lag ? *kept.lag_bias : *plane.bias;
                bias += move * plane.bias_feature;
                return rows.add(i, move, is_lag ? kept.lag_weights : plane.weights) && is_finite(bias);
            });
    }
};

}  // namespace rosenblatt
