// Bindings of texts: strings and Arrow's buffers, viewed in place.
#include "python/texts.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "python/arrays.hpp"
#include "python/text_rows.hpp"

namespace rosenblatt {
namespace {

// What is wrong with the first text that cannot be read, and its place.
using TextFault = std::optional<std::pair<std::string, std::size_t>>;

std::string_view bytes_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

bool is_missing(PyObject* value) {
    return value == Py_None || (PyFloat_Check(value) && std::isnan(PyFloat_AS_DOUBLE(value)));
}

const char* add_string(PythonTexts& texts, PyObject* string) {
    if (PyUnicode_Check(string) && PyUnicode_IS_ASCII(string))
        return texts.add_valid({static_cast<const char*>(PyUnicode_DATA(string)), size_t(PyUnicode_GET_LENGTH(string))},
                               true);
    if (PyUnicode_Check(string)) {  // a copy: PyUnicode_AsUTF8 would cache the bytes in the caller's string
        nb::object encoded = nb::steal(PyUnicode_AsUTF8String(string));
        if (!encoded.is_valid()) {
            PyErr_Clear();
            return "a lone surrogate";
        }
        texts.owners.push_back(encoded);
        return texts.add_valid(bytes_of(nb::borrow<nb::bytes>(encoded)), false);
    }
    if (!is_missing(string)) return "not a string";
    texts.add_missing();
    return nullptr;
}

TextFault add_strings(PythonTexts& texts, nb::list strings) {
    texts.reserve(strings.size());
    texts.owners.push_back(strings);
    for (std::size_t i = 0; i < strings.size(); ++i)
        if (const char* wrong = add_string(texts, PyList_GET_ITEM(strings.ptr(), Py_ssize_t(i))))
            return std::pair(std::string(wrong), i);
    return std::nullopt;
}

// Text i of `count` is data[offsets[first + i] .. offsets[first + i + 1]), or missing where its bit of `valid` is 0.
template <class Offset>
TextFault add_arrow(PythonTexts& texts, Vector<const Offset> offsets, Vector<const std::uint8_t> data,
                    std::optional<Vector<const std::uint8_t>> valid, std::size_t first, std::size_t count) {
    require(first + count < offsets.size() || count == 0, "one more offset than texts");
    require(!valid || 8 * valid->size() >= first + count, "one bit per text");
    texts.owners.insert(texts.owners.end(), {nb::cast(offsets), nb::cast(data)});
    const auto* bytes = reinterpret_cast<const char*>(data.data());
    const std::uint8_t* bits = valid ? valid->data() : nullptr;
    nb::gil_scoped_release release;
    texts.reserve(count);
    for (std::size_t i = first; i < first + count; ++i) {
        if (bits && !(bits[i / 8] >> (i % 8) & 1)) {
            texts.add_missing();
            continue;
        }
        const auto begin = std::int64_t(offsets.data()[i]), end = std::int64_t(offsets.data()[i + 1]);
        require(0 <= begin && begin <= end && end <= std::int64_t(data.size()), "offsets must rise");
        if (const char* wrong = texts.add({bytes + begin, std::size_t(end - begin)}))
            return std::pair(std::string(wrong), i - first);
    }
    return std::nullopt;
}

std::vector<std::size_t> special(const PythonTexts& texts, Vector<const std::uint32_t> table) {
    const Letters letters = letters_of(table);
    nb::gil_scoped_release release;
    return texts.special(letters);
}

nb::str text_at(const PythonTexts& texts, std::size_t i) { return nb::str(texts.at(i).data(), texts.at(i).size()); }

void replace(PythonTexts& texts, std::size_t i, nb::str text) {
    nb::bytes encoded = nb::steal<nb::bytes>(PyUnicode_AsUTF8String(text.ptr()));
    texts.replace(i, bytes_of(encoded));
    texts.owners.push_back(encoded);
}

template <class Offset>
void bind_arrow(nb::class_<PythonTexts>& texts) {
    texts.def("add_arrow", &add_arrow<Offset>, array("offsets"), array("data"), array("valid").none(), "first"_a,
              "count"_a,
              "Add texts from Arrow's buffers. Returns what is wrong with the first bad one, (what, place), or None.");
}

}  // namespace

void register_texts(nb::module_& m) {
    nb::class_<PythonTexts> texts(m, "TextViews", "Views of texts in place; keeps their memory alive.");
    texts.def(nb::init<>())
        .def("__len__", &PythonTexts::size)
        .def("add_strings", &add_strings, "strings"_a,
             nb::sig("def add_strings(self, strings: list[object]) -> tuple[str, int] | None"),
             "Add strings; None and NaN are missing. Returns what is wrong with the first bad one, (what, place), or "
             "None.")
        .def_prop_ro("ascii", &PythonTexts::ascii, "Whether all are ASCII.")
        .def_prop_ro("n_missing", &PythonTexts::n_missing, "How many were None, NaN or null.")
        .def("special", &special, array("letters"), "Places of texts that Python must lower-case.")
        .def("text", &text_at, "place"_a)
        .def("replace", &replace, "place"_a, "text"_a);
    bind_arrow<std::int32_t>(texts);
    bind_arrow<std::int64_t>(texts);
}

}  // namespace rosenblatt
