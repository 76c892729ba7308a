// A checksum of bytes, fixed for ever and the same on every machine: model files hold it.
//
// Bytes are read as little-endian 64-bit words, the last ones filled up with zeros. Pairs of words go to four lanes in
// turn, and each lane mixes the pairs into itself: four products are under way at once, so that this takes no longer
// than loading the bytes. The plain version is in tests/reference.py.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "util/mixing.hpp"

namespace rosenblatt {

inline std::uint64_t checksum(const char* bytes, std::size_t count) {
    constexpr std::size_t kStep = 64;
    std::array<std::uint64_t, 4> lanes{};
    const auto mix_in = [&lanes](const char* at) {
        for (std::size_t j = 0; j < lanes.size(); ++j)
            lanes[j] = mix(word_at(at + 16 * j) ^ kTextSecret, word_at(at + 16 * j + 8) ^ lanes[j] ^ kEndSecret);
    };
    std::uint64_t sum = count;
    for (; count >= kStep; bytes += kStep, count -= kStep) mix_in(bytes);
    char last[kStep] = {};
    if (count > 0) std::memcpy(last, bytes, count);
    mix_in(last);
    for (const std::uint64_t lane : lanes) sum = mix(sum ^ kTextSecret, lane ^ kEndSecret);
    return sum;
}

}  // namespace rosenblatt
