// The n-grams of one text, each with its hash and, if needed, its bytes.
//
// First the runs of 1, 2, ... tokens, then the runs of characters: of each length in turn, from front to back.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "text/hash.hpp"
#include "text/tokens.hpp"

namespace rosenblatt {

// Which n-grams to find: of `words_least` to `words_most` tokens and of `characters_least` to `characters_most`
// characters; 0 and 0 for none.
struct NgramOptions {
    int words_least, words_most, characters_least, characters_most;
    bool lowercase, punctuation;
};

// The hash of one n-gram from its bytes, past which kHashPadding bytes are read; equal to those of class Ngrams.
inline std::uint64_t hash_padded(std::string_view bytes, bool is_characters) {
    if (is_characters) return hash_bytes(bytes.data(), bytes.size(), kCharactersSeed);
    std::size_t begin = 0, end = std::min(bytes.find(' '), bytes.size());
    std::uint64_t hash = hash_bytes(bytes.data(), end, kWordSeed);
    while (end < bytes.size()) {
        begin = end + 1;
        end = std::min(bytes.find(' ', begin), bytes.size());
        hash = join_hashes(hash, hash_bytes(bytes.data() + begin, end - begin, kWordSeed));
    }
    return hash;
}

// A copy of the bytes with the padding that a hash reads.
inline std::string padded(std::string_view bytes) {
    std::string copy(bytes);
    return copy.append(kHashPadding, '\0');
}

inline std::uint64_t hash_of(std::string_view bytes, bool is_characters) {
    return hash_padded({padded(bytes).data(), bytes.size()}, is_characters);
}

struct Ngram {
    std::uint64_t hash;
    std::string_view bytes;  // tokens joined by one space, or the run of characters; followed by kHashPadding bytes
    bool is_characters;
};

class Ngrams {
   public:
    Ngrams(NgramOptions options, Letters letters) : options_(options), letters_(letters) {}

    void read(std::string_view text) {
        tokens_.read(text, options_.lowercase, options_.punctuation, letters_);
        if (options_.characters_most > 0) find_characters();
    }

    // How many n-grams the text has, repeats included.
    std::size_t count() const {
        return runs(tokens_.count(), options_.words_least, options_.words_most) +
               runs(characters_.size(), options_.characters_least, options_.characters_most);
    }

    // f(hash) for each n-gram
    template <class F>
    void each_hash(const F& f) {
        each_of_words([&](std::uint64_t hash, std::size_t, int) { f(hash); });
        each_of_characters([&](std::uint64_t hash, std::size_t, std::size_t) { f(hash); });
    }

    // f(Ngram) for each n-gram
    template <class F>
    void each(const F& f) {
        if (options_.words_most > 0) join_tokens();
        each_of_words([&](std::uint64_t hash, std::size_t i, int n) {
            const std::size_t begin = begins_[i], end = begins_[i + std::size_t(n)] - 1;
            f(Ngram{hash, {joined_.data() + begin, end - begin}, false});
        });
        each_of_characters([&](std::uint64_t hash, std::size_t begin, std::size_t end) {
            f(Ngram{hash, {tokens_.text() + begin, end - begin}, true});
        });
    }

   private:
    // How many runs of `least` to `most` things there are in a row of `things`.
    static std::size_t runs(std::size_t things, int least, int most) {
        std::size_t count = 0;
        for (auto n = std::size_t(least); n <= std::size_t(most) && 0 < n && n <= things; ++n) count += things - n + 1;
        return count;
    }

    template <class F>
    void each_of_words(const F& f) {
        if (options_.words_most == 0) return;
        const std::size_t count = tokens_.count();
        const auto hash_of_token = [this](std::size_t i) {
            return hash_bytes(tokens_.text() + tokens_.begin(i), tokens_.end(i) - tokens_.begin(i), kWordSeed);
        };
        if (options_.words_most == 1) {
            for (std::size_t i = 0; i < count; ++i) f(hash_of_token(i), i, 1);
            return;
        }
        of_tokens_.resize(count);
        for (std::size_t i = 0; i < count; ++i) of_tokens_[i] = hash_of_token(i);
        of_runs_ = of_tokens_;
        for (int n = 1; n <= options_.words_most && std::size_t(n) <= count; ++n) {
            const std::size_t runs = count - std::size_t(n) + 1;
            if (n > 1)
                for (std::size_t i = 0; i < runs; ++i)
                    of_runs_[i] = join_hashes(of_runs_[i], of_tokens_[i + std::size_t(n) - 1]);
            if (n >= options_.words_least)
                for (std::size_t i = 0; i < runs; ++i) f(of_runs_[i], i, n);
        }
    }

    template <class F>
    void each_of_characters(const F& f) {
        if (options_.characters_most == 0) return;
        const std::size_t count = characters_.size();
        for (auto n = std::size_t(options_.characters_least); n <= std::size_t(options_.characters_most); ++n)
            for (std::size_t i = 0; i + n <= count; ++i) {
                const std::size_t begin = characters_[i], end = i + n < count ? characters_[i + n] : tokens_.size();
                f(hash_bytes(tokens_.text() + begin, end - begin, kCharactersSeed), begin, end);
            }
    }

    // All tokens, each followed by one space; token i begins at begins_[i].
    void join_tokens() {
        joined_.resize(tokens_.size() + tokens_.count() + kHashPadding);
        begins_.clear();
        char* out = joined_.data();
        for (std::size_t i = 0; i < tokens_.count(); ++i) {
            begins_.push_back(std::size_t(out - joined_.data()));
            const std::size_t size = tokens_.end(i) - tokens_.begin(i);
            std::memcpy(out, tokens_.text() + tokens_.begin(i), size);
            out += size;
            *out++ = ' ';
        }
        begins_.push_back(std::size_t(out - joined_.data()));
    }

    void find_characters() {
        characters_.clear();
        for (std::size_t at = 0; at < tokens_.size(); ++at)
            if ((tokens_.text()[at] & 0xc0) != 0x80) characters_.push_back(at);
    }

    NgramOptions options_;
    Letters letters_;
    Tokens tokens_;
    std::vector<std::uint64_t> of_tokens_, of_runs_;
    std::vector<char> joined_;
    std::vector<std::size_t> begins_;      // of each token in joined_
    std::vector<std::size_t> characters_;  // where each begins in the lower-cased text
};

}  // namespace rosenblatt
