// What a walk changes: the weights, and what it records besides them.
#pragma once
#include <cstdint>
#include <vector>

namespace rosenblatt {

// Every update of a walk, in order: which row moved the weights, by what step, against which rival (of several
// classes), and how many examples had been seen by then, that row among them.
struct UpdateLog {
    std::vector<std::int64_t> rows, seen;
    std::vector<double> steps;
    std::vector<std::int32_t> rivals;
};

// What a walk writes besides the last weights; either may be missing.
//
// The sum of the weights after each example, lazily: if the k-th update adds d_k at example t_k, the sum over T
// examples is  T w - lag  with  lag = sum of (t_k - 1) d_k,  so an example without an update costs nothing.
// (Daume 2006, figure 2.3.) And the updates themselves.
struct SideOutputs {
    double* lag_weights = nullptr;
    double* lag_bias = nullptr;
    std::int64_t seen = 0;  // before this walk
    UpdateLog* log = nullptr;

    SideOutputs without_lag() const { return {nullptr, nullptr, seen, log}; }
};

// The plane of two classes, or the planes of several: n_biases numbers per column, and one bias each. A
// confidence-weighted learner has a variance for each of these numbers or, of two classes, the covariance of all, the
// bias last.
struct State {
    double *weights, *bias;
    std::int64_t n_weights, n_biases;
    double *lag_weights, *lag_bias;  // null without an average
    std::int64_t seen;               // examples, of all walks
    bool keeps_updates;
    double *variances, *bias_variances;  // null unless the rule uses them
    double* covariance;                  // (n_weights + 1) x (n_weights + 1), in place of the variances, or null
    UpdateLog log = {};

    // Numbers that a row touches, by its number of entries.
    std::int64_t work(std::int64_t entries) const {
        return covariance ? (entries + n_weights + 1) * (n_weights + 1) : entries * n_biases;
    }

    SideOutputs side_outputs() { return {lag_weights, lag_bias, seen, keeps_updates ? &log : nullptr}; }
};

}  // namespace rosenblatt
