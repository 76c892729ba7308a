// The n-grams of all texts so far, in the order of their first appearance, how often each occurred and in how many
// texts.
//
// An open-addressing table of numbers into the list of n-grams, whose bytes lie one after another. N-grams with equal
// hashes are told apart by their bytes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "text/hash.hpp"
#include "text/ngrams.hpp"

namespace rosenblatt {

class Vocabulary {
   public:
    static constexpr std::int64_t kUnknown = -1;

    Vocabulary() : slots_(kFewestSlots), bytes_(kHashPadding) {}

    std::size_t size() const { return entries_.size(); }
    const char* bytes() const { return bytes_.data(); }
    std::size_t total_bytes() const { return bytes_.size() - kHashPadding; }
    std::int64_t count(std::size_t i) const { return counts_[i].times; }
    std::int64_t documents(std::size_t i) const { return counts_[i].documents; }
    Ngram ngram(std::size_t i) const {
        const Entry& e = entries_[i];
        return {e.hash, {bytes_.data() + e.begin, e.size}, e.is_characters != 0};
    }

    // The number of an n-gram, or kUnknown.
    std::int64_t find(const Ngram& ngram) const { return std::int64_t(slots_[slot_of(ngram)].number) - 1; }

    // Adds to the counts of an n-gram.
    void add(const Ngram& ngram, std::int64_t times, std::int64_t documents) {
        Counts& counts = counts_[number_of(ngram)];
        counts.times += times;
        counts.documents += documents;
    }

    // Adds one occurrence in a text. Texts are numbered from 1; the n-grams of one come one after another.
    void add_occurrence(const Ngram& ngram, std::uint32_t text) {
        const std::size_t number = number_of(ngram);
        ++counts_[number].times;
        counts_[number].documents += std::exchange(entries_[number].last_text, text) != text;
    }

    void add_all(const Vocabulary& other) {
        for (std::size_t i = 0; i < other.size(); ++i) add(other.ngram(i), other.count(i), other.documents(i));
    }

    void clear() {
        entries_.clear();
        counts_.clear();
        bytes_.resize(kHashPadding);
        std::fill(slots_.begin(), slots_.end(), Slot{});
    }

    // If there are more than `most`, drops the rarest until half of `most` is left: lossy counting (Manku and Motwani
    // 2002), which keeps what is frequent.
    void drop_rarest(std::size_t most) {
        if (size() > most) keep_frequent(most / 2);
    }

    // Keeps the `room` most frequent n-grams, and of equally frequent ones the earliest.
    void keep_frequent(std::size_t room) {
        if (size() <= room) return;
        std::vector<std::int64_t> falling;
        falling.reserve(size());
        for (const Counts& counts : counts_) falling.push_back(counts.times);
        std::nth_element(falling.begin(), falling.begin() + std::ptrdiff_t(room), falling.end(), std::greater<>());
        const std::int64_t least = falling[room];  // all above it stay, and the first of those at it
        for (const Counts& counts : counts_) room -= counts.times > least;
        keep_if([&](std::size_t i) {
            const bool is_among_last = count(i) == least && room > 0;
            room -= is_among_last;
            return count(i) > least || is_among_last;
        });
    }

    // Keeps the n-grams with at least `least` occurrences.
    void keep_at_least(std::int64_t least) {
        keep_if([&](std::size_t i) { return count(i) >= least; });
    }

   private:
    template <class Condition>
    void keep_if(Condition is_kept) {
        Vocabulary left;
        for (std::size_t i = 0; i < size(); ++i)
            if (is_kept(i)) left.add(ngram(i), count(i), documents(i));
        *this = std::move(left);
    }

    struct Entry {
        std::uint64_t hash, begin;
        std::uint32_t size : 31, is_characters : 1;
        std::uint32_t last_text;  // that it occurred in; 0 if it was not added by its occurrences
    };
    struct Counts {
        std::int64_t times, documents;
    };
    struct Slot {
        std::uint32_t tag = 0, number = 0;  // a part of the hash, and the number of the n-gram plus 1; 0 if empty
    };
    static constexpr std::size_t kFewestSlots = 1024;
    static constexpr std::size_t kMostNgrams = (std::size_t(1) << 31) - 1;

    static std::uint32_t tag_of(std::uint64_t hash) { return std::uint32_t(hash >> 32); }

    // The number of this n-gram, which is added without any occurrence if it is new.
    std::size_t number_of(const Ngram& ngram) {
        Slot& slot = slots_[slot_of(ngram)];
        if (slot.number != 0) return slot.number - 1;
        if (entries_.size() >= kMostNgrams) throw std::length_error("a vocabulary holds at most 2^31 - 1 n-grams");
        const auto size = std::uint32_t(ngram.bytes.size());
        entries_.push_back({ngram.hash, total_bytes(), size, ngram.is_characters, 0});
        counts_.push_back({0, 0});
        bytes_.resize(bytes_.size() + size);
        std::memcpy(bytes_.data() + entries_.back().begin, ngram.bytes.data(), size);
        slot = {tag_of(ngram.hash), std::uint32_t(entries_.size())};
        if (2 * entries_.size() > slots_.size()) rebuild_slots(2 * slots_.size());
        return entries_.size() - 1;
    }

    // The slot of this n-gram, or the empty one where it belongs.
    std::size_t slot_of(const Ngram& ngram) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = ngram.hash & mask;; at = (at + 1) & mask) {
            const Slot slot = slots_[at];
            if (slot.number == 0 || (slot.tag == tag_of(ngram.hash) && is(entries_[slot.number - 1], ngram))) return at;
        }
    }

    bool is(const Entry& entry, const Ngram& ngram) const {
        if (entry.size != ngram.bytes.size() || (entry.is_characters != 0) != ngram.is_characters) return false;
        const char *a = bytes_.data() + entry.begin, *b = ngram.bytes.data();
        std::size_t left = entry.size;
        for (; left > 8; a += 8, b += 8, left -= 8)
            if (word_at(a) != word_at(b)) return false;
        return first_bytes(word_at(a) ^ word_at(b), left) == 0;
    }

    void rebuild_slots(std::size_t size) {
        slots_.assign(size, Slot{});
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            std::size_t at = entries_[i].hash & (size - 1);
            while (slots_[at].number != 0) at = (at + 1) & (size - 1);
            slots_[at] = {tag_of(entries_[i].hash), std::uint32_t(i + 1)};
        }
    }

    std::vector<Slot> slots_;  // a power of two, at most half of them used
    std::vector<Entry> entries_;
    std::vector<Counts> counts_;
    std::vector<char> bytes_;  // of all n-grams, and padding
};

}  // namespace rosenblatt
