// Tokens as Python's re.findall(r"\w+", text.lower()) finds them, without Python; with punctuation marks as those of
// re.findall(r"\w+|[^\w\s]", text.lower()).
//
// ASCII is read 64 bytes at a time, and tokens from the bits of one word. Other text is looked up, code point by code
// point, in a table that Python filled in.
#pragma once
#include <algorithm>
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

// A table of code points: the lower-cased one in the low 21 bits, and whether that is part of a word, or a space.
struct Letters {
    static constexpr std::uint32_t kCodePoint = (1u << 21) - 1, kIsWord = 1u << 21;
    // The lower case depends on the neighbours or has several code points; Python lowers such texts (text/texts.hpp).
    static constexpr std::uint32_t kIsSpecial = 1u << 22;
    static constexpr std::uint32_t kIsSpace = 1u << 23;
    static constexpr std::size_t kCount = 0x110000;

    const std::uint32_t* of = nullptr;  // of kCount, or null if all texts are ASCII
};

constexpr std::size_t kBlock = 64;  // bytes that are read together

constexpr std::size_t kWide = 16;  // bytes of a vector of GCC and Clang, on any CPU
using Unaligned __attribute__((vector_size(kWide), aligned(1), may_alias)) = unsigned char;
using Bytes __attribute__((vector_size(kWide))) = unsigned char;

// One bit per byte, which is 0 or 255.
inline std::uint64_t bits_of(Bytes bytes) {
#if defined(__SSE2__)
    return std::uint64_t(_mm_movemask_epi8(__m128i(bytes)));
#else
    const Bytes ones = bytes & 1;
    std::uint64_t bits = 0;
    for (std::size_t half = 0; half < kWide; half += 8)  // gathers eight bytes of 0 or 1 into eight bits
        bits |= (word_at(reinterpret_cast<const char*>(&ones) + half) * 0x0102040810204080) >> 56 << half;
    return bits;
#endif
}

// Which bytes of a block are part of words, and which are spaces; one bit per byte.
struct BlockBits {
    std::uint64_t words = 0, spaces = 0;
};

// Lower-cases a block of ASCII if `lowercase` is set; finds spaces only if they are asked for.
template <bool kFindSpaces>
BlockBits lower_block(const char* bytes, bool lowercase, char* lowered) {
    const unsigned char to_lower = lowercase ? 'a' - 'A' : 0;
    BlockBits bits;
    for (std::size_t i = 0; i < kBlock; i += kWide) {
        const Bytes c = *reinterpret_cast<const Unaligned*>(bytes + i);
        const auto from = [&c](char first, unsigned char count) { return Bytes(Bytes(c - first) < count); };
        const Bytes is_upper = from('A', 26);
        *reinterpret_cast<Unaligned*>(lowered + i) = c + (is_upper & to_lower);
        bits.words |= bits_of(is_upper | from('a', 26) | from('0', 10) | from('_', 1)) << i;
        if constexpr (kFindSpaces) bits.spaces |= bits_of(from('\t', 5) | from('\x1c', 5)) << i;
    }
    return bits;
}

// One text, lower-cased, and the places where its tokens begin and end: its words and, with `punctuation`, each
// character that is neither part of a word nor a space.
class Tokens {
   public:
    void read(std::string_view text, bool lowercase, bool punctuation, Letters letters) {
        ascii_ = letters.of == nullptr || is_ascii(text);
        // The lower case of a code point of two bytes may have three or four.
        reserve(text.size() * (ascii_ ? 1 : 2) + kBlock + kHashPadding);
        n_edges_ = 0;
        if (!ascii_)
            read_any(text, punctuation, letters);
        else if (punctuation)
            read_ascii_with_marks(text, lowercase);
        else
            read_ascii(text, lowercase);
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
        edges_.resize(2 * text_.size() + kEdgesAtOnce);  // each byte may be a token
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
        const std::uint64_t mask = lower_block<false>(bytes, lowercase, text_.data() + at).words;
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

    void read_ascii_with_marks(std::string_view text, bool lowercase) {
        size_ = text.size();
        bool after_word = false, after_mark = false;  // what the byte before the block is
        std::size_t n_begins = 0, n_ends = 0;
        for (std::size_t at = 0; at < size_; at += kBlock) {
            char block[kBlock] = {};
            const std::size_t count = std::min(kBlock, size_ - at);
            std::memcpy(block, text.data() + at, count);
            const BlockBits bits = lower_block<true>(block, lowercase, text_.data() + at);
            const std::uint64_t all = ~std::uint64_t(0) >> (kBlock - count), words = bits.words;
            const std::uint64_t marks = ~(words | bits.spaces) & all, follow_words = words << 1 | after_word;
            n_begins = write_places(marks | (words & ~follow_words), at, 2 * n_begins) / 2;
            n_ends = write_places((marks << 1 | after_mark) | (~words & follow_words), at, 2 * n_ends + 1) / 2;
            after_word = words >> 63 != 0;
            after_mark = marks >> 63 != 0;
        }
        n_edges_ = n_begins + n_ends;  // odd if the last token ends with the text
    }

    // Writes the places of the bits into every other edge, from `edge` on; returns the edge after the last.
    std::size_t write_places(std::uint64_t bits, std::size_t at, std::size_t edge) {
        for (; bits != 0; bits &= bits - 1, edge += 2)
            edges_[edge] = std::uint32_t(at) + std::uint32_t(std::countr_zero(bits));
        return edge;
    }

    void read_any(std::string_view text, bool punctuation, Letters letters) {
        constexpr std::uint32_t kIsNoMark = Letters::kIsWord | Letters::kIsSpace;
        char* out = text_.data();
        bool inside = false;
        for (const char *at = text.data(), *end = at + text.size(); at != end;) {
            const std::uint32_t letter = letters.of[next_code_point(at)];
            const bool is_word = (letter & Letters::kIsWord) != 0;
            edges_[n_edges_] = std::uint32_t(out - text_.data());
            n_edges_ += is_word != inside;
            inside = is_word;
            const char* begin = out;
            out = write_code_point(letter & Letters::kCodePoint, out);
            if (punctuation && (letter & kIsNoMark) == 0) {
                edges_[n_edges_++] = std::uint32_t(begin - text_.data());
                edges_[n_edges_++] = std::uint32_t(out - text_.data());
            }
        }
        size_ = std::size_t(out - text_.data());
    }

    std::vector<char> text_;
    std::vector<std::uint32_t> edges_;  // begin and end of each token in turn
    std::size_t size_ = 0, n_edges_ = 0;
    bool ascii_ = true;
};

}  // namespace rosenblatt
