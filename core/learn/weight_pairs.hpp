// Weights and variances side by side while sparse rows are walked: both of a column are in one cache line.
//
// Measured on rows of 80 among 2^18 columns, a walk that updates most rows waits for these lines.
#pragma once
#include <cstdint>
#include <memory>

namespace rosenblatt {

class WeightPairs {
   public:
    WeightPairs(double* weights, double* variances, std::int64_t size)
        : weights_(weights),
          variances_(variances),
          size_(size),
          pairs_(std::make_unique_for_overwrite<double[]>(std::size_t(2 * size))) {
        for (std::int64_t j = 0; j < size_; ++j) {
            pairs_[std::size_t(2 * j)] = weights_[j];
            pairs_[std::size_t(2 * j + 1)] = variances_[j];
        }
    }

    // Writes them back, however the walk ended.
    ~WeightPairs() {
        for (std::int64_t j = 0; j < size_; ++j) {
            weights_[j] = pairs_[std::size_t(2 * j)];
            variances_[j] = pairs_[std::size_t(2 * j + 1)];
        }
    }

    WeightPairs(const WeightPairs&) = delete;
    WeightPairs& operator=(const WeightPairs&) = delete;

    double* weights() { return pairs_.get(); }
    double* variances() { return pairs_.get() + 1; }

    // Whether it saves time, for a walk over this number of entries.
    static bool pay(std::int64_t entries, std::int64_t size) { return entries / 8 >= size; }

   private:
    double *weights_, *variances_;
    std::int64_t size_;
    std::unique_ptr<double[]> pairs_;
};

}  // namespace rosenblatt
