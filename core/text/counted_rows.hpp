// Compressed sparse rows from the columns of n-grams, which come in any order and repeated.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rows/cpu_level.hpp"
#include "text/row_scales.hpp"
#include "util/growing.hpp"

namespace rosenblatt {

enum class Count { counts, binary, log };

// The value of an n-gram that occurs `count` times, the scale of each column, and whether rows are then scaled to
// length 1.
struct Weighting {
    Count count;
    bool normalise;
    const float* scales = nullptr;  // null for columns that are not scaled
};

// For numbers that are nearly sorted, or few.
inline void sort_by_insertion(std::uint32_t* numbers, std::size_t size) {
    for (std::size_t i = 1; i < size; ++i) {
        const std::uint32_t number = numbers[i];
        std::size_t k = i;
        for (; k > 0 && numbers[k - 1] > number; --k) numbers[k] = numbers[k - 1];
        numbers[k] = number;
    }
}

// Radix sort of numbers of `bits` bits, lowest digit first.
inline void sort_by_digits(std::uint32_t*& numbers, std::uint32_t*& spare, std::size_t size, int bits) {
    const int digit = size < 256 ? 6 : 8;
    const std::uint32_t mask = (1u << digit) - 1;
    for (int shift = 0; shift < bits; shift += digit) {
        std::uint32_t places[256];
        std::fill_n(places, mask + 1, 0u);
        for (std::size_t i = 0; i < size; ++i) ++places[numbers[i] >> shift & mask];
        std::uint32_t place = 0;
        for (std::uint32_t d = 0; d <= mask; ++d) place += std::exchange(places[d], place);
        for (std::size_t i = 0; i < size; ++i) spare[places[numbers[i] >> shift & mask]++] = numbers[i];
        std::swap(numbers, spare);
    }
}

// For numbers of `bits` bits that are spread evenly, as hashes are: one pass over their leading bits brings nearly all
// of them into place. For a row of 60 words that takes 8 ns per word where sort_by_digits takes 12.
inline void sort_even(std::uint32_t*& numbers, std::uint32_t*& spare, std::size_t size, int bits) {
    constexpr int kMostBits = 11;
    const int digit = std::min({int(std::bit_width(size)), bits, kMostBits}), shift = bits - digit;
    std::uint32_t places[1 << kMostBits];
    std::fill_n(places, 1u << digit, 0u);
    for (std::size_t i = 0; i < size; ++i) ++places[numbers[i] >> shift];
    std::uint32_t place = 0;
    for (std::uint32_t d = 0; d < 1u << digit; ++d) place += std::exchange(places[d], place);
    for (std::size_t i = 0; i < size; ++i) spare[places[numbers[i] >> shift]++] = numbers[i];
    std::swap(numbers, spare);
    sort_by_insertion(numbers, size);
}

// Whether the columns of n-grams are spread evenly, and how many bits they have.
struct Spread {
    bool even;
    int bits;
};

// Sorts `numbers`; `spare` has the same size, at least kMostSorted, and may be swapped with it.
inline void sort_columns(std::uint32_t*& numbers, std::uint32_t*& spare, std::size_t size, Spread spread) {
    const auto by_network = kernels_in_use().sort;
    if (size < 16)
        sort_by_insertion(numbers, size);
    else if (by_network && size <= std::size_t(kMostSorted))
        by_network(reinterpret_cast<std::int32_t*>(numbers), std::int64_t(size));
    else if (spread.even && size < 4096)
        sort_even(numbers, spare, size, spread.bits);
    else
        sort_by_digits(numbers, spare, size, spread.bits);
}

class CountedRows {
   public:
    CountedRows(Spread spread, Weighting weighting) : spread_(spread), weighting_(weighting) {
        for (std::uint32_t count = 0; count < kFew; ++count) numbers_[count] = number_of(count);
    }

    // Where to write the columns of the next row, at least `size` of them.
    std::uint32_t* begin_row(std::size_t size) {
        if (size > UINT32_MAX) throw std::length_error("a text has at most 2^32 - 1 n-grams");
        if (columns_.size() < size) {
            columns_.resize(std::max(size + size / 2, std::size_t(kMostSorted)));
            spare_.resize(columns_.size());
            ends_of_runs_.resize(columns_.size() + 1);
        }
        return columns_.data();
    }

    void end_row(std::size_t size) {
        std::uint32_t *sorted = columns_.data(), *spare = spare_.data();
        sort_columns(sorted, spare, size, spread_);
        ends.add(append(sorted, size));
    }

    const float* scales() const { return weighting_.scales; }

    void clear() {
        columns.clear();
        values.clear();
        ends.clear();
    }

    Growing<std::int32_t> columns;
    Growing<float> values;
    Growing<std::int64_t> ends;  // of each row in the two above

   private:
    std::int64_t append(const std::uint32_t* sorted, std::size_t size) {
        const std::size_t distinct = find_runs(sorted, size, columns.grow(size));
        columns.drop(size - distinct);
        if (weighting_.scales)
            write_scaled_values(distinct, columns.data() + (columns.size() - distinct), values.grow(distinct));
        else
            write_values(distinct, values.grow(distinct));
        return std::int64_t(columns.size());
    }

    // Writes the column of each run of equal columns, and its end to ends_of_runs_. Without a branch on the columns,
    // which would be mispredicted too often.
    std::size_t find_runs(const std::uint32_t* sorted, std::size_t size, std::int32_t* column) {
        if (size == 0) return 0;
        std::size_t runs = 0;
        for (std::size_t i = 0; i + 1 < size; ++i) {
            column[runs] = std::int32_t(sorted[i]);
            ends_of_runs_[runs + 1] = std::uint32_t(i + 1);
            runs += sorted[i] != sorted[i + 1];
        }
        column[runs] = std::int32_t(sorted[size - 1]);
        ends_of_runs_[runs + 1] = std::uint32_t(size);
        return runs + 1;
    }

    void write_values(std::size_t distinct, float* value) {
        const auto count = [ends = ends_of_runs_.data()](std::size_t k) { return ends[k + 1] - ends[k]; };
        double norm2 = 0.0;
        std::uint32_t most = 0;
        for (std::size_t k = 0; k < distinct; ++k) {
            const double number = number_for(count(k));
            norm2 += number * number;
            most = std::max(most, count(k));
        }
        const double length = weighting_.normalise ? std::sqrt(norm2) : 1.0;
        const auto scaled = [&](std::uint32_t n) { return float(double(float(number_for(n))) / length); };
        float of_few[kFew];  // nearly all counts are small, and divisions are slow
        for (std::uint32_t n = 1; n <= std::min(most, kFew - 1); ++n) of_few[n] = scaled(n);
        for (std::size_t k = 0; k < distinct; ++k) value[k] = count(k) < kFew ? of_few[count(k)] : scaled(count(k));
    }

    void write_scaled_values(std::size_t distinct, std::int32_t* column, float* value) {
        bool has_zero = false;
        for (std::size_t k = 0; k < distinct; ++k) {
            const std::uint32_t count = ends_of_runs_[k + 1] - ends_of_runs_[k];
            value[k] = float(number_for(count)) * weighting_.scales[column[k]];
            has_zero |= value[k] == 0.0f;
        }
        const std::size_t kept = has_zero ? drop_zeros(value, column, distinct) : distinct;
        columns.drop(distinct - kept);
        values.drop(distinct - kept);
        if (weighting_.normalise) normalise_row(value, kept);
    }

    double number_for(std::uint32_t count) const { return count < kFew ? numbers_[count] : number_of(count); }

    double number_of(std::uint32_t count) const {
        if (weighting_.count == Count::counts) return double(count);
        return weighting_.count == Count::log && count > 1 ? 1.0 + std::log(double(count)) : 1.0;
    }

    static constexpr std::uint32_t kFew = 32;

    Spread spread_;
    Weighting weighting_;
    double numbers_[kFew];  // the value of each small count
    std::vector<std::uint32_t> columns_, spare_, ends_of_runs_;
};

}  // namespace rosenblatt
