// Texts to rows, for the bindings: rounds without the GIL, and CSR arrays as the result.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "python/arrays.hpp"
#include "python/slices.hpp"
#include "python/texts.hpp"
#include "text/shares.hpp"
#include "text/text_features.hpp"

namespace rosenblatt {

using LetterTable = std::optional<Vector<const std::uint32_t>>;

inline Letters letters_of(const LetterTable& table) {
    require(!table || table->size() == Letters::kCount, "one letter per code point");
    return {table ? table->data() : nullptr};
}

inline Letters letters_for(const TextViews& texts, const LetterTable& table) {
    require(texts.ascii() || table, "letters for texts that are not ASCII");
    return letters_of(table);
}

using Scales = std::optional<Vector<const float>>;

inline const float* scales_of(const Scales& scales, std::size_t n_columns) {
    require(!scales || scales->size() == n_columns, "one scale per column");
    return scales ? scales->data() : nullptr;
}

// Calls f(bounds, n_ranges) for as many ranges at a time as there are workers.
template <class F>
void in_rounds(const Shares& shares, const F& f) {
    const std::size_t n_ranges = shares.bounds.size() - 1;
    for (std::size_t i = 0; i < n_ranges; i += shares.n_workers)
        without_gil([&] { f(shares.bounds.data() + i, std::min(shares.n_workers, n_ranges - i)); });
}

// Values, columns and starts.
using Csr = std::tuple<NewVector<float>, NewVector<std::int32_t>, NewVector<std::int64_t>>;

template <class Columns>
Csr rows_of(const TextViews& texts, const LetterTable& letters, NgramOptions options, Columns columns,
            Weighting weighting, std::size_t n_workers) {
    const Shares shares = Shares::of_few(texts, n_workers);
    RowBuilder<Columns> builder(options, letters_for(texts, letters), columns, weighting, shares.n_workers);
    in_rounds(shares, [&](const std::size_t* bounds, std::size_t n_ranges) { builder.add(texts, bounds, n_ranges); });
    CountedRows& rows = builder.rows();
    return {as_array(rows.values), as_array(rows.columns), as_array(rows.ends)};
}

}  // namespace rosenblatt
