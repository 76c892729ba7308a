// The random numbers behind every order of rows: small, the same on each platform, fixed for ever.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

namespace rosenblatt {

// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
class Random {
   public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // The seed of a stream that continues this one.
    std::uint64_t state() const { return state_; }

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    // Uniform on 0 .. n-1, without bias: Lemire, "Fast random integer generation in an interval", 2019.
    std::int64_t below(std::int64_t n) {
        const auto bound = static_cast<std::uint64_t>(n);
        unsigned __int128 product = static_cast<unsigned __int128>(next()) * bound;
        if (static_cast<std::uint64_t>(product) < bound) {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (static_cast<std::uint64_t>(product) < threshold)
                product = static_cast<unsigned __int128>(next()) * bound;
        }
        return static_cast<std::int64_t>(product >> 64);
    }

    // Fisher and Yates, from the front, so that a prefix is already a fair draw. Some places are drawn ahead, so that
    // all of them are fetched at once.
    void shuffle(std::int64_t* order, std::int64_t n) {
        constexpr std::int64_t kAhead = 64;
        std::int64_t places[kAhead];
        for (std::int64_t k = 0, count; k + 1 < n; k += count) {
            count = std::min(kAhead, n - 1 - k);
            for (std::int64_t p = 0; p < count; ++p) {
                places[p] = k + p + below(n - k - p);
                __builtin_prefetch(order + places[p], 1);
            }
            for (std::int64_t p = 0; p < count; ++p) std::swap(order[k + p], order[places[p]]);
        }
    }

   private:
    std::uint64_t state_;
};

}  // namespace rosenblatt
