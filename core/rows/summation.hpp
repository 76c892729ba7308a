// One fixed order of summation, so that sums have the same bits on every CPU and for every storage of a row.
//
// A dot product is split over kLanes running sums: the term of column j goes to lane j % kLanes, in rising order of j.
// A column that is not stored is a term of zero and leaves its lane unchanged, so sparse and dense rows agree to the
// last bit. At the end the lanes are added in halves. Nothing here depends on the width of a vector register, and
// contraction (a * b + c in one rounding) is off.
#pragma once

namespace rosenblatt {

inline constexpr int kLanes = 8;

// j % kLanes for j >= 0, without the care that % takes of signs.
template <class Index>
constexpr int lane_of(Index j) {
    return static_cast<int>(j & (kLanes - 1));
}

inline double fold(const double (&lane)[kLanes]) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

}  // namespace rosenblatt
