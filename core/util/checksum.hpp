// A checksum of bytes, fixed for ever and the same on every machine: model files hold it.
//
// Bytes are read as little-endian 64-bit words, the last ones filled up with zeros. Pairs of words go to four lanes in
// turn, and a lane folds each pair into itself as text/hash.hpp does: four products are under way at once, so that this
// takes no longer than to fetch the bytes. The plain version is in tests/reference.py.
#pragma once
#include <array>

#include "text/hash.hpp"

namespace rosenblatt {

inline std::uint64_t checksum(const char* bytes, std::size_t count) {
    constexpr std::size_t kStep = 64;
    std::array<std::uint64_t, 4> lanes{};
    const auto fold_in = [&lanes](const char* at) {
        for (std::size_t j = 0; j < lanes.size(); ++j)
            lanes[j] = fold(word_at(at + 16 * j) ^ kTextSecret, word_at(at + 16 * j + 8) ^ lanes[j] ^ kEndSecret);
    };
    std::uint64_t sum = count;
    for (; count >= kStep; bytes += kStep, count -= kStep) fold_in(bytes);
    char last[kStep] = {};
    if (count > 0) std::memcpy(last, bytes, count);
    fold_in(last);
    for (const std::uint64_t lane : lanes) sum = fold(sum ^ kTextSecret, lane ^ kEndSecret);
    return sum;
}

}  // namespace rosenblatt
