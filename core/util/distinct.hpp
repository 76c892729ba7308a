// Counts of the different values of a column, value by value, so that the size of batches changes nothing.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "util/mixing.hpp"

namespace rosenblatt {

// Exact up to kMost different values; beyond that only their number is known to be larger. NaN is a missing value.
class DistinctCounts {
   public:
    static constexpr std::size_t kMost = 1024;

    std::int64_t missing = 0;
    bool too_many = false;

    void add(double value) { add(value, 1); }

    void add(double value, std::int64_t times) {
        if (std::isnan(value)) {
            missing += times;
            return;
        }
        if (too_many) return;
        value += 0.0;  // -0 becomes 0
        std::size_t at = hash(value);
        while (counts_[at] != 0 && values_[at] != value) at = (at + 1) & kMask;
        if (counts_[at] == 0) {
            if (used_ == kMost) {
                forget();
                return;
            }
            values_[at] = value;
            ++used_;
        }
        counts_[at] += times;
    }

    void merge(const DistinctCounts& other) {
        missing += other.missing;
        for (const auto& [value, count] : other.sorted()) add(value, count);
        if (other.too_many) forget();
    }

    // The values in increasing order, with their counts; none if they are too many.
    std::vector<std::pair<double, std::int64_t>> sorted() const {
        std::vector<std::pair<double, std::int64_t>> found;
        for (std::size_t at = 0; at < counts_.size(); ++at)
            if (counts_[at] != 0) found.emplace_back(values_[at], counts_[at]);
        std::sort(found.begin(), found.end());
        return found;
    }

    void forget() {
        too_many = true;
        values_.clear();
        counts_.clear();
    }

   private:
    static constexpr std::size_t kSlots = 2 * kMost, kMask = kSlots - 1;  // a power of two, at most half of them used

    static std::size_t hash(double value) {
        return std::size_t(mix(std::bit_cast<std::uint64_t>(value) ^ kTextSecret, kEndSecret)) & kMask;
    }

    std::vector<double> values_ = std::vector<double>(kSlots);
    std::vector<std::int64_t> counts_ = std::vector<std::int64_t>(kSlots);
    std::size_t used_ = 0;
};

}  // namespace rosenblatt
