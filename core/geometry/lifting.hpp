// The solution of a system of whole numbers, digit by digit.
//
// Dixon, "Exact solution of linear equations using p-adic expansions", 1982: with a prime p that does not divide the
// determinant of A, and r_0 = b,
//
//     x_k = A^-1 r_k mod p,    r_(k+1) = (r_k - A x_k) / p
//
// are the digits of x = sum of x_k p^k, the solution of  A x = b  modulo every power of p.
//
// The r_k are whole and no larger than n times the largest number of A and b, so 128 bits hold them; and as the
// division leaves nothing over, it is a product with 1/p modulo 2^128, which no larger bits can change.
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace rosenblatt {

using Wide = unsigned __int128;  // of negative numbers, modulo 2^128

// The Mersenne prime 2^61 - 1: numbers are reduced by adding up their groups of 61 bits.
inline constexpr int kPrimeBits = 61;
inline constexpr std::uint64_t kPrime = (std::uint64_t(1) << kPrimeBits) - 1;

inline Wide fold_once(Wide value) { return (value & kPrime) + (value >> kPrimeBits); }

inline std::uint64_t modulo_prime(Wide value) {
    const auto folded = std::uint64_t(fold_once(fold_once(fold_once(value))));
    return folded >= kPrime ? folded - kPrime : folded;
}

inline std::uint64_t signed_modulo_prime(Wide value) {
    if (value >> 127 == 0) return modulo_prime(value);
    const std::uint64_t rest = modulo_prime(-value);
    return rest == 0 ? 0 : kPrime - rest;
}

// 1 / kPrime modulo 2^128: each step of Newton doubles the bits that are right, of which the first three are.
inline Wide inverse_of_prime() {
    Wide inverse = kPrime;
    for (int bits = 3; bits < 128; bits *= 2) inverse *= 2 - kPrime * inverse;
    return inverse;
}

class Lifting {
   public:
    // A and A^-1 mod p, both n x n and row by row, and b.
    Lifting(std::int64_t n, std::vector<Wide> matrix, const std::uint64_t* inverse, std::vector<Wide> right_side)
        : n_(n),
          matrix_(std::move(matrix)),
          inverse_(inverse),
          left_(std::move(right_side)),
          reduced_(std::size_t(n)) {}

    // Writes the next digit of each of the n numbers.
    void next(std::uint64_t* digits) {
        for (std::int64_t i = 0; i < n_; ++i) reduced_[std::size_t(i)] = signed_modulo_prime(left_[std::size_t(i)]);
        in_blocks([&](std::int64_t i, auto rows) { multiply<rows>(i, digits); });
        in_blocks([&](std::int64_t i, auto rows) { subtract<rows>(i, digits); });
    }

   private:
    static constexpr int kBlock = 4;  // rows at once, so that no sum waits for itself

    template <class F>
    void in_blocks(const F& f) const {
        std::int64_t i = 0;
        for (; i + kBlock <= n_; i += kBlock) f(i, std::integral_constant<int, kBlock>());
        for (; i < n_; ++i) f(i, std::integral_constant<int, 1>());
    }

    // Digits of rows i, i + 1, ... A product has 122 bits, so that 32 of them fit beside what was folded.
    template <int kRows>
    void multiply(std::int64_t i, std::uint64_t* digits) const {
        Wide sum[kRows] = {};
        for (std::int64_t j = 0; j < n_;) {
            for (const std::int64_t end = std::min(j + 32, n_); j < end; ++j)
                for (int k = 0; k < kRows; ++k) sum[k] += Wide(inverse_[(i + k) * n_ + j]) * reduced_[std::size_t(j)];
            for (Wide& one : sum) one = fold_once(one);
        }
        for (int k = 0; k < kRows; ++k) digits[i + k] = modulo_prime(sum[k]);
    }

    template <int kRows>
    void subtract(std::int64_t i, const std::uint64_t* digits) {
        Wide product[kRows] = {};
        for (std::int64_t j = 0; j < n_; ++j)
            for (int k = 0; k < kRows; ++k) product[k] += matrix_[std::size_t((i + k) * n_ + j)] * digits[j];
        for (int k = 0; k < kRows; ++k) {
            Wide& left = left_[std::size_t(i + k)];
            left = (left - product[k]) * inverse_of_prime_;
        }
    }

    const std::int64_t n_;
    const std::vector<Wide> matrix_;
    const std::uint64_t* inverse_;
    std::vector<Wide> left_;
    std::vector<std::uint64_t> reduced_;
    const Wide inverse_of_prime_ = inverse_of_prime();
};

}  // namespace rosenblatt
