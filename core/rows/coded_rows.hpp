// Rows of tables as one code per column of the table, which stand for columns of ones: one per code, and one per pair
// of codes of two columns that are crossed. A row takes a few bytes, however many pairs there are.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "util/require.hpp"

namespace rosenblatt {

class CodeLayout {
   public:
    // A column of the table: its number of codes, the first of their columns (-1: they have none of their own), and
    // the cell of each code in crosses; the last cell is that of codes out of range, which stand for unknown values.
    struct Column {
        std::int64_t start, width;
        std::vector<std::int32_t> cells;
    };
    // Two columns of the table: the cells a and b have the column start + a * n_cells + b.
    struct Pair {
        std::size_t first, second;
        std::int64_t start, n_cells;
    };

    // Columns and pairs in rising order of their starts, so that the columns of a row rise by construction.
    CodeLayout(std::vector<Column> columns, std::vector<Pair> pairs)
        : columns_(std::move(columns)), pairs_(std::move(pairs)) {
        std::int64_t end = 0;
        const auto follows = [&end](std::int64_t start, std::int64_t size) {
            require(start >= end && size >= 0, "columns and pairs must not overlap");
            end = start + size;
            require(end <= std::numeric_limits<std::int32_t>::max(), "too many columns");
        };
        for (const Column& one : columns_) {
            require(std::int64_t(one.cells.size()) == one.width + 1, "one cell per code, and one for all others");
            if (one.start >= 0) follows(one.start, one.width);
        }
        for (const Pair& pair : pairs_) {
            require(pair.first < columns_.size() && pair.second < columns_.size(), "pairs of columns");
            const std::int64_t first = largest_cell(pair.first), second = largest_cell(pair.second);
            require(second < pair.n_cells, "cells below their number");
            follows(pair.start, first * pair.n_cells + pair.n_cells);
        }
        n_columns_ = end;
    }

    const std::vector<Column>& columns() const { return columns_; }
    const std::vector<Pair>& pairs() const { return pairs_; }
    std::size_t n_codes() const { return columns_.size(); }
    std::int64_t n_columns() const { return n_columns_; }

    // The most columns of a row.
    std::size_t longest() const { return columns_.size() + pairs_.size(); }

    // Writes the columns of the row with these codes, which rise; returns their end. `cells` has room for one per code.
    template <class Code>
    std::int32_t* expand(const Code* codes, std::int32_t* cells, std::int32_t* out) const {
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            const Column& column = columns_[c];
            const bool is_known = std::int64_t(codes[c]) < column.width;
            cells[c] = column.cells[is_known ? std::size_t(codes[c]) : std::size_t(column.width)];
            if (is_known && column.start >= 0) *out++ = std::int32_t(column.start + std::int64_t(codes[c]));
        }
        for (const Pair& pair : pairs_)
            *out++ = std::int32_t(pair.start + cells[pair.first] * pair.n_cells + cells[pair.second]);
        return out;
    }

   private:
    std::int64_t largest_cell(std::size_t column) const {
        std::int32_t largest = 0;
        for (const std::int32_t cell : columns_[column].cells) {
            require(cell >= 0, "cells from 0");
            largest = std::max(largest, cell);
        }
        return largest;
    }

    std::vector<Column> columns_;
    std::vector<Pair> pairs_;
    std::int64_t n_columns_ = 0;
};

}  // namespace rosenblatt
