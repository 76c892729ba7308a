// UTF-8: code points in and out, and whether bytes are valid.
#pragma once
#include <cstdint>
#include <string_view>

namespace rosenblatt {

// The code point at `at` in valid UTF-8; moves `at` past it.
inline std::uint32_t next_code_point(const char*& at) {
    const auto byte = [&] { return std::uint32_t(static_cast<unsigned char>(*at++)); };
    const auto tail = [&] { return byte() & 0x3f; };
    const std::uint32_t first = byte();
    if (first < 0x80) return first;
    std::uint32_t code = first < 0xe0 ? first & 0x1f : first < 0xf0 ? first & 0x0f : first & 0x07;
    code = code << 6 | tail();
    if (first >= 0xe0) code = code << 6 | tail();
    if (first >= 0xf0) code = code << 6 | tail();
    return code;
}

// Writes a code point as UTF-8; returns the place after it.
inline char* write_code_point(std::uint32_t code, char* out) {
    const auto put = [&](std::uint32_t byte) { *out++ = static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
        return out;
    }
    if (code < 0x800) {
        put(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            put(0xe0 | code >> 12);
        } else {
            put(0xf0 | code >> 18);
            put(0x80 | (code >> 12 & 0x3f));
        }
        put(0x80 | (code >> 6 & 0x3f));
    }
    put(0x80 | (code & 0x3f));
    return out;
}

inline bool is_ascii(std::string_view text) {
    unsigned char all = 0;
    for (const char c : text) all |= static_cast<unsigned char>(c);
    return all < 0x80;
}

// Whether bytes are UTF-8: no surrogates, no overlong forms, nothing past U+10FFFF (Unicode 15, table 3-7).
inline bool is_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = at + text.size();
    while (at != end) {
        const unsigned char first = *at++;
        if (first < 0x80) continue;
        if (first < 0xc2 || first > 0xf4) return false;
        const int tails = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if (end - at < tails) return false;
        const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (*at < least || *at > most) return false;
        for (int i = 1; i < tails; ++i)
            if ((at[i] & 0xc0) != 0x80) return false;
        at += tails;
    }
    return true;
}

}  // namespace rosenblatt
