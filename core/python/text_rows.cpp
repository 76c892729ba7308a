// Bindings of hashed rows of texts, and of the options of all rows of texts.
#include "python/text_rows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

namespace rosenblatt {
namespace {

Csr hashed_rows(const PythonTexts& texts, LetterTable letters, NgramOptions options, int bits, Weighting weighting,
                Scales scales, std::size_t n_workers) {
    require(1 <= bits && bits <= 30, "1 to 30 bits");
    weighting.scales = scales_of(scales, std::size_t(1) << bits);
    return rows_of(texts, letters, options, HashedColumns{bits}, weighting, n_workers);
}

NewVector<float> inverse_frequencies(Vector<const std::int64_t> documents, std::int64_t n_texts) {
    float of_few[256];  // nearly all frequencies are small, and logarithms are slow
    for (std::int64_t d = 0; d < 256; ++d) of_few[d] = inverse_frequency(d, n_texts);
    return array_of<float>(documents.size(), [&](std::size_t i) {
        const std::int64_t d = documents.data()[i];
        require(0 <= d && d <= n_texts, "at most all texts");
        return d < 256 ? of_few[d] : inverse_frequency(d, n_texts);
    });
}

}  // namespace

void register_text_rows(nb::module_& m) {
    m.def("hash_of", &hash_of, "bytes"_a, "is_characters"_a = false, "The hash of an n-gram, fixed for ever.");

    nb::class_<NgramOptions>(m, "NgramOptions",
                             "Which n-grams to find: fewest and most tokens, fewest and most characters.")
        .def(nb::init<int, int, int, int, bool, bool>(), "words_least"_a, "words_most"_a, "characters_least"_a,
             "characters_most"_a, "lowercase"_a, "punctuation"_a);

    nb::enum_<Count>(m, "Count", "The value of an n-gram in a row: how often it occurs, 1, or 1 + ln of how often.")
        .value("counts", Count::counts)
        .value("binary", Count::binary)
        .value("log", Count::log);
    nb::class_<Weighting>(m, "Weighting", "The value of an n-gram in a row, and whether rows are scaled to length 1.")
        .def(nb::init<Count, bool>(), "count"_a, "normalise"_a);

    m.def(
        "hashed_rows", &hashed_rows, "texts"_a, array("letters").none(), "options"_a, "bits"_a, "weighting"_a,
        array("scales").none(), "n_workers"_a,
        "Values, columns and starts of rows whose columns are hashes of n-grams; column c is multiplied by scales[c].");
    m.def("inverse_frequencies", &inverse_frequencies, array("documents"), "n_texts"_a,
          "ln((1 + n_texts) / (1 + documents)) + 1 for each number of documents.");
}

}  // namespace rosenblatt
