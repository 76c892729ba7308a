// Tokens as Python's re.findall(r"\w+", text.lower()) finds them, without Python.
//
// ASCII is read 64 bytes at a time, and tokens from the bits of one word. Other text is looked up, code point by code
// point, in a table that Python filled in.
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
#include "text/utf8.hpp"

namespace rosenblatt {

// A table of code points: the lower-cased one in the low 21 bits, and whether that is part of a word.
struct Letters {
    static constexpr std::uint32_t kCodePoint = (1u << 21) - 1, kIsWord = 1u << 21;
    // The lower case depends on the neighbours or has several code points; Python lowers such texts (text/texts.hpp).
    static constexpr std::uint32_t kIsSpecial = 1u << 22;
    static constexpr std::size_t kCount = 0x110000;

    const std::uint32_t* of = nullptr;  // of kCount, or null if all texts are ASCII
};

constexpr std::size_t kBlock = 64;  // bytes that are read together

// Lower-cases a block of ASCII if `lowercase` is set, and returns which bytes are part of words, one bit per byte; by
// the vectors of GCC and Clang, on any CPU.
inline std::uint64_t lower_block(const char* bytes, bool lowercase, char* lowered) {
    constexpr std::size_t kWide = 16;
    using Unaligned __attribute__((vector_size(kWide), aligned(1), may_alias)) = unsigned char;
    using Bytes __attribute__((vector_size(kWide))) = unsigned char;
    const unsigned char to_lower = lowercase ? 'a' - 'A' : 0;
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < kBlock; i += kWide) {
        const Bytes c = *reinterpret_cast<const Unaligned*>(bytes + i);
        const auto from = [&c](char first, unsigned char count) { return Bytes(Bytes(c - first) < count); };
        const Bytes is_upper = from('A', 26);
        *reinterpret_cast<Unaligned*>(lowered + i) = c + (is_upper & to_lower);
        const Bytes is_word = is_upper | from('a', 26) | from('0', 10) | from('_', 1);
#if defined(__SSE2__)
        mask |= std::uint64_t(_mm_movemask_epi8(__m128i(is_word))) << i;
#else
        for (std::size_t half = 0; half < kWide; half += 8) {  // gathers eight bytes of 0 or 1 into eight bits
            const Bytes ones = is_word & 1;
            mask |= (word_at(reinterpret_cast<const char*>(&ones) + half) * 0x0102040810204080) >> 56 << (i + half);
        }
#endif
    }
    return mask;
}

// One text, lower-cased, and the places where its words begin and end.
class Tokens {
   public:
    void read(std::string_view text, bool lowercase, Letters letters) {
        ascii_ = letters.of == nullptr || is_ascii(text);
        // The lower case of a code point of two bytes may have three or four.
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
    static constexpr std::uint64_t kAtTheEnd = std::uint64_t(1) << 63;  // stops the search in a block

    void reserve(std::size_t size) {
        if (text_.size() >= size) return;
        text_.resize(size + size / 2);
        edges_.resize(text_.size() + kEdgesAtOnce);
    }

    void read_ascii(std::string_view text, bool lowercase) {
        size_ = text.size();
        std::uint64_t inside = 0;  // whether the byte before the block is part of a word
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
        // Eight at a time, used or not: a mispredicted branch on their number would take longer.
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
