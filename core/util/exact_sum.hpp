// Exact sums of doubles and of their squares, so that neither the order of additions nor their grouping changes a bit.
//
// The sum is one long fixed-point number, wide enough for every double (Kulisch 1971), whose digits may hold carries
// for a while (Neal, "Fast exact summation using small and large superaccumulators", 2015, arXiv:1505.05571).
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "util/require.hpp"

namespace rosenblatt {

// A finite double: mantissa * 2^(exponent - 1074), less than 0 if it is negative.
struct Unpacked {
    std::uint64_t mantissa;
    unsigned exponent;
    bool is_negative;

    explicit Unpacked(std::uint64_t bits) {
        const auto biased = unsigned(bits >> 52) & 0x7ff;
        mantissa = (bits & ((std::uint64_t(1) << 52) - 1)) | (std::uint64_t(biased != 0) << 52);
        exponent = biased - (biased != 0);
        is_negative = (bits >> 63) != 0;
    }
};

// A whole number of kDigits digits of 32 bits, the lowest first; the highest has the sign.
template <std::size_t kDigits>
class LongSum {
   public:
    // Adds value * 2^shift, or subtracts it.
    void add(std::uint64_t value, unsigned shift, bool is_negative) {
        const unsigned __int128 shifted = static_cast<unsigned __int128>(value) << (shift % 32);
        const std::int64_t flip = -std::int64_t(is_negative);  // (x ^ -1) - -1 is -x
        std::int64_t* digits = digits_.data() + shift / 32;
        digits[0] += (std::int64_t(std::uint32_t(shifted)) ^ flip) - flip;
        digits[1] += (std::int64_t(std::uint32_t(shifted >> 32)) ^ flip) - flip;
        digits[2] += (std::int64_t(shifted >> 64) ^ flip) - flip;
        if (++n_added_ == kMostAdded) carry();
    }

    void add(LongSum other) {
        other.carry();
        carry();
        for (std::size_t i = 0; i < kDigits; ++i) digits_[i] += other.digits_[i];
        carry();
    }

    // Two's complement, the lowest byte first.
    std::string bytes() const {
        LongSum carried = *this;
        carried.carry();
        std::string found;
        for (const std::int64_t digit : carried.digits_)
            for (int shift = 0; shift < 32; shift += 8) found.push_back(char(digit >> shift));
        return found;
    }

    // The same; there may be fewer bytes, of which the last has the sign.
    static LongSum from_bytes(std::string bytes) {
        require(!bytes.empty() && bytes.size() <= 4 * kDigits, "at least one byte, and as many as a sum may have");
        bytes.resize(4 * kDigits, static_cast<signed char>(bytes.back()) < 0 ? char(-1) : char(0));
        LongSum sum;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            sum.digits_[i / 4] |= std::int64_t(static_cast<unsigned char>(bytes[i])) << (8 * (i % 4));
        sum.digits_.back() = std::int32_t(sum.digits_.back());
        return sum;
    }

   private:
    static constexpr std::uint32_t kMostAdded = 1u << 30;  // each changes a digit by less than 2^32

    // Leaves 32 bits in each digit.
    void carry() {
        for (std::size_t i = 0; i + 1 < kDigits; ++i) {
            digits_[i + 1] += digits_[i] >> 32;
            digits_[i] &= 0xffffffff;
        }
        n_added_ = 0;
    }

    std::array<std::int64_t, kDigits> digits_{};
    std::uint32_t n_added_ = 0;
};

// The sum of 2^63 doubles has 2098 + 63 bits and a sign, in units of 2^-1074.
using ValueSum = LongSum<68>;
// That of their squares has 4196 + 63, in units of 2^-2148.
using SquareSum = LongSum<134>;

inline void add_value(ValueSum& sum, const Unpacked& x) { sum.add(x.mantissa, x.exponent, x.is_negative); }

inline void add_square(SquareSum& sum, const Unpacked& x) {
    const auto square = static_cast<unsigned __int128>(x.mantissa) * x.mantissa;
    sum.add(std::uint64_t(square), 2 * x.exponent, false);
    sum.add(std::uint64_t(square >> 64), 2 * x.exponent + 64, false);
}

}  // namespace rosenblatt
