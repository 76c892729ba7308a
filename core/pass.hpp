// The one loop: walk over rows in a given order, guess each, and let the step rule move the weights.
//
//     activation  a = w.x + b
//     margin      m = sign * a
//     step        t = rule(m, |x|^2)     only if the rule asks for one
//     update      w += t*sign*x,  b += t*sign
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "random.hpp"

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

    template <class Rows>
    double activation(const Rows& rows, std::int64_t i) const {
        return rows.dot(i, weights) + *bias;
    }
};

// What there is to learn about the rows: -1 or +1, and how much each counts. A stride of 0 lets all share one weight.
struct Labels {
    const std::int8_t* sign;
    const double* weight;
    std::int64_t weight_stride;
};

// The sum of the weights after each example, kept lazily. If the k-th update adds d_k at example t_k, the sum over
// T examples is  T w - lag  with  lag = sum of (t_k - 1) d_k,  so an example without an update costs nothing.
// (Daume 2006, figure 2.3.) Without weights, no sum is kept.
struct Average {
    double* lag_weights = nullptr;
    double* lag_bias = nullptr;
    std::int64_t seen = 0;  // before this walk
};

struct Tally {
    std::int64_t seen = 0, mistakes = 0, updates = 0;
    double loss = 0.0;
    std::int64_t overflowed_at = -1;  // the row whose activation or update was no longer finite
};

template <class Rule, class Trigger, class Rows>
class Walk {
   public:
    Walk(const Rule& rule, const Rows& rows, const Labels& labels, const Plane& plane, const Average& average,
         std::int64_t max_updates, Tally& tally)
        : rule_(rule),
          rows_(rows),
          labels_(labels),
          plane_(plane),
          average_(average),
          max_updates_(max_updates),
          tally_(tally) {}

    bool finished() const { return tally_.updates >= max_updates_ || tally_.overflowed_at >= 0; }

    // Rows order[begin .. end) of a pass that goes on to order[count). Whether each was
    // guessed positive goes to guess[0], guess[stride] ...
    void in_order(const std::int64_t* order, std::int64_t begin, std::int64_t end, std::int64_t count, bool* guess,
                  std::int64_t guess_stride) {
        for (std::int64_t k = begin; k < end && !finished(); ++k) {
            rows_.prefetch(order, k, count);
            const Look look = look_at(order[k]);
            guess[k * guess_stride] = look.positive;
            learn(order[k], look);
        }
    }

    // A random one of the rows that ask for an update, `picks` times or until there are none (then true).
    //
    // The first such row in a fresh random order is a fair draw from all of them, and the order need be
    // shuffled only as far as one has looked. `scanned` carries the search over calls of limited length.
    bool misclassified(std::int64_t* order, std::int64_t count, Random& random, std::int64_t& scanned,
                       std::int64_t looks, std::int64_t picks) {
        while (looks-- > 0 && !finished() && tally_.seen < picks) {
            if (scanned == count) return true;
            std::swap(order[scanned], order[scanned + random.below(count - scanned)]);
            const std::int64_t i = order[scanned++];
            const Look look = look_at(i);
            if (!look.asks && std::isfinite(look.activation)) continue;
            learn(i, look);
            scanned = 0;
        }
        return finished() || tally_.seen >= picks;
    }

   private:
    struct Look {
        double activation, margin;
        bool positive, wrong, asks;
    };

    Look look_at(std::int64_t i) const {
        const double a = plane_.activation(rows_, i);
        const double m = labels_.sign[i] * a;
        const bool positive = a > plane_.tie;
        const bool wrong = positive != (labels_.sign[i] > 0);
        return {a, m, positive, wrong, rule_.asks(m) && Trigger::allows(wrong)};
    }

    void learn(std::int64_t i, const Look& look) {
        const double weight = labels_.weight[i * labels_.weight_stride];
        if (weight == 0.0) return;  // a row of weight 0 is not there
        ++tally_.seen;
        tally_.mistakes += look.wrong;
        tally_.loss += rule_.loss(look.margin);
        if (!std::isfinite(look.activation)) tally_.overflowed_at = i;
        if (!look.asks) return;

        double norm2 = 0.0;
        if constexpr (Rule::kNeedsNorm) {
            norm2 = rows_.norm2(i) + plane_.bias_feature;
            if (norm2 == 0.0) return;  // a row of zeros without a bias has nothing to move
            if (!std::isfinite(norm2)) tally_.overflowed_at = i;
        }
        const double move = rule_.step(look.margin, norm2, weight) * labels_.sign[i];
        bool finite = rows_.add(i, move, plane_.weights);
        *plane_.bias += move * plane_.bias_feature;
        if (average_.lag_weights) {
            const double lag = move * double(average_.seen + tally_.seen - 1);
            finite &= rows_.add(i, lag, average_.lag_weights);
            *average_.lag_bias += lag * plane_.bias_feature;
        }
        if (!finite || !std::isfinite(*plane_.bias)) tally_.overflowed_at = i;
        ++tally_.updates;
    }

    // Copies, so that the compiler need not look again after every store.
    const Rule rule_;
    const Rows rows_;
    const Labels labels_;
    const Plane plane_;
    const Average average_;
    const std::int64_t max_updates_;
    Tally& tally_;
};

}  // namespace rosenblatt
