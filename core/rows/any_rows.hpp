// Rows whose storage is known only at run time.
#pragma once
#include <cstdint>
#include <optional>
#include <variant>

#include "rows/csr_rows.hpp"

namespace rosenblatt {

struct AnyRows {
    std::variant<DenseRows<float>, DenseRows<double>, StridedRows<float>, StridedRows<double>,
                 CsrRows<float, std::int32_t>, CsrRows<float, std::int64_t>, CsrRows<double, std::int32_t>,
                 CsrRows<double, std::int64_t>, ScoredRows>
        stored;

    std::int64_t n_rows() const {
        return std::visit([](const auto& rows) { return rows.n_rows; }, stored);
    }
    std::int64_t n_columns() const {
        return std::visit([](const auto& rows) { return rows.n_columns; }, stored);
    }
    // Stored numbers of all rows together.
    std::int64_t n_entries() const {
        return std::visit([](const auto& rows) { return rows.n_entries(); }, stored);
    }
    std::int64_t mean_entries() const { return n_rows() == 0 ? 0 : n_entries() / n_rows(); }
};

}  // namespace rosenblatt
