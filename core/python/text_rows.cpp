// Bindings of hashed rows of texts, and of the options of all rows of texts.
#include "python/text_rows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

namespace rosenblatt {
namespace {

Csr hashed_rows(const PythonTexts& texts, LetterTable letters, NgramOptions options, int bits, Weighting weighting,
                std::size_t n_workers) {
    require(1 <= bits && bits <= 30, "1 to 30 bits");
    return rows_of(texts, letters, options, HashedColumns{bits}, weighting, n_workers);
}

}  // namespace

void register_text_rows(nb::module_& m) {
    m.def("hash_of", &hash_of, "bytes"_a, "is_characters"_a = false, "The hash of an n-gram, fixed for ever.");

    nb::class_<NgramOptions>(m, "NgramOptions",
                             "Which n-grams to find: fewest and most tokens, fewest and most characters.")
        .def(nb::init<int, int, int, int, bool>(), "words_least"_a, "words_most"_a, "characters_least"_a,
             "characters_most"_a, "lowercase"_a);

    nb::enum_<Count>(m, "Count", "The value of an n-gram in a row: how often it occurs, 1, or 1 + ln of how often.")
        .value("counts", Count::counts)
        .value("binary", Count::binary)
        .value("log", Count::log);
    nb::class_<Weighting>(m, "Weighting", "The value of an n-gram in a row, and whether rows are scaled to length 1.")
        .def(nb::init<Count, bool>(), "count"_a, "normalise"_a);

    m.def("hashed_rows", &hashed_rows, "texts"_a, array("letters").none(), "options"_a, "bits"_a, "weighting"_a,
          "n_workers"_a, "Values, columns and starts of rows whose columns are hashes of n-grams.");
}

}  // namespace rosenblatt
