// Logistic curves of scores that follow a stream: Platt's sigmoid, by one Newton step per row.
//
//     x = score / root of its mean square           so that the scale of the scores does not matter
//     p = 1 / (1 + exp(-(slope x + bias)))          the probability of the class
//     H = decay H + (1 - decay) ridge I + h (x, 1)(x, 1)^T
//     (slope, bias) += H^-1 ((t - p) (x, 1) - (1 - decay) ridge (slope, bias))     t is 1 for a row of the class, else
//     0
//
// The loss of a row, and with it what it says about the curve, counts for less by `decay` with each later row. Its
// curvature h is the mean of p (1 - p) and (t - p)^2, which agree on average once p is right; the second keeps a first
// surprise from throwing the curve far off where p (1 - p) is nearly 0. The ridge keeps H from vanishing where scores
// are all on one side.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace rosenblatt {

struct OnlineCurve {
    double slope, bias;
    double h_slope, h_mixed, h_bias;  // H
    double mean_square, seen;         // of the scores so far, and their number, each counted by its decay

    static constexpr double kLargest = 1e150;  // its square is finite

    void follow(double score, bool is_of_class, double decay, double ridge) {
        const double s = std::clamp(score, -kLargest, kLargest);
        seen = decay * seen + 1.0;
        rescale(mean_square + (s * s - mean_square) / seen, ridge);
        const double x = mean_square > 0.0 ? s / std::sqrt(mean_square) : 0.0;
        const double p = 1.0 / (1.0 + std::exp(-(slope * x + bias)));
        const double off = (is_of_class ? 1.0 : 0.0) - p;
        const double h = 0.5 * (p * (1.0 - p) + off * off), held = (1.0 - decay) * ridge;
        h_slope = decay * h_slope + held + h * x * x;
        h_mixed = decay * h_mixed + h * x;
        h_bias = decay * h_bias + held + h;
        const double by_slope = off * x - held * slope, by_bias = off - held * bias;
        const double determinant = h_slope * h_bias - h_mixed * h_mixed;
        slope = std::max(0.0, slope + (h_bias * by_slope - h_mixed * by_bias) / determinant);
        bias += (h_slope * by_bias - h_mixed * by_slope) / determinant;
    }

   private:
    static constexpr double kOtherScale = 1e12;

    // The same curve, for scores that are divided by the root of another mean square. If that is on quite another
    // scale, as after a first score that was nearly 0, the slope says nothing about it and begins anew.
    void rescale(double to, double ridge) {
        if (!(to <= kOtherScale * mean_square)) {
            slope = h_mixed = 0.0;
            h_slope = ridge;
        } else if (mean_square > 0.0) {
            const double times = std::sqrt(to / mean_square);
            slope *= times;
            h_slope /= times * times;
            h_mixed /= times;
        }
        mean_square = to;
    }
};

// Rows of scores, one for each curve; a row of class c is of the class of curve c, or of the only curve if c is 1.
inline void follow_scores(OnlineCurve* curves, std::int64_t n_curves, const double* scores, const std::int64_t* places,
                          std::int64_t n_rows, double decay, double ridge) {
    for (std::int64_t i = 0; i < n_rows; ++i)
        for (std::int64_t c = 0; c < n_curves; ++c)
            curves[c].follow(scores[i * n_curves + c], places[i] == (n_curves == 1 ? 1 : c), decay, ridge);
}

}  // namespace rosenblatt
