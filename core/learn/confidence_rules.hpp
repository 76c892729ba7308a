// Confidence-weighted step rules: how far one example moves the weights, and how much surer it makes them.
//
// The weights are the mean of a normal distribution with the covariance S, so that the margin of an example x has the
// mean  m = sign * (w.x + b)  and the variance  v = x'Sx  (the bias counts as a feature). An update is
//
//     w  +=  step * sign * S x
//     S  -=  beta * S x x' S          which is  S^-1 += gain * x x'  with  beta = gain / (1 + gain v)
//
// with step and beta by the rule. A diagonal S keeps the diagonal of the result,
//
//     s_j  -=  beta * (s_j x_j)^2     which is  s_j *= 1 - beta s_j x_j^2
//
// as Crammer, Dredze and Pereira 2008 do where they project by the Euclidean distance. The other form in use keeps the
// diagonal of the inverse, 1/s_j += gain x_j^2: their projection by the Kullback-Leibler divergence. It makes every
// weight of a row of many columns as sure as if the row had that column alone; measured, that costs accuracy on tables
// (docs/learners.md).
//
// As s_j x_j^2 <= v, the factor is at least  1 - beta v = least,  which keeps variances above 0 where the difference is
// rounded to 0.
#pragma once
#include <algorithm>
#include <cmath>

namespace rosenblatt {

struct Shrinkage {
    double beta, least;
};

// Crammer, Kulesza and Dredze 2009, figure 1: adaptive regularisation of weights. The weight of an example divides r.
struct ArowStep {
    double r;

    static constexpr bool kNeedsNorm = true, kUsesVariance = true, kVarianceDecides = false;
    bool needs_step(double m) const { return m < 1.0; }
    double step(double m, double v, double weight) const { return loss(m) / (v + r / weight); }
    Shrinkage shrinkage(double, double v, double weight) const {
        const double beta = 1.0 / (v + r / weight);
        return {beta, r / weight * beta};
    }
    double loss(double m) const { return std::max(0.0, 1.0 - m); }
};

}  // namespace rosenblatt
