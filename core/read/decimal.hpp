// The nearest double to a decimal number in a text.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

#if !defined(__cpp_lib_to_chars)
#include <clocale>
#include <cstdlib>
#include <string>
#if defined(__APPLE__)
#include <xlocale.h>
#endif
#endif

namespace rosenblatt {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The powers of ten that a double holds exactly.
constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Whether a well-formed number outside the range of doubles is too large; if not, it is too close to zero. `exponent`
// is the one written after e.
inline bool is_beyond(const char* begin, const char* end, std::int64_t exponent) {
    const char* dot = std::find_if_not(begin, end, [](char c) { return c == '-' || is_digit(c); });
    const char* leading = std::find_if(begin, end, [](char c) { return c >= '1' && c <= '9'; });
    return dot - leading + exponent > 0;
}

// For any number that is well formed and has no plus in front.
inline double round_any_decimal(const char* begin, const char* end, std::int64_t exponent) {
#if defined(__cpp_lib_to_chars)
    double value = 0.0;
    if (std::from_chars(begin, end, value).ec == std::errc()) return value;
    const double size = is_beyond(begin, end, exponent) ? std::numeric_limits<double>::infinity() : 0.0;
    return *begin == '-' ? -size : size;
#else  // the library of macOS
    (void)exponent;
    static const locale_t c_locale = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtod_l(std::string(begin, end).c_str(), nullptr, c_locale);
#endif
}

// Reads [+-]digits[.digits][e[+-]digits] into `value`; returns where it ends, or nullptr if there is none. A character
// that is not part of a number must follow.
//
// A number of at most 2^53 times or divided by a power of ten of at most 10^22 has two exact operands, so that the one
// rounding of IEEE 754 results in the nearest double: Clinger, "How to read floating point numbers accurately" (1990).
inline const char* read_decimal(const char* p, double& value) {
    const bool negative = *p == '-';
    if (*p == '+') ++p;
    const char* begin = p;
    if (negative) ++p;
    const char* digits = p;
    std::uint64_t mantissa = 0;
    while (is_digit(*p)) mantissa = mantissa * 10 + std::uint64_t(*p++ - '0');
    std::int64_t n_digits = p - digits, exponent = 0;
    if (*p == '.') {
        const char* fraction = ++p;
        while (is_digit(*p)) mantissa = mantissa * 10 + std::uint64_t(*p++ - '0');
        exponent = fraction - p;
        n_digits += p - fraction;
    }
    if (n_digits == 0) return nullptr;
    std::int64_t written = 0;
    if (*p == 'e' || *p == 'E') {
        ++p;
        const bool minus = *p == '-';
        if (*p == '-' || *p == '+') ++p;
        if (!is_digit(*p)) return nullptr;
        constexpr std::int64_t kFarBeyond = 1'000'000'000;
        while (is_digit(*p)) written = std::min(written * 10 + (*p++ - '0'), kFarBeyond);
        if (minus) written = -written;
    }
    exponent += written;
    if (n_digits <= 19 && mantissa <= (std::uint64_t(1) << 53) && exponent >= -22 && exponent <= 22) [[likely]] {
        const double exact = double(mantissa);
        const double size = exponent < 0 ? exact / kPowersOfTen[-exponent] : exact * kPowersOfTen[exponent];
        value = negative ? -size : size;
    } else {
        value = round_any_decimal(begin, p, written);
    }
    return p;
}

}  // namespace rosenblatt
