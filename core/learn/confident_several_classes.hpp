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
        double v = prediction.variance;
        learn_by_rule(
            rule, prediction, i, weight, side.without_lag(), tally,
            [&] { return v = Rule::kVarianceDecides ? v : variance(i, prediction); },
            [&](double step, bool) {
                const bool finite = !side.lag_weights || add_lag(i, prediction, lag_of(step, side, tally));
                return sharpen(i, prediction, step, rule.shrinkage(step, v, weight)) && finite;
            });
    }

   private:
    // Calls f(value, place of its run of weights or variances) for each number of the row.
    template <class F>
    ROSENBLATT_INLINE void for_each(const Prediction& prediction, const F& f) const {
        const auto& row = prediction.row;
        for (std::int64_t p = 0; p < row.count; ++p)
            f(double(row.values[p]), std::int64_t(row.columns[p]) * this->planes.n_classes);
    }

    double variance(std::int64_t i, const Prediction& prediction) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        double v = 0.0;
        for_each(prediction,
                 [&](double x, std::int64_t run) { v += x * x * (variances[run + truth] + variances[run + rival]); });
        return v + this->planes.bias_feature * (bias_variances[truth] + bias_variances[rival]);
    }

    // Both return false if a number is no longer finite, as JointLearner::shift does.
    bool add_lag(std::int64_t i, const Prediction& prediction, double lag) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        double differences = 0.0;
        const auto add = [&](double by, const double* s, double* w) {
            const double gained = w[truth] + by * s[truth], lost = w[rival] - by * s[rival];
            w[truth] = gained;
            w[rival] = lost;
            differences += (gained - gained) + (lost - lost);
        };
        this->fetch(i, prediction, this->side.lag_weights);
        for_each(prediction,
                 [&](double x, std::int64_t run) { add(lag * x, variances + run, this->side.lag_weights + run); });
        add(lag * this->planes.bias_feature, bias_variances, this->side.lag_bias);
        return differences == 0.0;
    }

    bool sharpen(std::int64_t i, const Prediction& prediction, double step, const Shrinkage& shrinkage) const {
        const std::int64_t truth = this->targets[i], rival = prediction.rival;
        const auto [beta, least] = shrinkage;
        double differences = 0.0;
        const auto change = [&](double x, double* s, double* w) {
            const double by = step * x, times = beta * (x * x);
            const double gained = w[truth] + by * s[truth], lost = w[rival] - by * s[rival];
            w[truth] = gained;
            w[rival] = lost;
            s[truth] *= std::max(least, 1.0 - times * s[truth]);
            s[rival] *= std::max(least, 1.0 - times * s[rival]);
            differences += (gained - gained) + (lost - lost);
        };
        for_each(prediction,
                 [&](double x, std::int64_t run) { change(x, variances + run, this->planes.weights + run); });
        change(this->planes.bias_feature, bias_variances, this->planes.bias);
        return differences == 0.0;
    }
};

}  // namespace rosenblatt
