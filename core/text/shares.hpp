// Texts shared out among workers, in ranges of about the same number of bytes.
#pragma once
#include <algorithm>
#include <vector>

#include "text/texts.hpp"

namespace rosenblatt {

// The largest range takes a worker some 20 ms. Where the result could depend on the size of the ranges, it is fixed.
constexpr std::size_t kLargestRange = std::size_t(1) << 23, kCountedRange = std::size_t(1) << 20;
constexpr std::size_t kSmallestRange = std::size_t(1) << 16;  // a thread costs more than less work

struct Shares {
    std::vector<std::size_t> bounds;  // of the ranges: 0 first, the number of texts last
    std::size_t n_workers;            // at most as many as ranges

    Shares(const TextViews& texts, std::size_t range_bytes, std::size_t most_workers) : bounds{0} {
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            bytes += work_of(texts[i]);
            if (bytes < range_bytes && i + 1 < texts.size()) continue;
            bounds.push_back(i + 1);
            bytes = 0;
        }
        n_workers = std::clamp(bounds.size() - 1, std::size_t(1), std::max(most_workers, std::size_t(1)));
    }

    // One range per worker if the texts are few.
    static Shares of_few(const TextViews& texts, std::size_t n_workers) {
        if (n_workers <= 1) return {texts, kLargestRange, 1};
        std::size_t bytes = 0;
        for (std::size_t i = 0; i < texts.size(); ++i) bytes += work_of(texts[i]);
        return {texts, std::clamp(bytes / n_workers + 1, kSmallestRange, kLargestRange), n_workers};
    }

   private:
    // An empty text is work too.
    static std::size_t work_of(std::string_view text) { return text.size() + 32; }
};

}  // namespace rosenblatt
