// Texts to sparse rows, and texts to a vocabulary, by several threads; the outcome does not depend on how many.
#pragma once
#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "text/counted_rows.hpp"
#include "text/ngrams.hpp"
#include "text/texts.hpp"
#include "text/vocabulary.hpp"

namespace rosenblatt {

// f(part) for each part, on a thread each; the first exception is thrown here.
template <class F>
void in_parallel(std::size_t parts, const F& f) {
    std::vector<std::exception_ptr> failures(parts);
    const auto guarded = [&](std::size_t part) {
        try {
            f(part);
        } catch (...) {
            failures[part] = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(parts);
    for (std::size_t part = 1; part < parts; ++part) try {
            threads.emplace_back(guarded, part);
        } catch (const std::system_error&) {  // the system has no thread to give
            guarded(part);
        }
    if (parts > 0) guarded(0);
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

// The column of an n-gram is a part of its hash.
struct HashedColumns {
    int bits;

    Spread spread() const { return {true, bits}; }

    template <class F>
    void each(Ngrams& ngrams, const F& f) const {
        ngrams.each_hash([&](std::uint64_t hash) { f(column_of(hash, bits)); });
    }
};

// The column of an n-gram is that of its number in a vocabulary; without one, or with a negative one, it is left out.
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

using TextViews = std::vector<std::string_view>;

// A worker's share of a round: some 20 ms. Where the outcome could depend on the size of the shares, it is fixed.
constexpr std::size_t kMostBytesARange = std::size_t(1) << 23, kBytesACountedRange = std::size_t(1) << 20;
constexpr std::size_t kLongestName = 128;  // bytes

// Appends the rows of texts[begin .. end).
template <class Columns>
void append_rows(const TextViews& texts, std::size_t begin, std::size_t end, Ngrams& ngrams, const Columns& columns,
                 CountedRows& rows) {
    for (std::size_t i = begin; i < end; ++i) {
        ngrams.read(texts[i]);
        std::uint32_t* row = rows.begin_row(ngrams.count());
        std::size_t size = 0;
        columns.each(ngrams, [&](std::int32_t column) { row[size++] = std::uint32_t(column); });
        rows.end_row(size);
    }
}

// Rows made by several workers, each with its own memory, and gathered in the order of the texts.
template <class Columns>
class RowsMaker {
   public:
    RowsMaker(Recipe recipe, Letters letters, Columns columns, Weighting weighting, std::size_t n_workers)
        : columns_(columns), rows_(columns.spread(), weighting) {
        rows_.ends.grow(1)[0] = 0;
        for (std::size_t i = 0; i < n_workers; ++i) {
            ngrams_.emplace_back(recipe, letters);
            if (n_workers > 1) parts_.push_back(std::make_unique<CountedRows>(columns.spread(), weighting));
        }
    }

    // The ranges bounds[i] .. bounds[i + 1] go to a worker each; at most as many ranges as workers.
    void make(const TextViews& texts, const std::size_t* bounds, std::size_t n_ranges) {
        if (parts_.empty()) {
            append_rows(texts, bounds[0], bounds[1], ngrams_[0], columns_, rows_);
            return;
        }
        in_parallel(n_ranges, [&](std::size_t i) {
            parts_[i]->clear();
            append_rows(texts, bounds[i], bounds[i + 1], ngrams_[i], columns_, *parts_[i]);
        });
        gather(n_ranges);
    }

    // All rows so far; before the end of the first row stands a 0.
    CountedRows& rows() { return rows_; }

   private:
    void gather(std::size_t n_ranges) {
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

// A vocabulary grown by several workers: each counts a range of texts on its own, then all are added up in order. With
// at most `most` n-grams, so that memory stays bounded, very long ones do not count.
class VocabularyMaker {
   public:
    VocabularyMaker(Recipe recipe, Letters letters, std::size_t n_workers) : parts_(n_workers) {
        for (std::size_t i = 0; i < n_workers; ++i) ngrams_.emplace_back(recipe, letters);
    }

    void add(const TextViews& texts, const std::size_t* bounds, std::size_t n_ranges, std::optional<std::size_t> most,
             Vocabulary& vocabulary) {
        in_parallel(n_ranges, [&](std::size_t i) {
            parts_[i].clear();
            for (std::size_t k = bounds[i]; k < bounds[i + 1]; ++k) {
                ngrams_[i].read(texts[k]);
                ngrams_[i].each([&](const Ngram& ngram) {
                    if (!most || ngram.bytes.size() <= kLongestName) parts_[i].add(ngram, 1);
                });
            }
        });
        for (std::size_t i = 0; i < n_ranges; ++i) {
            vocabulary.add_all(parts_[i]);
            if (most) vocabulary.forget_rarest(*most);
        }
    }

   private:
    std::vector<Ngrams> ngrams_;
    std::vector<Vocabulary> parts_;
};

}  // namespace rosenblatt
