// Rows as lists of their non-zero numbers: several classes walk a list once for the activations of all classes, and
// once more for an update. Sparse rows are such lists already.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "rows/csr_rows.hpp"

namespace rosenblatt {

template <class Rows>
class RowLists;

template <class T, class Index>
class RowLists<CsrRows<T, Index>> : public CsrRows<T, Index> {
   public:
    using List = SparseList<T, Index>;

    RowLists(const CsrRows<T, Index>& rows) : CsrRows<T, Index>(rows) {}

    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) {
        CsrRows<T, Index>::prefetch(order, k, end);
        this->prefetch_now();
        expect(order[std::min(k + 1, end - 1)]);
    }
    void expect(std::int64_t next) { next_ = next; }

    List list(std::int64_t i) const {
        return {this->values + this->starts[i],
                this->columns + this->starts[i],
                this->entries(i),
                {this->columns + this->starts[next_], this->entries(next_)}};
    }

   private:
    std::int64_t next_ = 0;
};

// Memory for the list of one dense row.
template <class T>
class OneList {
   public:
    explicit OneList(std::int64_t n_columns) : values_(std::size_t(n_columns)), columns_(std::size_t(n_columns)) {}

    std::int64_t* columns() { return columns_.data(); }

    // The list of the first `count` columns; at(j) is the number in column j.
    template <class At>
    DenseList<T> take(std::int64_t count, const At& at, NextLines next) {
        for (std::int64_t p = 0; p < count; ++p) values_[std::size_t(p)] = at(columns_[std::size_t(p)]);
        return {values_.data(), columns_.data(), count, next};
    }

   private:
    std::vector<T> values_;
    std::vector<std::int64_t> columns_;
};

template <class T>
class RowLists<DenseRows<T>> : public DenseRows<T> {
   public:
    using List = DenseList<T>;

    RowLists(const DenseRows<T>& rows) : DenseRows<T>(rows), room_(rows.n_columns) {}

    // Measured: with this much work per row, the next row is best fetched one cache line at a time, one half while this
    // row is searched, the other while its numbers are multiplied.
    ROSENBLATT_INLINE void prefetch(const std::int64_t* order, std::int64_t k, std::int64_t end) {
        expect(order[std::min(k + 1, end - 1)]);
    }
    void expect(std::int64_t next) { next_ = next; }

    List list(std::int64_t i) {
        const T* x = this->row(i);
        const std::int64_t lines = this->n_columns * std::int64_t(sizeof(T)) / kLineBytes + 1, half = lines / 2;
        const char* next = reinterpret_cast<const char*>(this->row(next_));
        const std::int64_t count = this->kernels.nonzeros(x, this->n_columns, room_.columns(), {next, half});
        return room_.take(count, [x](std::int64_t j) { return x[j]; }, {next + half * kLineBytes, lines - half});
    }

   private:
    OneList<T> room_;
    std::int64_t next_ = 0;
};

template <class T>
class RowLists<StridedRows<T>> : public StridedRows<T> {
   public:
    using List = DenseList<T>;

    RowLists(const StridedRows<T>& rows) : StridedRows<T>(rows), room_(rows.n_columns) {}

    void expect(std::int64_t) {}

    List list(std::int64_t i) {
        std::int64_t count = 0;
        for (std::int64_t j = 0; j < this->n_columns; ++j) {
            room_.columns()[count] = j;
            count += this->at(i, j) != T(0);
        }
        return room_.take(count, [&](std::int64_t j) { return this->at(i, j); }, {nullptr, 0});
    }

   private:
    OneList<T> room_;
};

// Rows known only by their activations: the list is the number of the row.
template <>
class RowLists<ScoredRows> : public ScoredRows {
   public:
    struct List {
        std::int64_t row;
    };

    RowLists(const ScoredRows& rows) : ScoredRows(rows) {}

    void expect(std::int64_t) {}
    List list(std::int64_t i) const { return {i}; }
};

}  // namespace rosenblatt
