// Texts to sparse rows, and texts to a vocabulary, by several threads; the result does not depend on their number.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "text/counted_rows.hpp"
#include "text/ngrams.hpp"
#include "text/texts.hpp"
#include "text/vocabulary.hpp"
#include "util/parallel.hpp"

namespace rosenblatt {

// The column of an n-gram is a part of its hash.
struct HashedColumns {
    int bits;

    Spread spread() const { return {true, bits}; }

    template <class F>
    void each(Ngrams& ngrams, const F& f) const {
        ngrams.each_hash([&](std::uint64_t hash) { f(column_of(hash, bits)); });
    }
};

// The column of an n-gram is that of its number in a vocabulary. Unknown n-grams and negative columns are left out.
struct KnownColumns {
    const Vocabulary* vocabulary;
    const std::int32_t* of_number;
    int bits;

    Spread spread() const { return {false, bits}; }

    template <class F>
    void each(Ngrams& ngrams, const F& f) const {
        ngrams.each([&](const Ngram& ngram) {
            const std::int64_t number = vocabulary->find(ngram);
            if (number != Vocabulary::kUnknown && of_number[number] >= 0) f(of_number[number]);
        });
    }
};

constexpr std::size_t kLongestNgram = 128;  // bytes

// Appends the row of the text that was read last.
template <class Columns>
void append_row(Ngrams& ngrams, const Columns& columns, CountedRows& rows) {
    std::uint32_t* row = rows.begin_row(ngrams.count());
    std::size_t size = 0;
    if (const float* scales = rows.scales())
        columns.each(ngrams, [&](std::int32_t column) {
            __builtin_prefetch(scales + column);  // while the row is sorted, its scales come from memory
            row[size++] = std::uint32_t(column);
        });
    else
        columns.each(ngrams, [&](std::int32_t column) { row[size++] = std::uint32_t(column); });
    rows.end_row(size);
}

// Appends the rows of texts[begin .. end).
template <class Columns>
void append_rows(const TextViews& texts, std::size_t begin, std::size_t end, Ngrams& ngrams, const Columns& columns,
                 CountedRows& rows) {
    for (std::size_t i = begin; i < end; ++i) {
        ngrams.read(texts[i]);
        append_row(ngrams, columns, rows);
    }
}

// Rows built by several workers, each in memory of its own, and joined in the order of the texts.
template <class Columns>
class RowBuilder {
   public:
    RowBuilder(NgramOptions options, Letters letters, Columns columns, Weighting weighting, std::size_t n_workers)
        : columns_(columns), rows_(columns.spread(), weighting) {
        rows_.ends.add(0);
        for (std::size_t i = 0; i < n_workers; ++i) {
            ngrams_.emplace_back(options, letters);
            if (n_workers > 1) parts_.push_back(std::make_unique<CountedRows>(columns.spread(), weighting));
        }
    }

    // Adds the rows of texts, one range bounds[i] .. bounds[i + 1] per worker; at most as many ranges as workers.
    void add(const TextViews& texts, const std::size_t* bounds, std::size_t n_ranges) {
        if (parts_.empty()) {
            append_rows(texts, bounds[0], bounds[1], ngrams_[0], columns_, rows_);
            return;
        }
        in_parallel(n_ranges, [&](std::size_t i) {
            parts_[i]->clear();
            append_rows(texts, bounds[i], bounds[i + 1], ngrams_[i], columns_, *parts_[i]);
        });
        join(n_ranges);
    }

    // All rows so far; the first of their ends is a 0.
    CountedRows& rows() { return rows_; }

   private:
    void join(std::size_t n_ranges) {
        std::vector<std::size_t> entries = {rows_.columns.size()}, ends = {rows_.ends.size()};
        for (std::size_t i = 0; i < n_ranges; ++i) {
            entries.push_back(entries[i] + parts_[i]->columns.size());
            ends.push_back(ends[i] + parts_[i]->ends.size());
        }
        rows_.columns.grow(entries.back() - entries[0]);
        rows_.values.grow(entries.back() - entries[0]);
        rows_.ends.grow(ends.back() - ends[0]);
        in_parallel(n_ranges, [&](std::size_t i) {
            CountedRows& part = *parts_[i];
            std::copy_n(part.columns.data(), part.columns.size(), rows_.columns.data() + entries[i]);
            std::copy_n(part.values.data(), part.values.size(), rows_.values.data() + entries[i]);
            for (std::size_t k = 0; k < part.ends.size(); ++k)
                rows_.ends.data()[ends[i] + k] = part.ends.data()[k] + std::int64_t(entries[i]);
        });
    }

    Columns columns_;
    CountedRows rows_;
    std::vector<Ngrams> ngrams_;
    std::vector<std::unique_ptr<CountedRows>> parts_;
};

// The number of texts in which each of 2^bits hashed columns occurs.
struct HashedDocuments {
    int bits;
    std::int64_t* of_column;
};

// A vocabulary built by several workers: each counts a range of texts, then the counts are added up in order. If the
// number of n-grams is limited to `most`, so that memory is bounded, very long ones are left out. If `documents` are
// given, the same walk counts them.
class VocabularyBuilder {
   public:
    VocabularyBuilder(NgramOptions options, Letters letters, std::size_t n_workers,
                      std::optional<HashedDocuments> documents)
        : documents_(documents), parts_(n_workers) {
        for (std::size_t i = 0; i < n_workers; ++i) {
            ngrams_.emplace_back(options, letters);
            const Spread spread{true, documents ? documents->bits : 0};
            if (documents) rows_.push_back(std::make_unique<CountedRows>(spread, Weighting{Count::binary, false}));
        }
    }

    void add(const TextViews& texts, const std::size_t* bounds, std::size_t n_ranges, std::optional<std::size_t> most,
             Vocabulary& vocabulary) {
        in_parallel(n_ranges, [&](std::size_t i) {
            parts_[i].clear();
            if (documents_) rows_[i]->clear();
            for (std::size_t k = bounds[i]; k < bounds[i + 1]; ++k) {
                ngrams_[i].read(texts[k]);
                ngrams_[i].each([&, text = std::uint32_t(k - bounds[i] + 1)](const Ngram& ngram) {
                    if (!most || ngram.bytes.size() <= kLongestNgram) parts_[i].add_occurrence(ngram, text);
                });
                if (documents_) append_row(ngrams_[i], HashedColumns{documents_->bits}, *rows_[i]);
            }
        });
        for (std::size_t i = 0; i < n_ranges; ++i) {
            vocabulary.add_all(parts_[i]);
            if (most) vocabulary.drop_rarest(*most);
            if (documents_) count_columns(*rows_[i]);
        }
    }

   private:
    void count_columns(const CountedRows& rows) {
        for (std::size_t k = 0; k < rows.columns.size(); ++k) ++documents_->of_column[rows.columns.data()[k]];
    }

    std::optional<HashedDocuments> documents_;
    std::vector<Ngrams> ngrams_;
    std::vector<Vocabulary> parts_;
    std::vector<std::unique_ptr<CountedRows>> rows_;
};

}  // namespace rosenblatt
