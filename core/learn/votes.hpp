// Every intermediate model votes, weighted by how many examples it survived (Freund and Schapire 1999, figure 1).
//
// The models are never formed. With products[u][r] = stored row u times row r, the activation of row r is a running
// sum over the updates:
//     a_0[r] = that of the first weights;   a_k[r] = a_(k-1)[r] + step_k * (products[row_k][r] + bias feature)
// and after each update every row gets one more vote. Rows are adjacent, so that one update is one short loop.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace rosenblatt {

// The updates of a walk, in order.
struct VoteUpdates {
    const std::int64_t* row;  // which stored row was added
    const double* step;       // with its sign
    const double* survived;   // examples that the first weights survived, then those after each update
    std::int64_t count;
};

// The votes of models begin .. end of updates.count + 1. Two classes: a vote is +1 or -1.
inline void vote(const double* products, std::int64_t n, const VoteUpdates& updates, std::int64_t begin,
                 std::int64_t end, double bias_feature, double tie, double* __restrict a, double* __restrict votes) {
    for (std::int64_t k = begin; k < end; ++k) {
        if (k > 0) {
            const double step = updates.step[k - 1];
            const double* __restrict p = products + updates.row[k - 1] * n;
            for (std::int64_t r = 0; r < n; ++r) a[r] += step * (p[r] + bias_feature);
        }
        const double survived = updates.survived[k];
        for (std::int64_t r = 0; r < n; ++r) votes[r] += a[r] > tie ? survived : -survived;
    }
}

// Several classes: a[c * n + r] is the activation of class c; a vote goes to the class with the largest.
inline void vote_among(const double* products, std::int64_t n, const VoteUpdates& updates, const std::int32_t* gains,
                       const std::int32_t* loses, std::int64_t begin, std::int64_t end, double bias_feature,
                       bool last_wins, std::int64_t n_classes, double* __restrict a, double* __restrict votes) {
    std::vector<double> best(static_cast<std::size_t>(n));
    std::vector<std::int64_t> winner(static_cast<std::size_t>(n));
    for (std::int64_t k = begin; k < end; ++k) {
        if (k > 0) {
            const double step = updates.step[k - 1];
            const double* __restrict p = products + updates.row[k - 1] * n;
            double* gaining = a + gains[k - 1] * n;
            double* losing = a + loses[k - 1] * n;
            for (std::int64_t r = 0; r < n; ++r) {
                const double change = step * (p[r] + bias_feature);
                gaining[r] += change;
                losing[r] -= change;
            }
        }
        const double survived = updates.survived[k];
        if (survived == 0.0) continue;
        std::copy(a, a + n, best.begin());
        std::fill(winner.begin(), winner.end(), 0);
        for (std::int64_t c = 1; c < n_classes; ++c) {
            const double* activation = a + c * n;
            for (std::int64_t r = 0; r < n; ++r) {
                const bool wins = last_wins ? activation[r] >= best[r] : activation[r] > best[r];
                best[r] = wins ? activation[r] : best[r];
                winner[r] = wins ? c : winner[r];
            }
        }
        for (std::int64_t r = 0; r < n; ++r) votes[winner[r] * n + r] += survived;
    }
}

}  // namespace rosenblatt
