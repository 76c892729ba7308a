// Several classes at once: one weight vector per class; the true class gains what the strongest rival loses.
//
//     activation  a_c = w_c.x + b_c           for every class c, in one walk over the row
//     margin      m = a_y - a_r               y the true class, r the strongest of the others
//     step        t = rule(m, 2 |x|^2)        the change is x for y and -x for r
//     update      w_y += t*x, b_y += t;  w_r -= t*x, b_r -= t
//
// With the passive-aggressive rule this is the multiclass update of Crammer et al. 2006, section 8, also known as
// MIRA (Crammer and Singer 2003): the smallest change that puts the true class ahead by 1.
//
// Weights lie column by column, classes side by side, so that each number of a row is multiplied by one run of memory.
// Each class adds up its columns in rising order, from 0, and its bias last. Whether zeros are skipped makes no
// difference: a sum that starts from +0 never becomes -0, and a product of zero changes no other number. So dense and
// sparse rows, with or without stored zeros, have the same bits.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "learn/update.hpp"
#include "rows/row_lists.hpp"

namespace rosenblatt {

// The hyperplanes of all classes.
struct ClassPlanes {
    double* weights;  // n_columns x n_classes
    double* bias;     // n_classes
    std::int64_t n_classes;
    double bias_feature;
    bool last_wins;  // of classes with the same activation, the last is predicted, else the first
};

template <class Rows, class List>
void class_activations(const Rows& rows, const List& row, const double* weights, const double* bias,
                       std::int64_t n_classes, double* out) {
    rows.kernels.class_sums(row)(row, weights, n_classes, out);
    for (std::int64_t c = 0; c < n_classes; ++c) out[c] += bias[c];
}

inline void class_activations(const RowLists<ScoredRows>&, const RowLists<ScoredRows>::List& row, const double* scores,
                              const double*, std::int64_t n_classes, double* out) {
    std::copy_n(scores + row.row * n_classes, n_classes, out);
}

// The sum of the squares of number(j) for all weights, added up as activations are: columns of zeros change no bit.
template <class Number>
double norm2_of_classes(std::int64_t size, std::int64_t n_classes, Number number) {
    std::vector<double> of_class(static_cast<std::size_t>(n_classes));
    for (std::int64_t j = 0; j < size; j += n_classes)
        for (std::int64_t c = 0; c < n_classes; ++c) of_class[std::size_t(c)] += number(j + c) * number(j + c);
    return std::accumulate(of_class.begin(), of_class.end(), 0.0);
}

inline std::int64_t strongest(const double* a, std::int64_t n_classes, bool last_wins) {
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < n_classes; ++c)
        if (a[c] > a[best] || (last_wins && a[c] == a[best])) best = c;
    return best;
}

inline std::int64_t strongest_but(std::int64_t truth, const double* a, std::int64_t n_classes) {
    std::int64_t best = truth == 0 ? 1 : 0;
    for (std::int64_t c = best + 1; c < n_classes; ++c)
        if (c != truth && a[c] > a[best]) best = c;
    return best;
}

template <class Rule, class Trigger, class Rows>
struct JointLearner {
    Rule rule;
    RowLists<Rows> rows;
    Targets<std::int32_t> targets;
    ClassPlanes planes;
    SideOutputs side;
    std::vector<double> activations = std::vector<double>(std::size_t(planes.n_classes));

    struct Prediction {
        typename RowLists<Rows>::List row;
        double margin;
        std::int32_t predicted, rival;
        bool wrong, needs_update, is_finite;
    };

    Prediction predict(std::int64_t i) {
        double* a = activations.data();
        const auto row = rows.list(i);
        class_activations(rows, row, planes.weights, planes.bias, planes.n_classes, a);
        const std::int64_t truth = targets[i];
        const std::int64_t rival = strongest_but(truth, a, planes.n_classes);
        const std::int64_t predicted = a[truth] > a[rival] ? truth : strongest(a, planes.n_classes, planes.last_wins);
        const double m = a[truth] - a[rival];
        const bool wrong = predicted != truth;
        return {row,
                m,
                std::int32_t(predicted),
                std::int32_t(rival),
                wrong,
                rule.needs_step(m) && Trigger::allows(wrong),
                std::isfinite(m)};
    }

    void learn(std::int64_t i, const Prediction& prediction, Tally& tally) const {
        learn_by_rule(
            rule, prediction, i, targets.weight_of(i), side, tally,
            [&] { return 2.0 * (rows.norm2(i) + planes.bias_feature); },
            [&](double step, bool is_lag) {
                if (side.lag_weights && !is_lag) fetch(i, prediction, side.lag_weights);
                return is_lag ? shift(i, prediction, step, side.lag_weights, side.lag_bias)
                              : shift(i, prediction, step, planes.weights, planes.bias);
            });
    }

   protected:
    // Measured: the lag of an average is seldom in the cache, so it is fetched while the weights are moved.
    ROSENBLATT_INLINE void fetch(std::int64_t i, const Prediction& prediction, const double* sums) const {
        if constexpr (!std::is_same_v<Rows, ScoredRows>)
            for (std::int64_t p = 0; p < prediction.row.count; ++p) {
                const double* run = sums + std::int64_t(prediction.row.columns[p]) * planes.n_classes;
                __builtin_prefetch(run + targets[i], 1);
                __builtin_prefetch(run + prediction.rival, 1);
            }
    }

   private:
    // The true class gains, the rival loses. Returns false if a number is no longer finite: v - v is 0 for a finite v
    // and NaN for the rest, and a sum with NaN stays NaN.
    bool shift(std::int64_t i, const Prediction& prediction, double step, double* weights, double* bias) const {
        if constexpr (std::is_same_v<Rows, ScoredRows>) {
            return true;  // the caller updates the scores
        } else {
            const std::int64_t truth = targets[i], rival = prediction.rival;
            double differences = 0.0;
            const auto move = [&](double* w, double by) {
                const double gained = w[truth] + by, lost = w[rival] - by;
                w[truth] = gained;
                w[rival] = lost;
                differences += (gained - gained) + (lost - lost);
            };
            for (std::int64_t p = 0; p < prediction.row.count; ++p)
                move(weights + std::int64_t(prediction.row.columns[p]) * planes.n_classes,
                     step * double(prediction.row.values[p]));
            move(bias, step * planes.bias_feature);
            return differences == 0.0;
        }
    }
};

}  // namespace rosenblatt
