// Texts, vocabularies and their rows, for Python: strings and Arrow's buffers in, arrays out.
//
// Work goes in rounds of a few MB a thread without the GIL; between rounds Ctrl-C is heard.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <tuple>

#include "python/arrays.hpp"
#include "text/text_features.hpp"

namespace rosenblatt {
namespace {

using LetterTable = std::optional<Vector<const std::uint32_t>>;

Letters letters_of(const LetterTable& table) {
    require(!table || table->size() == Letters::kCount, "one letter a code point");
    return {table ? table->data() : nullptr};
}

// Views of texts, and who keeps their bytes alive. Each text is checked when it comes in.
class Texts {
   public:
    std::size_t size() const { return views.size(); }

    // Strings; None and NaN are empty texts. Returns what is wrong with the first that is wrong: (what, place).
    std::optional<std::pair<std::string, std::size_t>> add_strings(nb::list strings) {
        views.reserve(views.size() + strings.size());
        owners_.push_back(strings);
        for (std::size_t i = 0; i < strings.size(); ++i) {
            PyObject* string = PyList_GET_ITEM(strings.ptr(), Py_ssize_t(i));
            if (const char* wrong = add_string(string)) return std::pair(std::string(wrong), i);
        }
        return std::nullopt;
    }

    // Arrow's buffers: text i of `count` is data[offsets[first + i] .. offsets[first + i + 1]), or empty where its
    // bit of `valid` is 0. Returns what is wrong with the first that is wrong: (what, place).
    template <class Offset>
    std::optional<std::pair<std::string, std::size_t>> add_arrow(Vector<const Offset> offsets,
                                                                 Vector<const std::uint8_t> data,
                                                                 std::optional<Vector<const std::uint8_t>> valid,
                                                                 std::size_t first, std::size_t count) {
        require(first + count < offsets.size() || count == 0, "one offset more than there are texts");
        require(!valid || 8 * valid->size() >= first + count, "one bit a text");
        owners_.insert(owners_.end(), {nb::cast(offsets), nb::cast(data)});
        const auto* bytes = reinterpret_cast<const char*>(data.data());
        const std::uint8_t* bits = valid ? valid->data() : nullptr;
        const std::size_t before = views.size();
        std::optional<std::pair<std::string, std::size_t>> wrong;
        nb::gil_scoped_release release;
        views.reserve(before + count);
        for (std::size_t i = first; i < first + count; ++i) {
            const bool missing = bits && !(bits[i / 8] >> (i % 8) & 1);
            const auto begin = std::int64_t(offsets.data()[i]), end = std::int64_t(offsets.data()[i + 1]);
            require(missing || (0 <= begin && begin <= end && end <= std::int64_t(data.size())), "offsets must rise");
            views.push_back(missing ? std::string_view() : std::string_view(bytes + begin, std::size_t(end - begin)));
            n_missing_ += missing;
            if (const char* fault = fault_of(views.back())) return std::pair(std::string(fault), i - first);
        }
        return std::nullopt;
    }

    bool ascii() const { return ascii_; }
    std::size_t n_missing() const { return n_missing_; }

    // Texts that Python has to lower-case, because a letter in them needs its neighbours for that.
    std::vector<std::size_t> special(Vector<const std::uint32_t> table) const {
        const Letters letters = letters_of(table);
        std::vector<std::size_t> found;
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < views.size(); ++i)
            if (!is_ascii(views[i]) && is_special(views[i], letters)) found.push_back(i);
        return found;
    }

    nb::str text(std::size_t i) const { return nb::str(views.at(i).data(), views.at(i).size()); }

    void replace(std::size_t i, nb::str text) {
        nb::bytes bytes = nb::steal<nb::bytes>(PyUnicode_AsUTF8String(text.ptr()));
        views.at(i) = {bytes.c_str(), bytes.size()};
        owners_.push_back(bytes);
    }

    TextViews views;

   private:
    const char* add_string(PyObject* string) {
        if (!PyUnicode_Check(string)) {
            if (string != Py_None && !(PyFloat_Check(string) && std::isnan(PyFloat_AS_DOUBLE(string))))
                return "not a string";
            ++n_missing_;
            views.emplace_back();
            return nullptr;
        }
        if (PyUnicode_IS_ASCII(string)) {
            views.emplace_back(static_cast<const char*>(PyUnicode_DATA(string)), PyUnicode_GET_LENGTH(string));
        } else {  // bytes of our own: PyUnicode_AsUTF8 would leave them in the user's string
            nb::object bytes = nb::steal(PyUnicode_AsUTF8String(string));
            if (!bytes.is_valid()) {
                PyErr_Clear();
                return "a lone surrogate";
            }
            views.emplace_back(PyBytes_AS_STRING(bytes.ptr()), PyBytes_GET_SIZE(bytes.ptr()));
            owners_.push_back(std::move(bytes));
            ascii_ = false;
        }
        return views.back().size() > kLongestText ? "too long" : nullptr;
    }

    const char* fault_of(std::string_view text) {
        if (is_ascii(text)) return text.size() > kLongestText ? "too long" : nullptr;
        ascii_ = false;
        return !is_utf8(text) ? "not UTF-8" : text.size() > kLongestText ? "too long" : nullptr;
    }

    std::vector<nb::object> owners_;
    bool ascii_ = true;
    std::size_t n_missing_ = 0;
};

// Texts shared out in ranges, and how many workers those can employ.
struct Shares {
    std::vector<std::size_t> bounds;
    std::size_t n_workers;

    Shares(const TextViews& texts, std::size_t bytes_each, std::size_t most_workers)
        : bounds(ranges_by_size(texts, bytes_each)),
          n_workers(std::clamp(bounds.size() - 1, std::size_t(1), std::max(most_workers, std::size_t(1)))) {}

    // f(bounds, n_ranges) over as many ranges at a time as there are workers.
    template <class F>
    void in_rounds(const F& f) const {
        for (std::size_t i = 0; i + 1 < bounds.size(); i += n_workers) {
            {
                nb::gil_scoped_release release;
                f(bounds.data() + i, std::min(n_workers, bounds.size() - 1 - i));
            }
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
        }
    }
};

// One range a worker if the texts are few, but none so small that a thread is not worth it.
std::size_t bytes_for_a_worker(const TextViews& texts, std::size_t n_workers) {
    if (n_workers == 1) return kMostBytesARange;
    std::size_t bytes = 0;
    for (const std::string_view text : texts) bytes += text.size() + kBytesOfAText;
    return std::clamp(bytes / n_workers + 1, std::size_t(1) << 16, kMostBytesARange);
}

using Csr = std::tuple<NewVector<float>, NewVector<std::int32_t>, NewVector<std::int64_t>>;

template <class Columns>
Csr rows_of(const Texts& texts, const LetterTable& letters, Recipe recipe, Columns columns, Weighting weighting,
            std::size_t n_workers) {
    require(texts.ascii() || letters, "letters for texts that are not ASCII");
    const Shares shares(texts.views, bytes_for_a_worker(texts.views, n_workers), n_workers);
    RowsMaker<Columns> maker(recipe, letters_of(letters), columns, weighting, shares.n_workers);
    shares.in_rounds(
        [&](const std::size_t* bounds, std::size_t n_ranges) { maker.make(texts.views, bounds, n_ranges); });
    CountedRows& rows = maker.rows();
    return {as_array(rows.values), as_array(rows.columns), as_array(rows.ends)};
}

Csr hashed_rows(const Texts& texts, LetterTable letters, Recipe recipe, int bits, Weighting weighting,
                std::size_t n_workers) {
    require(1 <= bits && bits <= 30, "1 to 30 bits");
    return rows_of(texts, letters, recipe, HashedColumns{bits}, weighting, n_workers);
}

Csr known_rows(const Vocabulary& vocabulary, const Texts& texts, LetterTable letters, Recipe recipe,
               Vector<const std::int32_t> columns, std::uint32_t n_columns, Weighting weighting,
               std::size_t n_workers) {
    require(columns.size() == vocabulary.size(), "one column an n-gram");
    const int bits = std::bit_width(n_columns);
    return rows_of(texts, letters, recipe, KnownColumns{&vocabulary, columns.data(), bits}, weighting, n_workers);
}

Vocabulary learn(const Texts& texts, LetterTable letters, Recipe recipe, std::optional<std::size_t> most,
                 std::size_t n_workers) {
    require(texts.ascii() || letters, "letters for texts that are not ASCII");
    Vocabulary vocabulary;
    const Shares shares(texts.views, kBytesACountedRange, n_workers);
    VocabularyMaker maker(recipe, letters_of(letters), shares.n_workers);
    shares.in_rounds([&](const std::size_t* bounds, std::size_t n_ranges) {
        maker.add(texts.views, bounds, n_ranges, most, vocabulary);
    });
    return vocabulary;
}

// The n-grams as arrays: all bytes, where each n-gram ends in them, whether it is of characters, how often it came.
std::tuple<nb::bytes, NewVector<std::int64_t>, NewVector<bool>, NewVector<std::int64_t>> parts_of(
    const Vocabulary& vocabulary) {
    const std::size_t size = vocabulary.size();
    std::int64_t end = 0;
    return {nb::bytes(vocabulary.bytes(), vocabulary.total_bytes()),
            array_of<std::int64_t>(size, [&](std::size_t i) { return end += vocabulary.ngram(i).bytes.size(); }),
            array_of<bool>(size, [&](std::size_t i) { return vocabulary.ngram(i).is_characters; }),
            array_of<std::int64_t>(size, [&](std::size_t i) { return vocabulary.count(i); })};
}

Vocabulary from_parts(nb::bytes bytes, Vector<const std::int64_t> ends, Vector<const bool> is_characters,
                      Vector<const std::int64_t> counts) {
    require(ends.size() == counts.size() && is_characters.size() == counts.size(), "parts of one length");
    Vocabulary vocabulary;
    const std::vector<char> text = padded({bytes.c_str(), bytes.size()});
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); begin = ends.data()[i++]) {
        const std::int64_t end = ends.data()[i];
        require(begin <= end && end <= std::int64_t(bytes.size()), "ends must rise within the bytes");
        const std::string_view ngram(text.data() + begin, std::size_t(end - begin));
        require(is_utf8(ngram) && ngram.size() <= kLongestText, "n-grams must be UTF-8");
        const bool of_characters = is_characters.data()[i];
        vocabulary.add({hash_padded(ngram, of_characters), ngram, of_characters}, counts.data()[i]);
    }
    require(vocabulary.size() == ends.size(), "no n-gram may come twice");
    return vocabulary;
}

std::vector<std::string> names_of(const Vocabulary& vocabulary, Vector<const std::int64_t> numbers) {
    std::vector<std::string> names;
    names.reserve(numbers.size());
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        require(0 <= numbers.data()[k] && numbers.data()[k] < std::int64_t(vocabulary.size()), "no such n-gram");
        const Ngram ngram = vocabulary.ngram(std::size_t(numbers.data()[k]));
        const std::string bytes(ngram.bytes);
        names.push_back(ngram.is_characters ? "'" + bytes + "'" : bytes);
    }
    return names;
}

}  // namespace

void register_text(nb::module_& m) {
    m.def("hash_of", &hash_of, "bytes"_a, "is_characters"_a = false, "The hash of an n-gram, fixed for ever.");

    nb::class_<Recipe>(m, "Recipe", "Which n-grams to make: fewest and most tokens, fewest and most characters.")
        .def(nb::init<int, int, int, int, bool>(), "words_least"_a, "words_most"_a, "characters_least"_a,
             "characters_most"_a, "lowercase"_a);

    nb::enum_<Count>(m, "Count", "What a row holds for an n-gram: how often it comes, 1, or 1 + ln of how often.")
        .value("counts", Count::counts)
        .value("binary", Count::binary)
        .value("log", Count::log);
    nb::class_<Weighting>(m, "Weighting", "What a row holds for an n-gram, and whether rows are scaled to length 1.")
        .def(nb::init<Count, bool>(), "count"_a, "normalise"_a);

    nb::class_<Texts>(m, "Texts", "Views of texts where they lie; keeps them alive.")
        .def(nb::init<>())
        .def("__len__", &Texts::size)
        .def("add_strings", &Texts::add_strings, "strings"_a,
             nb::sig("def add_strings(self, strings: list[object]) -> tuple[str, int] | None"),
             "Add strings; None and NaN are empty. Says what is wrong with the first wrong one: (what, place).")
        .def("add_arrow", &Texts::add_arrow<std::int32_t>, array("offsets"), array("data"), array("valid").none(),
             "first"_a, "count"_a,
             "Add texts from Arrow's buffers. Says what is wrong with the first wrong one: (what, place).")
        .def("add_arrow", &Texts::add_arrow<std::int64_t>, array("offsets"), array("data"), array("valid").none(),
             "first"_a, "count"_a)
        .def_prop_ro("ascii", &Texts::ascii, "Whether all are ASCII.")
        .def_prop_ro("n_missing", &Texts::n_missing, "How many were None, NaN or null.")
        .def("special", &Texts::special, array("letters"), "Places of texts that Python must lower-case.")
        .def("text", &Texts::text, "place"_a)
        .def("replace", &Texts::replace, "place"_a, "text"_a);

    m.def("hashed_rows", &hashed_rows, "texts"_a, array("letters").none(), "recipe"_a, "bits"_a, "weighting"_a,
          "n_workers"_a, "Values, columns and starts of rows whose columns are hashes of n-grams.");

    nb::class_<Vocabulary>(m, "Vocabulary", "N-grams in the order in which they first came, and how often each came.")
        .def(nb::init<>())
        .def_static("of", &learn, "texts"_a, array("letters").none(), "recipe"_a, "most"_a.none(), "n_workers"_a,
                    "The n-grams of texts. Past `most` n-grams, those seen least often are forgotten.")
        .def("__len__", &Vocabulary::size)
        .def(
            "add_all",
            [](Vocabulary& vocabulary, const Vocabulary& other, std::optional<std::size_t> most) {
                vocabulary.add_all(other);
                if (most) vocabulary.forget_rarest(*most);
            },
            "other"_a, "most"_a.none(), "Add the n-grams of another vocabulary.")
        .def("names", &names_of, array("numbers"), "N-grams as strings; runs of characters in quotes.")
        .def(
            "hashed_columns",
            [](const Vocabulary& v, int bits) {
                require(1 <= bits && bits <= 30, "1 to 30 bits");
                return array_of<std::int32_t>(v.size(),
                                              [&](std::size_t i) { return column_of(v.ngram(i).hash, bits); });
            },
            "bits"_a, "The column of each n-gram under hashing.")
        .def("counts",
             [](const Vocabulary& v) {
                 return array_of<std::int64_t>(v.size(), [&](std::size_t i) { return v.count(i); });
             })
        .def("rows", &known_rows, "texts"_a, array("letters").none(), "recipe"_a, array("columns"), "n_columns"_a,
             "weighting"_a, "n_workers"_a,
             "Values, columns and starts of rows; columns[i], below n_columns, is that of n-gram i, or negative to "
             "leave it out.")
        .def("parts", &parts_of, "All bytes, where each n-gram ends, whether it is of characters, how often it came.")
        .def_static("from_parts", &from_parts, "bytes"_a, array("ends"), array("is_characters"), array("counts"))
        .def("__getstate__", &parts_of)
        .def("__setstate__",
             [](Vocabulary& vocabulary,
                const std::tuple<nb::bytes, Vector<const std::int64_t>, Vector<const bool>, Vector<const std::int64_t>>&
                    parts) { new (&vocabulary) Vocabulary(std::apply(from_parts, parts)); });
}

}  // namespace rosenblatt
