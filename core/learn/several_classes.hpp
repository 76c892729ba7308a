// Several classes at once: one weight vector a class; the true class gains what the strongest rival loses.
//
//     activation  a_c = w_c.x + b_c           for every class c, in one walk over the row
//     margin      m = a_y - a_r               y the true class, r the strongest of the others
//     step        t = rule(m, 2 |x|^2)        the change is x for y and -x for r
//     update      w_y += t*x, b_y += t;  w_r -= t*x, b_r -= t
//
// With the passive-aggressive rule this is the multiclass update of Crammer et al. 2006, section 8, also known as
// MIRA (Crammer and Singer 2003): the smallest change that puts the true class ahead by 1.
//
// Weights lie column by column, classes side by side, so that each number of a row meets one run of memory. Each
// class adds up its columns in rising order, from 0, and its bias last. Whether zeros are skipped cannot be seen: a sum
// that starts from +0 never becomes -0, and to any other number a product of zero adds nothing. So dense and sparse
// rows, with or without stored zeros, give the same bits.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "learn/learning.hpp"
#include "rows/row_lists.hpp"

namespace rosenblatt {

struct Planes {
    double* weights;  // n_columns x n_classes
    double* bias;     // n_classes
    std::int64_t n_classes;
    double bias_feature;
    bool last_wins;  // of classes with the same activation, guess the last, else the first
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
    Labels<std::int32_t> labels;
    Planes planes;
    Kept kept;
    std::vector<double> activations = std::vector<double>(std::size_t(planes.n_classes));

    struct Look {
        typename RowLists<Rows>::List row;
        double margin;
        std::int32_t guess, rival;
        bool wrong, asks, is_finite;
    };

    Look look(std::int64_t i) {
        double* a = activations.data();
        const auto row = rows.list(i);
        class_activations(rows, row, planes.weights, planes.bias, planes.n_classes, a);
        const std::int64_t truth = labels.target[i];
        const std::int64_t rival = strongest_but(truth, a, planes.n_classes);
        const std::int64_t guess = a[truth] > a[rival] ? truth : strongest(a, planes.n_classes, planes.last_wins);
        const double m = a[truth] - a[rival];
        const bool wrong = guess != truth;
        return {row,
                m,
                std::int32_t(guess),
                std::int32_t(rival),
                wrong,
                rule.asks(m) && Trigger::allows(wrong),
                std::isfinite(m)};
    }

    void learn(std::int64_t i, const Look& look, Tally& tally) const {
        learn_by_rule(
            rule, look, i, labels.weight_of(i), kept, tally,
            [&] { return 2.0 * (rows.norm2(i) + planes.bias_feature); },
            [&](double step, bool is_lag) {
                if (kept.lag_weights && !is_lag) fetch_lag(i, look);
                return is_lag ? shift(i, look, step, kept.lag_weights, kept.lag_bias)
                              : shift(i, look, step, planes.weights, planes.bias);
            });
    }

   private:
    // Measured: the lag of an average is seldom in the cache, so it comes while the weights are moved.
    ROSENBLATT_INLINE void fetch_lag(std::int64_t i, const Look& look) const {
        if constexpr (!std::is_same_v<Rows, ScoredRows>)
            for (std::int64_t p = 0; p < look.row.count; ++p) {
                const double* run = kept.lag_weights + std::int64_t(look.row.columns[p]) * planes.n_classes;
                __builtin_prefetch(run + labels.target[i], 1);
                __builtin_prefetch(run + look.rival, 1);
            }
    }

    // The true class gains, the rival loses; false if a number is no longer finite: v - v is 0 for a finite v and not a
    // number for the rest, and a sum never loses that.
    bool shift(std::int64_t i, const Look& look, double step, double* weights, double* bias) const {
        if constexpr (std::is_same_v<Rows, ScoredRows>) {
            return true;  // whoever scores them moves the scores
        } else {
            const std::int64_t truth = labels.target[i], rival = look.rival;
            double differences = 0.0;
            const auto move = [&](double* w, double by) {
                const double gained = w[truth] + by, lost = w[rival] - by;
                w[truth] = gained;
                w[rival] = lost;
                differences += (gained - gained) + (lost - lost);
            };
            for (std::int64_t p = 0; p < look.row.count; ++p)
                move(weights + std::int64_t(look.row.columns[p]) * planes.n_classes, step * double(look.row.values[p]));
            move(bias, step * planes.bias_feature);
            return differences == 0.0;
        }
    }
};

}  // namespace rosenblatt
