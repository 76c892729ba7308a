// The one loop: walk over rows, look at each, and let the learner learn from it.
//
// A learner answers two questions: look(i), what it makes of row i, and learn(i, look), which may move its weights.
#pragma once
#include <cstdint>
#include <utility>

#include "learn/random.hpp"

namespace rosenblatt {

struct Tally {
    std::int64_t seen = 0, mistakes = 0, updates = 0;
    double loss = 0.0;
    std::int64_t overflowed_at = -1;  // the row whose activation or update was no longer finite
    std::int64_t picked = -1;         // the row that the misclassified order met last
    double step = 0.0;                // of the last update
};

template <class Learner>
class Walk {
   public:
    Walk(Learner learner, std::int64_t max_updates, Tally& tally)
        : learner_(std::move(learner)), max_updates_(max_updates), tally_(tally) {}

    using Guess = decltype(Learner::Look::guess);

    bool finished() const { return tally_.updates >= max_updates_ || tally_.overflowed_at >= 0; }

    const auto& rows() const { return learner_.rows; }
    const auto& labels() const { return learner_.labels; }

    // Go on with other rows.
    template <class Rows, class Labels>
    void go_to(const Rows& rows, const Labels& labels) {
        learner_.rows = rows;
        learner_.labels = labels;
    }

    // Names the row that overflowed, if one did, by what it is called elsewhere.
    template <class Name>
    void name_row(const Name& name) {
        if (tally_.overflowed_at >= 0) tally_.overflowed_at = name(tally_.overflowed_at);
    }

    // Rows order[begin .. end) of a pass that goes on to order[count). The guesses go to guess[0], guess[stride] ...
    template <class Guess>
    void in_order(const std::int64_t* order, std::int64_t begin, std::int64_t end, std::int64_t count, Guess* guess,
                  std::int64_t guess_stride) {
        for (std::int64_t k = begin; k < end && !finished(); ++k) {
            learner_.rows.prefetch(order, k, count);
            const auto look = learner_.look(order[k]);
            guess[k * guess_stride] = look.guess;
            learner_.learn(order[k], look, tally_);
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
            const auto look = learner_.look(i);
            if (learner_.labels.weight_of(i) == 0.0) continue;  // a row of weight 0 is not there
            if (!look.asks && look.is_finite) continue;
            learner_.learn(i, look, tally_);
            tally_.picked = i;
            scanned = 0;
        }
        return finished() || tally_.seen >= picks;
    }

    // Which of the first `count` rows ask for an update, without learning from them.
    void asks(bool* out, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) out[i] = learner_.look(i).asks;
    }

   private:
    Learner learner_;
    const std::int64_t max_updates_;
    Tally& tally_;
};

}  // namespace rosenblatt
