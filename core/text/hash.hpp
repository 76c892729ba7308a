// The hash of n-grams: fixed for ever, the same on every machine; models store columns that it chose.
//
// Bytes are read as little-endian 64-bit words, the last two filled up with zeros, and mixed in pairs
// (util/mixing.hpp). A word n-gram is hashed from the hashes of its tokens, so no string is ever built for it. Golden
// values: tests/featurise/test_hash.py.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "util/mixing.hpp"

namespace rosenblatt {

// How many bytes past the end of an n-gram a hash may read.
constexpr std::size_t kHashPadding = 16;

// Where a hash starts: a word n-gram and a run of characters with the same bytes are different features.
constexpr std::uint64_t kWordSeed = 0x2d358dccaa6c78a5, kCharactersSeed = 0x8bb84b93962eacc9;

// The first `count` bytes of a word, count from 0 to 8.
constexpr std::uint64_t first_bytes(std::uint64_t word, std::size_t count) {
    return count >= 8 ? word : word & ((std::uint64_t(1) << (8 * count)) - 1);
}

// Row `count` masks the first `count` bytes of two words.
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

inline std::uint64_t hash_bytes(const char* bytes, std::size_t count, std::uint64_t seed) {
    std::uint64_t hash = seed ^ count;
    for (; count > 16; bytes += 16, count -= 16) hash = mix(word_at(bytes) ^ kTextSecret, word_at(bytes + 8) ^ hash);
    const std::uint64_t first = word_at(bytes) & kFirstBytes[count].first;
    const std::uint64_t second = word_at(bytes + 8) & kFirstBytes[count].second;
    return mix(mix(first ^ kTextSecret, second ^ hash) ^ kEndSecret, kTextSecret);
}

// The hash of an n-gram from the hash of all its tokens but the last, and the hash of the last.
inline std::uint64_t join_hashes(std::uint64_t start, std::uint64_t last) {
    return mix(start ^ kEndSecret, last ^ kTextSecret);
}

inline std::int32_t column_of(std::uint64_t hash, int bits) { return static_cast<std::int32_t>(hash >> (64 - bits)); }

}  // namespace rosenblatt
