// Mixing of 64-bit words: one 64 x 64 -> 128-bit product whose halves are xored, the step of Wang Yi's wyhash (2019).
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>

namespace rosenblatt {

// No UTF-8 text holds the bytes of kTextSecret, so a word of text xored with it is never 0.
constexpr std::uint64_t kTextSecret = 0xa0761d6478bd642f, kEndSecret = 0xe7037ed1a0b428db;

// Eight bytes as a little-endian word.
inline std::uint64_t word_at(const char* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

inline std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace rosenblatt
