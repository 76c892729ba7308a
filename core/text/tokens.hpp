// Tokens as Python's re.findall(r"\w+", text.lower()) finds them, without Python.
//
// ASCII goes by 64 bytes at a time, and tokens are read off the bits of one word. Other text is looked up, code point
// by code point, in a table that Python itself filled in.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "text/hash.hpp"

namespace rosenblatt {

// What becomes of each code point: the lower-cased one in the low 21 bits, and whether that is part of a word.
struct Letters {
    static constexpr std::uint32_t kCodePoint = (1u << 21) - 1, kIsWord = 1u << 21;
    // Its lower case depends on its neighbours or has several code points; Python lowers such texts (text/texts.hpp).
    static constexpr std::uint32_t kIsSpecial = 1u << 22;
    static constexpr std::size_t kCount = 0x110000;

    const std::uint32_t* of = nullptr;  // of kCount, or null if all texts are ASCII
};

// The code point at `at` of valid UTF-8; moves `at` past it.
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

constexpr std::size_t kBlock = 64;  // bytes that are looked at together

// Lower-cases a block of ASCII, if it is to be, and tells which bytes are of words, a bit each; by GCC's and Clang's
// own vectors, on any CPU.
inline std::uint64_t lower_block(const char* bytes, bool lowercase, char* lowered) {
    constexpr std::size_t kWide = 16;
    using Loose __attribute__((vector_size(kWide), aligned(1), may_alias)) = unsigned char;
    using Some __attribute__((vector_size(kWide))) = unsigned char;
    const unsigned char to_lower = lowercase ? 'a' - 'A' : 0;
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < kBlock; i += kWide) {
        const Some c = *reinterpret_cast<const Loose*>(bytes + i);
        const auto from = [&c](char first, unsigned char count) { return Some(Some(c - first) < count); };
        const Some is_upper = from('A', 26);
        *reinterpret_cast<Loose*>(lowered + i) = c + (is_upper & to_lower);
        const Some is_word = is_upper | from('a', 26) | from('0', 10) | from('_', 1);
#if defined(__SSE2__)
        mask |= std::uint64_t(_mm_movemask_epi8(__m128i(is_word))) << i;
#else
        for (std::size_t half = 0; half < kWide; half += 8) {  // gathers eight bytes of 0 or 1 into eight bits
            const Some ones = is_word & 1;
            mask |= (word_at(reinterpret_cast<const char*>(&ones) + half) * 0x0102040810204080) >> 56 << (i + half);
        }
#endif
    }
    return mask;
}

// The text of one document, lower-cased, and the places where its words begin and end.
class Tokens {
   public:
    void read(std::string_view text, bool lowercase, Letters letters) {
        ascii_ = letters.of == nullptr || is_ascii(text);
        // A code point of two bytes may become one of three or four.
        reserve(text.size() * (ascii_ ? 1 : 2) + kBlock + kHashPadding);
        n_edges_ = 0;
        if (ascii_)
            read_ascii(text, lowercase);
        else
            read_any(text, letters);
        if (n_edges_ % 2 == 1) edges_[n_edges_++] = std::uint32_t(size_);
        std::memset(text_.data() + size_, 0, kHashPadding);
    }

    std::size_t count() const { return n_edges_ / 2; }
    std::uint32_t begin(std::size_t i) const { return edges_[2 * i]; }
    std::uint32_t end(std::size_t i) const { return edges_[2 * i + 1]; }
    const char* text() const { return text_.data(); }
    std::size_t size() const { return size_; }
    bool ascii() const { return ascii_; }

   private:
    static constexpr std::size_t kEdgesAtOnce = 8;
    static constexpr std::uint64_t kAtTheEnd = std::uint64_t(1) << 63;  // of a block: where to look no further

    void reserve(std::size_t size) {
        if (text_.size() >= size) return;
        text_.resize(size + size / 2);
        edges_.resize(text_.size() + kEdgesAtOnce);
    }

    void read_ascii(std::string_view text, bool lowercase) {
        size_ = text.size();
        std::uint64_t inside = 0;  // whether the byte before the block is of a word
        std::size_t at = 0;
        for (; at + kBlock <= size_; at += kBlock) inside = read_block(text.data() + at, at, lowercase, inside);
        if (at == size_) return;
        char rest[kBlock] = {};
        std::memcpy(rest, text.data() + at, size_ - at);
        read_block(rest, at, lowercase, inside);
    }

    std::uint64_t read_block(const char* bytes, std::size_t at, bool lowercase, std::uint64_t inside) {
        const std::uint64_t mask = lower_block(bytes, lowercase, text_.data() + at);
        std::uint64_t turns = mask ^ (mask << 1 | inside);
        const auto count = std::size_t(std::popcount(turns));
        std::uint32_t* edge = edges_.data() + n_edges_;
        n_edges_ += count;
        // Eight at a time, whether they count or not: to guess wrongly how many there are would take longer.
        for (std::size_t k = 0; k < count; k += kEdgesAtOnce)
            for (std::size_t i = 0; i < kEdgesAtOnce; ++i, turns &= turns - 1)
                edge[k + i] = std::uint32_t(at) + std::uint32_t(std::countr_zero(turns | kAtTheEnd));
        return mask >> 63;
    }

    void read_any(std::string_view text, Letters letters) {
        char* out = text_.data();
        bool inside = false;
        for (const char *at = text.data(), *end = at + text.size(); at != end;) {
            const std::uint32_t letter = letters.of[next_code_point(at)];
            const bool is_word = (letter & Letters::kIsWord) != 0;
            edges_[n_edges_] = std::uint32_t(out - text_.data());
            n_edges_ += is_word != inside;
            inside = is_word;
            out = write_code_point(letter & Letters::kCodePoint, out);
        }
        size_ = std::size_t(out - text_.data());
    }

    std::vector<char> text_;
    std::vector<std::uint32_t> edges_;  // begin and end of each word in turn
    std::size_t size_ = 0, n_edges_ = 0;
    bool ascii_ = true;
};

}  // namespace rosenblatt
