// Mean and standard deviation of a column in one pass, value by value, so that the size of batches changes no bit.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rosenblatt {

// Welford 1962. NaN is a missing value: it is counted, and otherwise ignored.
struct Moments {
    std::int64_t count = 0, missing = 0;
    double mean = 0.0, squares = 0.0;  // the sum of (x - mean)^2
    double least = std::numeric_limits<double>::infinity(), greatest = -std::numeric_limits<double>::infinity();

    void add(double value) {
        if (std::isnan(value)) {
            ++missing;
            return;
        }
        ++count;
        const double before = value - mean;
        mean += before / double(count);
        squares += before * (value - mean);
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }

    // Standard deviation; exactly 0 if all values are equal, in spite of rounding.
    double spread() const { return least < greatest ? std::sqrt(squares / double(count)) : 0.0; }
};

}  // namespace rosenblatt
