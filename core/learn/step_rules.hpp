// Step rules: how far one example moves the weights.
//
// Every learner of the family changes its weights by  step * sign * x  and nothing else, so each algorithm is a loss,
// which rises as the margin = sign * (w.x + b) falls, and a step against it. An example needs a step if its margin is
// not above the one that the rule aims for. The weight of an example scales the perceptron's step and the C of
// passive-aggressive.
#pragma once
#include <algorithm>

namespace rosenblatt {

// Rosenblatt 1958; with a margin above 0, Krauth and Mezard 1987.
struct PerceptronStep {
    double learning_rate;
    double margin;

    static constexpr bool kNeedsNorm = false, kUsesVariance = false;
    bool needs_step(double m) const { return m <= margin; }
    double step(double, double, double weight) const { return learning_rate * weight; }
    double loss(double m) const { return std::max(0.0, margin - m); }
};

// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer 2006, figure 1: the smallest change of the weights after which the
// margin of the example is 1. norm2 is |x|^2 with the bias counted as a feature.
//     PA     loss / norm2                  cap = infinity   softening = 0
//     PA-I   min(C, loss / norm2)          cap = C          softening = 0
//     PA-II  loss / (norm2 + 1 / (2C))     cap = infinity   softening = 1 / (2C)
struct PassiveAggressiveStep {
    double cap;
    double softening;

    static constexpr bool kNeedsNorm = true, kUsesVariance = false;
    bool needs_step(double m) const { return m < 1.0; }
    double step(double m, double norm2, double weight) const {
        return std::min(cap * weight, loss(m) / (norm2 + softening / weight));
    }
    double loss(double m) const { return std::max(0.0, 1.0 - m); }
};

// When a step is allowed: whenever the margin needs one, or only if the predicted label is wrong.
struct OnMargin {
    static bool allows(bool) { return true; }
};
struct OnMistake {
    static bool allows(bool wrong) { return wrong; }
};

}  // namespace rosenblatt
