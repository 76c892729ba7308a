// The n-grams of texts that fall into a few wanted columns under hashing, by several threads.
#pragma once
#include <algorithm>
#include <bitset>
#include <cstdint>
#include <utility>
#include <vector>

#include "text/ngrams.hpp"
#include "text/text_features.hpp"
#include "text/texts.hpp"
#include "text/vocabulary.hpp"
#include "util/parallel.hpp"

namespace rosenblatt {

// A few of 2^bits columns. Nearly all hashes are turned away by a filter of 8 kB on their leading bits.
class WantedColumns {
   public:
    WantedColumns(std::vector<std::int32_t> columns, int bits) : columns_(std::move(columns)), bits_(bits) {
        std::sort(columns_.begin(), columns_.end());
        for (const std::int32_t column : columns_) {
            const std::size_t first = place(std::uint64_t(column) << (64 - bits)),
                              last = place((std::uint64_t(column) << (64 - bits)) | ((~std::uint64_t(0)) >> bits));
            for (std::size_t at = first; at <= last; ++at) filter_.set(at);
        }
    }

    bool has(std::uint64_t hash) const {
        return filter_[place(hash)] && std::binary_search(columns_.begin(), columns_.end(), column_of(hash, bits_));
    }

   private:
    static constexpr int kFilterBits = 16;
    static std::size_t place(std::uint64_t hash) { return std::size_t(hash >> (64 - kFilterBits)); }

    std::vector<std::int32_t> columns_;
    int bits_;
    std::bitset<std::size_t(1) << kFilterBits> filter_;
};

// Counts n-grams as VocabularyBuilder does, without very long ones. Texts without any are only hashed.
class WantedNgrams {
   public:
    WantedNgrams(NgramOptions options, Letters letters, WantedColumns wanted, std::size_t n_workers)
        : wanted_(std::move(wanted)), ngrams_(n_workers, Ngrams(options, letters)), parts_(n_workers) {}

    void add(const TextViews& texts, const std::size_t* bounds, std::size_t n_ranges, Vocabulary& vocabulary) {
        in_parallel(n_ranges, [&](std::size_t i) {
            parts_[i].clear();
            for (std::size_t k = bounds[i]; k < bounds[i + 1]; ++k)
                add_text(texts[k], std::uint32_t(k - bounds[i] + 1), ngrams_[i], parts_[i]);
        });
        for (std::size_t i = 0; i < n_ranges; ++i) vocabulary.add_all(parts_[i]);
    }

   private:
    void add_text(std::string_view text, std::uint32_t number, Ngrams& ngrams, Vocabulary& vocabulary) const {
        bool is_any = false;
        ngrams.read(text);
        ngrams.each_hash([&](std::uint64_t hash) { is_any |= wanted_.has(hash); });
        if (!is_any) return;
        ngrams.each([&](const Ngram& ngram) {
            if (wanted_.has(ngram.hash) && ngram.bytes.size() <= kLongestNgram)
                vocabulary.add_occurrence(ngram, number);
        });
    }

    WantedColumns wanted_;
    std::vector<Ngrams> ngrams_;
    std::vector<Vocabulary> parts_;
};

}  // namespace rosenblatt
