// What the mean and the standard deviation of a column follow from, as exact sums: any order of values, and any sum of
// parts, leads to the same bits.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "util/exact_sum.hpp"
#include "util/require.hpp"

namespace rosenblatt {

// NaN is a missing value: it is counted, and otherwise ignored.
struct Moments {
    std::int64_t count = 0, missing = 0;
    double least = std::numeric_limits<double>::infinity(), greatest = -std::numeric_limits<double>::infinity();
    ValueSum values;
    SquareSum squares;

    void add(double value) {
        if (!std::isfinite(value)) {
            require(std::isnan(value), "finite numbers");
            ++missing;
            return;
        }
        ++count;
        value += 0.0;  // -0 becomes 0
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        const Unpacked x(std::bit_cast<std::uint64_t>(value));
        add_value(values, x);
        add_square(squares, x);
    }

    void merge(const Moments& other) {
        count += other.count;
        missing += other.missing;
        least = std::min(least, other.least);
        greatest = std::max(greatest, other.greatest);
        values.add(other.values);
        squares.add(other.squares);
    }
};

}  // namespace rosenblatt
