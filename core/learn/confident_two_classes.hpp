// Two classes with a variance for each weight: learn/two_classes.hpp by a rule of learn/confidence_rules.hpp.
//
//     activation  a = w.x + b
//     margin      m = sign * a,  with the variance  v = sum of s_j x_j^2,  the bias counted as a feature
//     update      w_j += step * sign * s_j x_j,  s_j *= 1 - beta s_j x_j^2
#pragma once
#include <algorithm>
#include <cstdint>

#include "learn/confidence_rules.hpp"
#include "learn/two_classes.hpp"

namespace rosenblatt {

template <class Rule, class Trigger, class Rows>
struct ConfidentTwoClassLearner : TwoClassLearner<Rule, Trigger, Rows> {
    using FirstOrder = TwoClassLearner<Rule, Trigger, Rows>;
    double* variances;
    double* bias_variance;

    struct Prediction : FirstOrder::Prediction {
        double variance;  // of the margin; computed here only if it decides whether to update
    };

    Prediction predict(std::int64_t i) const {
        this->rows.prefetch_variances(i, variances);
        Prediction prediction{FirstOrder::predict(i), 0.0};
        if constexpr (Rule::kVarianceDecides) {
            prediction.variance = variance(i);
            prediction.needs_update &= this->rule.needs_step(prediction.margin, prediction.variance);
        }
        return prediction;
    }

    void learn(std::int64_t i, const Prediction& prediction, Tally& tally) const {
        const auto& [rule, rows, targets, plane, side] = static_cast<const FirstOrder&>(*this);
        const double weight = targets.weight_of(i);
        double v = prediction.variance;
        learn_by_rule(
            rule, prediction, i, weight, side.without_lag(), tally,
            [&] { return v = Rule::kVarianceDecides ? v : variance(i); },
            [&](double step, bool) {
                const auto [beta, least] = rule.shrinkage(step, v, weight);
                const double move = step * targets[i], lag = lag_of(move, side, tally);
                const double bias_scale = plane.bias_feature * *bias_variance;
                bool finite = true;
                if (side.lag_weights) {  // before the variances change
                    *side.lag_bias += lag * bias_scale;
                    finite = rows.add_scaled(i, lag, variances, side.lag_weights) && is_finite(*side.lag_bias);
                }
                *plane.bias += move * bias_scale;
                *bias_variance *= std::max(least, 1.0 - beta * bias_scale);
                finite &= rows.sharpen(i, move, beta, least, plane.weights, variances);
                return finite && is_finite(*plane.bias);
            });
    }

   private:
    double variance(std::int64_t i) const {
        return this->rows.variance(i, variances) + this->plane.bias_feature * *bias_variance;
    }
};

}  // namespace rosenblatt
