// One fixed order of summation, so that every CPU and every way of storing a row gives the same bits.
//
// A dot product is split over kLanes running sums: the term of column j goes to lane j % kLanes, in
// rising order of j. A column that is not stored is a term of zero and leaves its lane as it was, so
// sparse and dense rows agree to the last bit. At the end the lanes are folded in halves. Nothing here
// depends on the width of a vector register, and contraction (a * b + c in one rounding) is off.
#pragma once

namespace rosenblatt {

inline constexpr int kLanes = 8;

// j % kLanes, without the sign that % has to look after.
template <class Index>
constexpr int lane_of(Index j) {
    return static_cast<int>(j & (kLanes - 1));
}

inline double fold(const double (&lane)[kLanes]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

}  // namespace rosenblatt
