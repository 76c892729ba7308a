// From the columns of a document's n-grams, in any order and with repeats, to a compressed sparse row.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace rosenblatt {

enum class Count { counts, binary, log };

// What a row holds for an n-gram that comes `count` times, and whether the row is then scaled to length 1.
struct Weighting {
    Count count;
    bool normalise;
};

// A vector of plain numbers that grows by realloc, which on Linux moves pages instead of copying them, leaves new
// places unset, and can give its memory away.
template <class T>
class Growing {
    static_assert(std::is_trivially_copyable_v<T>);

   public:
    Growing() = default;
    Growing(const Growing&) = delete;
    Growing& operator=(const Growing&) = delete;
    ~Growing() { std::free(data_); }

    T* data() { return data_; }
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }

    // Room for so many more; returns where they begin.
    T* grow(std::size_t more) {
        if (size_ + more > capacity_) reallocate(std::max(size_ + more, capacity_ + capacity_ / 2));
        size_ += more;
        return data_ + (size_ - more);
    }
    void drop(std::size_t last) { size_ -= last; }

    // The memory, for whoever will call std::free.
    T* release() {
        if (size_ < capacity_) reallocate(std::max<std::size_t>(size_, 1));
        T* data = data_;
        data_ = nullptr;
        size_ = capacity_ = 0;
        return data;
    }

   private:
    void reallocate(std::size_t capacity) {
        void* moved = std::realloc(data_, capacity * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

// Sorts numbers that are nearly sorted, or few.
inline void sort_by_insertion(std::uint32_t* numbers, std::size_t size) {
    for (std::size_t i = 1; i < size; ++i) {
        const std::uint32_t number = numbers[i];
        std::size_t k = i;
        for (; k > 0 && numbers[k - 1] > number; --k) numbers[k] = numbers[k - 1];
        numbers[k] = number;
    }
}

// Sorts whole numbers by the digits of their last `bits` bits, lowest first.
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

// Sorts whole numbers of `bits` bits that are spread evenly, as hashes are: one look at their leading bits brings
// nearly all of them into place. For a row of 60 words that takes 8 ns a word where sort_by_digits takes 12.
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

// How the columns of n-grams come: whether they are spread evenly, and of how many bits they are.
struct Spread {
    bool even;
    int bits;
};

// `spare` is as large as `numbers`; either may hold the outcome.
inline void sort_columns(std::uint32_t*& numbers, std::uint32_t*& spare, std::size_t size, Spread spread) {
    if (size < 16)
        sort_by_insertion(numbers, size);
    else if (spread.even && size < 4096)
        sort_even(numbers, spare, size, spread.bits);
    else
        sort_by_digits(numbers, spare, size, spread.bits);
}

class CountedRows {
   public:
    CountedRows(Spread spread, Weighting weighting) : spread_(spread), weighting_(weighting) {}

    // The columns of the next row go here; at least so many.
    std::uint32_t* begin_row(std::size_t size) {
        if (columns_.size() < size) {
            columns_.resize(size + size / 2);
            spare_.resize(columns_.size());
        }
        return columns_.data();
    }

    void end_row(std::size_t size) {
        std::uint32_t *sorted = columns_.data(), *spare = spare_.data();
        sort_columns(sorted, spare, size, spread_);
        ends.grow(1)[0] = append(sorted, size);
    }

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
        std::int32_t* column = columns.grow(size);
        float* value = values.grow(size);
        std::size_t distinct = 0;
        double norm2 = 0.0;
        for (std::size_t i = 0; i < size;) {
            const std::size_t first = i;
            while (++i < size && sorted[i] == sorted[first]) {
            }
            const double number = number_for(i - first);
            column[distinct] = std::int32_t(sorted[first]);
            value[distinct++] = float(number);
            norm2 += number * number;
        }
        columns.drop(size - distinct);
        values.drop(size - distinct);
        if (weighting_.normalise) {
            const double length = std::sqrt(norm2);
            const float of_one = float(1.0 / length);  // nearly all are 1, and to divide takes long
            for (std::size_t k = 0; k < distinct; ++k)
                value[k] = value[k] == 1.0f ? of_one : float(double(value[k]) / length);
        }
        return std::int64_t(columns.size());
    }

    double number_for(std::size_t count) const {
        if (weighting_.count == Count::counts) return double(count);
        return weighting_.count == Count::log && count > 1 ? 1.0 + std::log(double(count)) : 1.0;
    }

    Spread spread_;
    Weighting weighting_;
    std::vector<std::uint32_t> columns_, spare_;
};

}  // namespace rosenblatt
