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

// Wang, Zhao and Hoi 2012, propositions 1 and 2: soft confidence-weighted learning. An example needs a step if the
// probability of a positive margin is below the confidence, that is, if  m < phi sqrt(v)  with phi the quantile of the
// normal distribution at the confidence.
//     CW      cap = infinity   softening = 0          Crammer, Dredze and Pereira 2008: the smallest change of the
//                                                     distribution after which it is not
//     SCW-I   cap = C          softening = 0          the same, with a step of at most C
//     SCW-II  cap = infinity   softening = 1 / (2C)   n = v + 1 / (2C) in place of v
// The weight of an example scales C. The formulas are those of the paper with q = n / v, so that no v^2 underflows, and
// with sqrt(u), the standard deviation of the margin after the step, as a quotient of sums, which loses no digits.
struct ConfidenceStep {
    double phi, cap, softening;

    static constexpr bool kNeedsNorm = true, kUsesVariance = true, kVarianceDecides = true;
    static constexpr double kCertain = 1e-100;      // on rows that no plane separates, variances would fall without end
    bool needs_step(double) const { return true; }  // that is for the variance to decide
    bool needs_step(double m, double v) const { return m < phi * std::sqrt(v); }
    double step(double m, double v, double weight) const {
        const double q = 1.0 + softening / (weight * v), phi2 = phi * phi;
        const double root = phi * std::sqrt(phi2 * m * m + 4.0 * q * (q + phi2) * v);
        return std::min(cap * weight, std::max(0.0, (root - m * (2.0 * q + phi2)) / (2.0 * q * (q + phi2) * v)));
    }
    Shrinkage shrinkage(double step, double v, double) const {
        if (v < kCertain) return {0.0, 1.0};
        const double moved = step * v * phi, after = 2.0 * v / (moved + std::sqrt(moved * moved + 4.0 * v));
        return {step * phi / (after + moved), after / (after + moved)};
    }
    double loss(double m, double v) const { return std::max(0.0, phi * std::sqrt(v) - m); }
};

}  // namespace rosenblatt
