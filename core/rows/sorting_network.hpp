// Batcher's bitonic sorting network (1968): which numbers are compared does not depend on the numbers, so that vectors
// of them can be compared at once and no branch is ever mispredicted.
//
// To merge two sorted runs, each number is compared with its mirror image in the other run, then with the number half a
// run apart, then a quarter, and so on; the lesser always goes to the front.
#pragma once
#include <immintrin.h>

#include <cstdint>

#include "rows/vector_kernels.hpp"

namespace rosenblatt {
namespace {

constexpr int kPerVector = 8;
using Ints = __m256i;

inline Ints mirrored(Ints v) { return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0)); }

// Compares each number with another of its vector; at the places of kLater the greater stays, at others the lesser.
template <int kLater>
inline Ints compare(Ints v, Ints others) {
    return _mm256_blend_epi32(_mm256_min_epi32(v, others), _mm256_max_epi32(v, others), kLater);
}

constexpr int kOfTwo = 0b10101010, kOfFour = 0b11001100, kOfEight = 0b11110000;

inline Ints compare_at_1(Ints v) { return compare<kOfTwo>(v, _mm256_shuffle_epi32(v, 0b10110001)); }
inline Ints compare_at_2(Ints v) { return compare<kOfFour>(v, _mm256_shuffle_epi32(v, 0b01001110)); }
inline Ints compare_at_4(Ints v) { return compare<kOfEight>(v, _mm256_permute2x128_si256(v, v, 1)); }

inline Ints sort_one(Ints v) {
    v = compare_at_1(v);
    v = compare_at_1(compare<kOfFour>(v, _mm256_shuffle_epi32(v, 0b00011011)));
    return compare_at_1(compare_at_2(compare<kOfEight>(v, mirrored(v))));
}

template <int kCount>
void sort_vectors(std::int32_t* numbers) {
    Ints v[kCount];
    const auto place = [numbers](int i) { return reinterpret_cast<Ints*>(numbers + i * kPerVector); };
    const auto order_pair = [&v](int i, int k) {
        const Ints a = v[i], b = v[k];
        v[i] = _mm256_min_epi32(a, b);
        v[k] = _mm256_max_epi32(a, b);
    };
    for (int i = 0; i < kCount; ++i) v[i] = sort_one(_mm256_loadu_si256(place(i)));
    for (int run = 2; run <= kCount; run *= 2) {
        for (int first = 0; first < kCount; first += run)
            for (int i = first, k = first + run - 1; i < k; ++i, --k) {
                v[k] = mirrored(v[k]);
                order_pair(i, k);
                v[k] = mirrored(v[k]);
            }
        for (int gap = run / 4; gap > 0; gap /= 2)
            for (int first = 0; first < kCount; first += 2 * gap)
                for (int i = first; i < first + gap; ++i) order_pair(i, i + gap);
        for (int i = 0; i < kCount; ++i) v[i] = compare_at_1(compare_at_2(compare_at_4(v[i])));
    }
    for (int i = 0; i < kCount; ++i) _mm256_storeu_si256(place(i), v[i]);
}

// Sorts as many vectors as hold `size` numbers; the last is filled up with the largest number.
template <int kCount = 2>
void sort_by_network(std::int32_t* numbers, std::int64_t size) {
    constexpr int kRoom = kCount * kPerVector;
    if constexpr (kRoom < kMostSorted)
        if (size > kRoom) return sort_by_network<2 * kCount>(numbers, size);
    for (std::int64_t i = size; i < kRoom; ++i) numbers[i] = INT32_MAX;
    sort_vectors<kCount>(numbers);
}

}  // namespace
}  // namespace rosenblatt
