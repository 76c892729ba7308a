// How far to move when an example arrives.
//
// Every learner of the family changes its weights by  step * sign * x  and nothing else, so each
// algorithm is one function: margin -> step >= 0, where margin = sign * (w.x + b).
// Its loss is what the step works against; it is only reported.
#pragma once
#include <algorithm>

namespace rosenblatt {

// Rosenblatt 1958; with a margin above 0, Krauth and Mezard 1987.
struct PerceptronStep {
    double learning_rate;
    double margin;

    double operator()(double m) const { return m <= margin ? learning_rate : 0.0; }
    double loss(double m) const { return std::max(0.0, margin - m); }
};

// When a step may be taken: whenever the rule asks for one, or only if the guessed label is wrong.
struct OnMargin {
    static bool allows(bool) { return true; }
};
struct OnMistake {
    static bool allows(bool wrong) { return wrong; }
};

}  // namespace rosenblatt
