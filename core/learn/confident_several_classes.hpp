// Several classes at once with a variance for each weight: learn/several_classes.hpp by a rule of
// learn/confidence_rules.hpp.
//
//     margin      m = a_y - a_r,  with the variance  v = sum of (s_yj + s_rj) x_j^2
//     update      w_yj += step * s_yj x_j,  w_rj -= step * s_rj x_j
//                 s_cj *= 1 - beta s_cj x_j^2                         for c = y and c = r
//
// The true class and its strongest rival as two halves of one vector, as in Crammer, Dredze and Kulesza 2009
// ("Multi-class confidence weighted algorithms") with the strongest rival as the only constraint.
#pragma once
#include <algorithm>
#include <cstdint>

#include "learn/confidence_rules.hpp"
#include "learn/several_classes.hpp"

namespace rosenblatt {

template <class Rule, class Trigger, class Rows>
struct ConfidentJointLearner : JointLearner<Rule, Trigger, Rows> {
    using FirstOrder = JointLearner<Rule, Trigger, Rows>;
    double* variances;       // n_columns x n_classes
    double* bias_variances;  // n_classes

    struct Prediction : FirstOrder::Prediction {
        double variance;  // of the margin; computed here only if it decides whether to update
    };

    Prediction predict(std::int64_t i) {
        Prediction prediction{FirstOrder::predict(i), 0.0};
        if constexpr (Rule::kVarianceDecides) {
            prediction.variance = variance(i, prediction);
            prediction.needs_update &= this->rule.needs_step(prediction.margin, prediction.variance);
        }
        return prediction;
    }

    void learn(std::int64_t i, const Prediction& prediction, Tally& tally) const {
        const auto& [rule, rows, targets, planes, side, activations] = static_cast<const FirstOrder&>(*this);
        const double weight = targets.weight_of(i);
        const std::int64_t updates = tally.updates;
        double v = prediction.variance;
        learn_by_rule(
            rule, prediction, i, weight, side, tally,
            [&] { return v = Rule::kVarianceDecides ? v : variance(i, prediction); },
            [&](double step, bool is_lag) {
                if (side.lag_weights && !is_lag) this->fetch(i, prediction, side.lag_weights);
                return is_lag ? shift(i, prediction, step, side.lag_weights, side.lag_bias)
                              : shift(i, prediction, step, planes.weights, planes.bias);
            });
        if (tally.updates > updates) shrink(i, prediction, rule.shrinkage(tally.step, v, weight));
    }

   private:
    // Calls f(value, run of variances, place of the run) for each number of the row, the bias feature last.
    template <class F>
    ROSENBLATT_INLINE void for_each(const Prediction& prediction, const F& f) const {
        const auto& row = prediction.row;
        for (std::int64_t p = 0; p < row.count; ++p) {
            const std::int64_t place = std::int64_t(row.columns[p]) * this->planes.n_classes;
            f(double(row.values[p]), variances + place, place);
        }
    }

    double variance(std::int64_t i, const Prediction& prediction) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        double v = 0.0;
        for_each(prediction, [&](double x, const double* s, std::int64_t) { v += x * x * (s[truth] + s[rival]); });
        return v + this->planes.bias_feature * (bias_variances[truth] + bias_variances[rival]);
    }

    // Returns false if a number is no longer finite, as in JointLearner.
    bool shift(std::int64_t i, const Prediction& prediction, double step, double* weights, double* bias) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        double differences = 0.0;
        const auto move = [&](double by, const double* s, double* w) {
            const double gained = w[truth] + by * s[truth], lost = w[rival] - by * s[rival];
            w[truth] = gained;
            w[rival] = lost;
            differences += (gained - gained) + (lost - lost);
        };
        for_each(prediction,
                 [&](double x, const double* s, std::int64_t place) { move(step * x, s, weights + place); });
        move(step * this->planes.bias_feature, bias_variances, bias);
        return differences == 0.0;
    }

    void shrink(std::int64_t i, const Prediction& prediction, const Shrinkage& by) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        const auto both = [&](double x2, double* s) {
            const double times = by.beta * x2;
            s[truth] *= std::max(by.least, 1.0 - times * s[truth]);
            s[rival] *= std::max(by.least, 1.0 - times * s[rival]);
        };
        for_each(prediction, [&](double x, double* s, std::int64_t) { both(x * x, s); });
        both(this->planes.bias_feature, bias_variances);
    }
};

}  // namespace rosenblatt
