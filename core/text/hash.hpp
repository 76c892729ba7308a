// The hash of n-grams: fixed for ever, the same on every machine; models store columns that it chose.
//
// Bytes are read as little-endian 64-bit words, the last ones filled up with zeros, and folded in pairs by one
// 64 x 64 -> 128-bit product whose halves are xored: the step of Wang Yi's wyhash (2019). A word n-gram is hashed from
// the hashes of its tokens, so no string is ever built for it. Golden values: tests/featurise/test_hash.py.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rosenblatt {

// So many bytes past the last may be read.
constexpr std::size_t kHashPadding = 16;

// Where a hash starts: a word n-gram and a run of characters with the same bytes are two things.
constexpr std::uint64_t kWordSeed = 0x2d358dccaa6c78a5, kCharactersSeed = 0x8bb84b93962eacc9;

inline std::uint64_t word_at(const char* bytes) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    return word;
}

inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// The first `count` bytes of a word, count from 0 to 8.
constexpr std::uint64_t first_bytes(std::uint64_t word, std::size_t count) {
    return count >= 8 ? word : word & ((std::uint64_t(1) << (8 * count)) - 1);
}

// What is left of two words if only their first bytes count, so many as the number of the row says.
struct TwoWords {
    std::uint64_t first, second;
};
inline constexpr auto kFirstBytes = [] {
    std::array<TwoWords, 17> masks{};
    for (std::size_t count = 0; count <= 16; ++count)
        masks[count] = {first_bytes(~std::uint64_t(0), count),
                        first_bytes(~std::uint64_t(0), count < 8 ? 0 : count - 8)};
    return masks;
}();

// No UTF-8 text holds the bytes of this constant, so the first factor is never 0.
constexpr std::uint64_t kTextSecret = 0xa0761d6478bd642f, kEndSecret = 0xe7037ed1a0b428db;

inline std::uint64_t hash_bytes(const char* bytes, std::size_t count, std::uint64_t seed) {
    std::uint64_t hash = seed ^ count;
    for (; count > 16; bytes += 16, count -= 16) hash = fold(word_at(bytes) ^ kTextSecret, word_at(bytes + 8) ^ hash);
    const std::uint64_t first = word_at(bytes) & kFirstBytes[count].first;
    const std::uint64_t second = word_at(bytes + 8) & kFirstBytes[count].second;
    return fold(fold(first ^ kTextSecret, second ^ hash) ^ kEndSecret, kTextSecret);
}

// The hash of an n-gram from that of all its tokens but the last, and that of the last.
inline std::uint64_t join_hashes(std::uint64_t start, std::uint64_t last) {
    return fold(start ^ kEndSecret, last ^ kTextSecret);
}

inline std::int32_t column_of(std::uint64_t hash, int bits) { return static_cast<std::int32_t>(hash >> (64 - bits)); }

}  // namespace rosenblatt
