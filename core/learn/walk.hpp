// The one loop: walk over rows, predict each, and let the learner learn from it.
//
// A learner has two functions: predict(i) for row i, and learn(i, prediction, tally), which may move its weights.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

#include "learn/random.hpp"

namespace rosenblatt {

struct Tally {
    std::int64_t seen = 0, mistakes = 0, updates = 0;
    double loss = 0.0;
    std::int64_t overflowed_at = -1;  // the row whose activation or update was no longer finite
    std::int64_t picked = -1;         // the last row of the misclassified order
    double step = 0.0;                // of the last update
};

template <class Learner>
class Walk {
   public:
    Walk(Learner learner, std::int64_t max_updates, Tally& tally)
        : learner_(std::move(learner)), max_updates_(max_updates), tally_(tally) {}

    using Predicted = decltype(Learner::Prediction::predicted);

    bool finished() const { return tally_.updates >= max_updates_ || tally_.overflowed_at >= 0; }

    // Rows order[begin .. end) of a pass over order[0 .. count). What is predicted at step k goes to
    // predicted[k * stride], and the activations of several classes to the k-th row of `scores`, if there are any.
    void in_order(const std::int64_t* order, std::int64_t begin, std::int64_t end, std::int64_t count,
                  Predicted* predicted, std::int64_t stride, double* scores = nullptr) {
        for (std::int64_t k = begin; k < end && !finished(); ++k) {
            learner_.rows.prefetch(order, k, count);
            const auto prediction = learner_.predict(order[k]);
            predicted[k * stride] = prediction.predicted;
            if constexpr (requires { learner_.activations; })
                if (scores)
                    std::copy(learner_.activations.begin(), learner_.activations.end(),
                              scores + k * std::int64_t(learner_.activations.size()));
            learner_.learn(order[k], prediction, tally_);
        }
    }

    // Learns from a random one of the rows that need an update, `picks` times or until there are none (then true).
    //
    // The first such row in a fresh random order is a fair draw from all of them, and the order need be shuffled only
    // as far as the search went. `scanned` carries the search over calls, each limited to `most` rows.
    bool misclassified(std::int64_t* order, std::int64_t count, Random& random, std::int64_t& scanned,
                       std::int64_t most, std::int64_t picks) {
        while (most-- > 0 && !finished() && tally_.seen < picks) {
            if (scanned == count) return true;
            std::swap(order[scanned], order[scanned + random.below(count - scanned)]);
            const std::int64_t i = order[scanned++];
            const auto prediction = learner_.predict(i);
            if (learner_.targets.weight_of(i) == 0.0) continue;  // as if the row were absent
            if (!prediction.needs_update && prediction.is_finite) continue;
            learner_.learn(i, prediction, tally_);
            tally_.picked = i;
            scanned = 0;
        }
        return finished() || tally_.seen >= picks;
    }

    // Which of the first `count` rows need an update, without learning from them.
    void needs_update(bool* out, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = learner_.predict(i).needs_update;
    }

   private:
    Learner learner_;
    const std::int64_t max_updates_;
    Tally& tally_;
};

}  // namespace rosenblatt
