// The widest plane by descent in the multipliers of the rows.
//
// The shortest z with <z, a_i> >= 1 for every row is z = sum of u_i a_i with the u_i >= 0 that maximise
// sum of u_i - |z|^2 / 2. A visit of row i sets u_i to the best value while the others stay:
//
//     u_i <- max(0, u_i + (1 - <z, a_i>) / |a_i|^2)
//
// This is the step of passive-aggressive learning, but for u_i, the sum of the steps on row i, which stays at least 0.
//
// Hsieh et al., "A dual coordinate descent method for large-scale linear SVM", ICML 2008, without a limit of u_i.
#pragma once
#include <algorithm>
#include <cstdint>

#include "rows/rows.hpp"

namespace rosenblatt {

// Visits rows order[begin .. end) of a pass over order[0 .. count); false if z is no longer finite.
template <class Rows>
bool descend(Rows& rows, const std::int64_t* order, std::int64_t begin, std::int64_t end, std::int64_t count,
             double* multipliers, double* z) {
    bool finite = true;
    for (std::int64_t k = begin; k < end && finite; ++k) {
        rows.prefetch(order, k, count);
        const std::int64_t i = order[k];
        const double missing = 1.0 - rows.dot(i, z), before = multipliers[i];
        if (missing == 0.0 || (missing < 0.0 && before == 0.0)) continue;
        const double norm2 = rows.norm2(i);
        if (norm2 == 0.0) continue;
        multipliers[i] = std::max(0.0, before + missing / norm2);
        finite = rows.add(i, multipliers[i] - before, z);
    }
    return finite;
}

}  // namespace rosenblatt
