// Rows gathered ahead by a second thread.
//
// A shuffled walk over more rows than the cache holds waits for memory, however early it asks for each row. Measured,
// it takes a third less time if another thread copies the rows to a few small blocks, in the order in which they are
// met.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <system_error>
#include <thread>
#include <vector>

#include "learn/learning.hpp"
#include "rows/rows.hpp"

namespace rosenblatt {

template <class T, class Index, class Target>
class Gathered {
   public:
    static constexpr std::int64_t kRows = 512;  // in a block, at most

    struct Block {
        std::vector<T> values;
        std::vector<Index> columns;
        std::vector<std::int64_t> starts = std::vector<std::int64_t>(kRows + 1);
        std::vector<Target> targets = std::vector<Target>(kRows);
        std::int64_t first = 0, count = 0;  // rows order[first .. first + count)
    };

    // The rows order[begin .. end), none with more than `longest` entries.
    Gathered(const CsrRows<T, Index>& rows, const Target* targets, const std::int64_t* order, std::int64_t begin,
             std::int64_t end, std::int64_t longest)
        : rows_(rows), targets_(targets), order_(order), next_(begin), end_(end) {
        for (Block& block : blocks_) {
            block.values.resize(std::size_t(std::max(kEntries, longest)));
            block.columns.resize(block.values.size());
        }
        try {
            helper_ = std::thread([this] { gather_all(); });
        } catch (const std::system_error&) {  // the system has no thread to give, so next() gathers
        }
    }

    ~Gathered() {
        stopped_ = true;
        used_.fetch_add(kBlocks);
        used_.notify_one();
        if (helper_.joinable()) helper_.join();
    }

    Gathered(const Gathered&) = delete;
    Gathered& operator=(const Gathered&) = delete;

    // The next rows, or none after the last; those before are gone then.
    const Block* next() {
        const std::int64_t number = taken_++;
        if (!helper_.joinable()) return gather(blocks_[0]) ? &blocks_[0] : nullptr;
        if (number > 0) {
            used_.store(number, std::memory_order_release);
            used_.notify_one();
        }
        while (made_.load(std::memory_order_acquire) <= number) made_.wait(number, std::memory_order_acquire);
        const Block& block = blocks_[number % kBlocks];
        return block.count > 0 ? &block : nullptr;
    }

   private:
    static constexpr std::int64_t kBlocks = 4, kEntries = std::int64_t(1) << 15;

    void gather_all() {
        for (std::int64_t number = 0;; ++number) {
            for (std::int64_t used; number - (used = used_.load(std::memory_order_acquire)) >= kBlocks;)
                used_.wait(used, std::memory_order_acquire);
            const bool more = !stopped_ && gather(blocks_[number % kBlocks]);
            made_.store(number + 1, std::memory_order_release);
            made_.notify_one();
            if (!more) return;
        }
    }

    // Fills a block with the next rows; false if there are none.
    bool gather(Block& block) {
        std::int64_t stored = 0;
        block.first = next_;
        block.count = 0;
        for (; next_ < end_ && block.count < kRows; ++next_) {
            const std::int64_t i = order_[next_], from = rows_.starts[i], count = rows_.entries(i);
            if (block.count > 0 && stored + count > kEntries) break;
            rows_.prefetch(order_, next_, end_);
            std::copy_n(rows_.values + from, count, block.values.data() + stored);
            std::copy_n(rows_.columns + from, count, block.columns.data() + stored);
            block.targets[std::size_t(block.count)] = targets_[i];
            block.starts[std::size_t(++block.count)] = stored += count;
        }
        return block.count > 0;
    }

    const CsrRows<T, Index> rows_;
    const Target* targets_;
    const std::int64_t* order_;
    std::int64_t next_, end_, taken_ = 0;
    Block blocks_[kBlocks];
    std::atomic<std::int64_t> made_ = 0, used_ = 0;  // blocks
    std::atomic<bool> stopped_ = false;
    std::thread helper_;
};

// Whether it is worth it: not for rows that the cache holds.
template <class T, class Index>
bool gathering_pays(const CsrRows<T, Index>& rows) {
    constexpr std::int64_t kBytesOfCache = std::int64_t(1) << 22;
    return rows.n_stored * std::int64_t(sizeof(T) + sizeof(Index)) > kBytesOfCache;
}

template <class T, class Index>
std::int64_t longest_row(const CsrRows<T, Index>& rows) {
    std::int64_t longest = 0;
    for (std::int64_t i = 0; i < rows.n_rows; ++i) longest = std::max(longest, rows.entries(i));
    return longest;
}

// Walks over rows order[begin .. end) as walk.in_order does. All rows count the same.
template <class T, class Index, class Target, class Walk>
void walk_gathered(CsrRows<T, Index> rows, Labels<Target> labels, std::int64_t longest, const std::int64_t* order,
                   std::int64_t begin, std::int64_t end, Walk& walk) {
    using Rows = Gathered<T, Index, Target>;
    Rows gathered(rows, labels.target, order, begin, end, longest);
    std::vector<std::int64_t> in_turn(std::size_t(Rows::kRows));
    std::iota(in_turn.begin(), in_turn.end(), 0);
    typename Walk::Guess unread;
    while (const auto* block = walk.finished() ? nullptr : gathered.next()) {
        CsrRows<T, Index> view = rows;
        view.values = block->values.data();
        view.columns = block->columns.data();
        view.starts = block->starts.data();
        view.n_rows = block->count;
        walk.go_to(view, Labels<Target>{block->targets.data(), labels.weight, 0});
        walk.in_order(in_turn.data(), 0, block->count, block->count, &unread, 0);
        walk.name_row([&](std::int64_t place) { return order[block->first + place]; });
    }
    walk.go_to(rows, labels);
}

}  // namespace rosenblatt
