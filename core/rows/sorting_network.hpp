// Batcher's bitonic sorting network (1968): which numbers are compared does not depend on the numbers, so that vectors
// of them can be compared at once and no branch is ever guessed wrongly.
//
// Two sorted runs are merged so: first each number meets its mirror image in the other run, then numbers half a run
// apart meet, then a quarter, and so on; the lesser always goes to the front.
#pragma once
#include <immintrin.h>

#include <cstdint>

#include "rows/vector_kernels.hpp"

namespace rosenblatt {
namespace {

constexpr int kInAVector = 8;
using Numbers = __m256i;

inline Numbers mirrored(Numbers v) { return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0)); }

// Each number meets another of its vector; at the places of kLater the greater stays, at others the lesser.
template <int kLater>
inline Numbers meet(Numbers v, Numbers others) {
    return _mm256_blend_epi32(_mm256_min_epi32(v, others), _mm256_max_epi32(v, others), kLater);
}

constexpr int kOfTwo = 0b10101010, kOfFour = 0b11001100, kOfEight = 0b11110000;

inline Numbers meet_at_1(Numbers v) { return meet<kOfTwo>(v, _mm256_shuffle_epi32(v, 0b10110001)); }
inline Numbers meet_at_2(Numbers v) { return meet<kOfFour>(v, _mm256_shuffle_epi32(v, 0b01001110)); }
inline Numbers meet_at_4(Numbers v) { return meet<kOfEight>(v, _mm256_permute2x128_si256(v, v, 1)); }

inline Numbers sort_one(Numbers v) {
    v = meet_at_1(v);
    v = meet_at_1(meet<kOfFour>(v, _mm256_shuffle_epi32(v, 0b00011011)));
    return meet_at_1(meet_at_2(meet<kOfEight>(v, mirrored(v))));
}

template <int kCount>
void sort_vectors(std::int32_t* numbers) {
    Numbers v[kCount];
    const auto place = [numbers](int i) { return reinterpret_cast<Numbers*>(numbers + i * kInAVector); };
    const auto meet_in_order = [&v](int i, int k) {
        const Numbers a = v[i], b = v[k];
        v[i] = _mm256_min_epi32(a, b);
        v[k] = _mm256_max_epi32(a, b);
    };
    for (int i = 0; i < kCount; ++i) v[i] = sort_one(_mm256_loadu_si256(place(i)));
    for (int run = 2; run <= kCount; run *= 2) {
        for (int first = 0; first < kCount; first += run)
            for (int i = first, k = first + run - 1; i < k; ++i, --k) {
                v[k] = mirrored(v[k]);
                meet_in_order(i, k);
                v[k] = mirrored(v[k]);
            }
        for (int gap = run / 4; gap > 0; gap /= 2)
            for (int first = 0; first < kCount; first += 2 * gap)
                for (int i = first; i < first + gap; ++i) meet_in_order(i, i + gap);
        for (int i = 0; i < kCount; ++i) v[i] = meet_at_1(meet_at_2(meet_at_4(v[i])));
    }
    for (int i = 0; i < kCount; ++i) _mm256_storeu_si256(place(i), v[i]);
}

// Sorts as many vectors as hold `size` numbers, the last of them filled up.
template <int kCount = 2>
void sort_by_network(std::int32_t* numbers, std::int64_t size) {
    constexpr int kRoom = kCount * kInAVector;
    if constexpr (kRoom < kMostSorted)
        if (size > kRoom) return sort_by_network<2 * kCount>(numbers, size);
    for (std::int64_t i = size; i < kRoom; ++i) numbers[i] = INT32_MAX;
    sort_vectors<kCount>(numbers);
}

}  // namespace
}  // namespace rosenblatt
