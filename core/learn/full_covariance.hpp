// Two classes with the covariance S of all weights and the bias, which is the last row and column of S.
//
//     activation  a = w.x + b
//     margin      m = sign * a,  with the variance  v = x'Sx,  the bias counted as a feature
//     update      w += step * sign * S x,  S -= beta * S x (S x)'              (learn/confidence_rules.hpp)
//
// A row of k numbers costs k n multiplications to predict its variance and n^2 for an update, for n weights.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "learn/confidence_rules.hpp"
#include "learn/two_classes.hpp"
#include "rows/cpu_level.hpp"
#include "rows/row_lists.hpp"

namespace rosenblatt {

template <class Rule, class Trigger, class Rows>
struct FullCovarianceLearner : TwoClassLearner<Rule, Trigger, RowLists<Rows>> {
    using FirstOrder = TwoClassLearner<Rule, Trigger, RowLists<Rows>>;
    double* covariance;
    std::int64_t size = this->rows.n_columns + 1;
    KernelsFor<double> kernels = kernels_in_use().f64;
    std::vector<double> product = std::vector<double>(std::size_t(size)), scaled = product;  // S x, sqrt(beta) S x

    struct Prediction : FirstOrder::Prediction {
        double variance;  // of the margin; computed here only if it decides whether to update
    };

    Prediction predict(std::int64_t i) {
        Prediction prediction{FirstOrder::predict(i), 0.0};
        if constexpr (Rule::kVarianceDecides) {
            prediction.variance = variance(i);
            prediction.needs_update &= this->rule.needs_step(prediction.margin, prediction.variance);
        }
        return prediction;
    }

    void learn(std::int64_t i, const Prediction& prediction, Tally& tally) {
        const double weight = this->targets.weight_of(i);
        double v = prediction.variance;
        learn_by_rule(
            this->rule, prediction, i, weight, this->side, tally,
            [&] { return v = Rule::kVarianceDecides ? v : variance(i); },
            [&](double step, bool is_lag) {
                const double move = step * this->targets[i];
                double& bias = is_lag ? *this->side.lag_bias : *this->plane.bias;
                bias += move * product.back();
                if (!is_lag) sharpen(this->rule.shrinkage(step, v, weight));
                double* sums = is_lag ? this->side.lag_weights : this->plane.weights;
                return kernels.add(move, product.data(), sums, size - 1) && is_finite(bias);
            });
    }

   private:
    // Computes S x, in rising order of the numbers of the row, the bias feature last.
    double variance(std::int64_t i) {
        const auto row = this->rows.list(i);
        std::fill(product.begin(), product.end(), 0.0);
        for (std::int64_t p = 0; p < row.count; ++p)
            kernels.add(double(row.values[p]), covariance + std::int64_t(row.columns[p]) * size, product.data(), size);
        kernels.add(this->plane.bias_feature, covariance + (size - 1) * size, product.data(), size);
        double v = 0.0;
        for (std::int64_t p = 0; p < row.count; ++p) v += double(row.values[p]) * product[std::size_t(row.columns[p])];
        return v + this->plane.bias_feature * product.back();
    }

    // Each number is the product of the same two numbers as its mirror image, so S stays symmetric to the bit.
    void sharpen(const Shrinkage& shrinkage) {
        const double root = std::sqrt(shrinkage.beta);
        for (std::size_t j = 0; j < scaled.size(); ++j) scaled[j] = root * product[j];
        for (std::int64_t j = 0; j < size; ++j) {
            double& variance = covariance[j * size + j];
            const double least = shrinkage.least * variance;
            kernels.add(-scaled[std::size_t(j)], scaled.data(), covariance + j * size, size);
            variance = std::max(least, variance);
        }
    }
};

}  // namespace rosenblatt
