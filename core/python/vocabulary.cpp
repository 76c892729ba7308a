// Bindings of vocabularies.
#include "text/vocabulary.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "python/text_rows.hpp"
#include "text/wanted_ngrams.hpp"

namespace rosenblatt {
namespace {

Vocabulary learn(const PythonTexts& texts, LetterTable letters, NgramOptions options, std::optional<std::size_t> most,
                 std::optional<Vector<std::int64_t>> hashed_documents, std::size_t n_workers) {
    std::optional<HashedDocuments> documents;
    if (hashed_documents) {
        const std::size_t size = hashed_documents->size();
        require(std::has_single_bit(size) && 2 <= size && size <= std::size_t(1) << 30, "2^1 to 2^30 columns");
        documents = {std::countr_zero(size), hashed_documents->data()};
    }
    Vocabulary vocabulary;
    const Shares shares(texts, kCountedRange, n_workers);
    VocabularyBuilder builder(options, letters_for(texts, letters), shares.n_workers, documents);
    in_rounds(shares, [&](const std::size_t* bounds, std::size_t n_ranges) {
        builder.add(texts, bounds, n_ranges, most, vocabulary);
    });
    return vocabulary;
}

Vocabulary learn_wanted(const PythonTexts& texts, LetterTable letters, NgramOptions options,
                        Vector<const std::int32_t> columns, int bits, std::size_t n_workers) {
    require(1 <= bits && bits <= 30, "1 to 30 bits");
    std::vector<std::int32_t> wanted(columns.data(), columns.data() + columns.size());
    for (const std::int32_t column : wanted) require(0 <= column && column < 1 << bits, "no such column");
    Vocabulary vocabulary;
    const Shares shares(texts, kCountedRange, n_workers);
    WantedNgrams ngrams(options, letters_for(texts, letters), {std::move(wanted), bits}, shares.n_workers);
    in_rounds(shares, [&](const std::size_t* bounds, std::size_t n_ranges) {
        ngrams.add(texts, bounds, n_ranges, vocabulary);
    });
    return vocabulary;
}

void add_all(Vocabulary& vocabulary, const Vocabulary& other, std::optional<std::size_t> most) {
    vocabulary.add_all(other);
    if (most) vocabulary.drop_rarest(*most);
}

Csr known_rows(const Vocabulary& vocabulary, const PythonTexts& texts, LetterTable letters, NgramOptions options,
               Vector<const std::int32_t> columns, std::uint32_t n_columns, Weighting weighting, Scales scales,
               std::size_t n_workers) {
    require(columns.size() == vocabulary.size(), "one column per n-gram");
    weighting.scales = scales_of(scales, n_columns);
    const int bits = std::bit_width(n_columns);
    return rows_of(texts, letters, options, KnownColumns{&vocabulary, columns.data(), bits}, weighting, n_workers);
}

NewVector<std::int32_t> hashed_columns(const Vocabulary& vocabulary, int bits) {
    require(1 <= bits && bits <= 30, "1 to 30 bits");
    return array_of<std::int32_t>(vocabulary.size(),
                                  [&](std::size_t i) { return column_of(vocabulary.ngram(i).hash, bits); });
}

NewVector<std::int64_t> counts_of(const Vocabulary& vocabulary) {
    return array_of<std::int64_t>(vocabulary.size(), [&](std::size_t i) { return vocabulary.count(i); });
}

NewVector<std::int64_t> documents_of(const Vocabulary& vocabulary) {
    return array_of<std::int64_t>(vocabulary.size(), [&](std::size_t i) { return vocabulary.documents(i); });
}

// All bytes, where each n-gram ends in them, whether it is a run of characters, how often it occurred and in how many
// texts.
std::tuple<nb::bytes, NewVector<std::int64_t>, NewVector<bool>, NewVector<std::int64_t>, NewVector<std::int64_t>>
parts_of(const Vocabulary& vocabulary) {
    const std::size_t size = vocabulary.size();
    std::int64_t end = 0;
    return {nb::bytes(vocabulary.bytes(), vocabulary.total_bytes()),
            array_of<std::int64_t>(size, [&](std::size_t i) { return end += vocabulary.ngram(i).bytes.size(); }),
            array_of<bool>(size, [&](std::size_t i) { return vocabulary.ngram(i).is_characters; }),
            counts_of(vocabulary), documents_of(vocabulary)};
}

Vocabulary from_parts(nb::bytes bytes, Vector<const std::int64_t> ends, Vector<const bool> is_characters,
                      Vector<const std::int64_t> counts, Vector<const std::int64_t> documents) {
    const std::size_t size = counts.size();
    require(ends.size() == size && is_characters.size() == size && documents.size() == size, "parts of one length");
    Vocabulary vocabulary;
    const std::string text = padded({bytes.c_str(), bytes.size()});
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < size; begin = ends.data()[i++]) {
        const std::int64_t end = ends.data()[i];
        require(begin <= end && end <= std::int64_t(bytes.size()), "ends must rise within the bytes");
        const std::string_view ngram(text.data() + begin, std::size_t(end - begin));
        require(is_utf8(ngram) && ngram.size() <= kLongestText, "n-grams must be UTF-8");
        const bool of_characters = is_characters.data()[i];
        vocabulary.add({hash_padded(ngram, of_characters), ngram, of_characters}, counts.data()[i],
                       documents.data()[i]);
    }
    require(vocabulary.size() == size, "n-grams must be distinct");
    return vocabulary;
}

std::vector<std::string> names_of(const Vocabulary& vocabulary, Vector<const std::int64_t> numbers) {
    std::vector<std::string> names;
    names.reserve(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        require(0 <= numbers.data()[k] && numbers.data()[k] < std::int64_t(vocabulary.size()), "no such n-gram");
        const Ngram ngram = vocabulary.ngram(std::size_t(numbers.data()[k]));
        std::string& name = names.emplace_back(ngram.bytes);
        if (ngram.is_characters) name = '\'' + name + '\'';
    }
    return names;
}

using Parts = std::tuple<nb::bytes, Vector<const std::int64_t>, Vector<const bool>, Vector<const std::int64_t>,
                         Vector<const std::int64_t>>;

}  // namespace

void register_vocabulary(nb::module_& m) {
    nb::class_<Vocabulary>(m, "Vocabulary",
                           "N-grams in the order of their first appearance, how often each occurred and in how many "
                           "texts.")
        .def(nb::init<>())
        .def_static("of", &learn, "texts"_a, array("letters").none(), "options"_a, "most"_a.none(),
                    array("hashed_documents").none(), "n_workers"_a,
                    "The n-grams of texts. Whenever there are more than `most`, the rarest are dropped. Adds to "
                    "hashed_documents, one per hashed column, in how many texts it occurs.")
        .def_static("in_columns", &learn_wanted, "texts"_a, array("letters").none(), "options"_a, array("columns"),
                    "bits"_a, "n_workers"_a, "The n-grams of texts that have one of these columns under hashing.")
        .def("__len__", &Vocabulary::size)
        .def("add_all", &add_all, "other"_a, "most"_a.none(), "Add the n-grams of another vocabulary.")
        .def("keep_frequent", &Vocabulary::keep_frequent, "room"_a,
             "Keep the `room` most frequent n-grams, and of equally frequent ones the earliest.")
        .def("keep_at_least", &Vocabulary::keep_at_least, "least"_a,
             "Keep the n-grams with at least `least` occurrences.")
        .def("names", &names_of, array("numbers"), "N-grams as strings; runs of characters in quotes.")
        .def("hashed_columns", &hashed_columns, "bits"_a, "The column of each n-gram under hashing.")
        .def("counts", &counts_of)
        .def("documents", &documents_of, "In how many texts each n-gram occurred.")
        .def("rows", &known_rows, "texts"_a, array("letters").none(), "options"_a, array("columns"), "n_columns"_a,
             "weighting"_a, array("scales").none(), "n_workers"_a,
             "Values, columns and starts of rows; n-gram i has the column columns[i], below n_columns, or is left out "
             "if that is negative; column c is multiplied by scales[c].")
        .def("parts", &parts_of,
             "All bytes, where each n-gram ends, whether it is a run of characters, how often it occurred and in how "
             "many texts.")
        .def_static("from_parts", &from_parts, "bytes"_a, array("ends"), array("is_characters"), array("counts"),
                    array("documents"))
        .def("__getstate__", &parts_of)
        .def("__setstate__",
             [](Vocabulary& self, const Parts& parts) { new (&self) Vocabulary(std::apply(from_parts, parts)); });
}

}  // namespace rosenblatt
