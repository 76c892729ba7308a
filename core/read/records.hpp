// Where the records of a text file begin, and on which line, so that every error can name the line of its record.
//
// Quotes are those of RFC 4180 as pyarrow and Python's csv read them: a quote opens a quoted part only as the first
// character of a field, "" inside stands for one quote, and a single quote ends the quoted part. A line ends with \n,
// \r\n or \r, also inside quotes. What pyarrow does not know is left to the caller to cut out: comments, spaces before
// a quote, and all blanks but one where runs of them separate fields.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace rosenblatt {

// How the fields of a table are written.
struct FieldForm {
    char delimiter = ',';  // a space stands for runs of them
    char quote = '"';      // 0: none
    char comment = 0;      // the first character of lines to leave out; 0: none
    bool strips = false;   // spaces before a quote are not part of the field
    bool tabs = false;     // runs of spaces may hold tabs
};

struct Records {
    std::vector<std::int64_t> starts;   // offset of each record; empty records are left out
    std::vector<std::int64_t> lines;    // the line on which it begins
    std::vector<std::int32_t> fields;   // how many it has; for find_lines, 1 if the line is in braces, else 0
    std::vector<std::int64_t> blank;    // the lines of empty records
    std::vector<std::int64_t> skipped;  // begin and end of bytes that belong to no field, in pairs
    std::vector<std::int64_t> tabs;     // tabs that are left between two fields where runs of blanks separate them
    std::int64_t consumed = 0;          // the bytes of all whole records; the rest begins one more
    std::int64_t next_line = 0;
    bool inside_quotes = false;  // at the end of the data

    void add(std::int64_t start, std::int64_t line, std::int32_t n_fields) {
        starts.push_back(start);
        lines.push_back(line);
        fields.push_back(n_fields);
    }
    void skip(std::int64_t begin, std::int64_t end) {
        skipped.push_back(begin);
        skipped.push_back(end);
    }
};

static_assert(std::endian::native == std::endian::little, "the first byte of a word must be its lowest");

constexpr std::uint64_t kLowBits = 0x7f7f7f7f7f7f7f7f;

inline std::uint64_t in_every_byte(char c) { return 0x0101010101010101u * std::uint8_t(c); }

// The high bit of every byte of the word that equals the byte repeated in `pattern`.
inline std::uint64_t matches(std::uint64_t word, std::uint64_t pattern) {
    const std::uint64_t x = word ^ pattern;
    return ~(((x & kLowBits) + kLowBits) | x | kLowBits);
}

// Eight bytes, with zeros past the end.
inline std::uint64_t load_word(const char* data, std::int64_t left) {
    std::uint64_t word = 0;
    if (left >= 8)
        std::memcpy(&word, data, 8);
    else
        std::memcpy(&word, data, std::size_t(left));
    return word;
}

// Whether none of 64 bytes ends a field or opens a quoted one; by the vectors of GCC and Clang, on any CPU.
inline bool is_plain(const char* begin, char delimiter, char quote) {
    using Bytes __attribute__((vector_size(16), aligned(1), may_alias)) = char;
    using Words __attribute__((vector_size(16))) = std::uint64_t;
    Words hits = {};
    for (int i = 0; i < 64; i += 16) {
        const Bytes bytes = *reinterpret_cast<const Bytes*>(begin + i);
        hits |= Words((bytes == delimiter) | (bytes == quote) | (bytes == '\n') | (bytes == '\r'));
    }
    return !(hits[0] | hits[1]);
}

inline std::int64_t count_line_ends(const char* begin, const char* end) {
    std::int64_t count = std::count(begin, end, '\n');
    for (const char* p = begin; (p = static_cast<const char*>(std::memchr(p, '\r', std::size_t(end - p)))); ++p)
        if (p + 1 == end || p[1] != '\n') ++count;
    return count;
}

// The place after the line end at `at`, or -1 if a \n may follow in data that is not there yet.
inline std::int64_t after_line_end(const char* data, std::int64_t size, std::int64_t at, bool is_last) {
    if (data[at] == '\n') return at + 1;
    if (at + 1 == size) return is_last ? size : -1;
    return at + (data[at + 1] == '\n' ? 2 : 1);
}

// The place after the line that holds `at`, or -1 if the line may be incomplete.
inline std::int64_t after_line(const char* data, std::int64_t size, std::int64_t at, bool is_last) {
    while (at < size && data[at] != '\n' && data[at] != '\r') ++at;
    if (at == size) return is_last ? size : -1;
    return after_line_end(data, size, at, is_last);
}

// Where the spaces before `at` begin, if the field begins with them; else -1.
inline std::int64_t spaces_before(const char* data, std::int64_t record, std::int64_t at, char delimiter) {
    std::int64_t begin = at;
    while (begin > record && (data[begin - 1] == ' ' || data[begin - 1] == '\t') && data[begin - 1] != delimiter)
        --begin;
    return begin == record || data[begin - 1] == delimiter ? begin : -1;
}

// Finds the records of `data`, the first of which begins on line `line`. Unless `is_last`, a record that may be
// incomplete is left for the next call.
inline Records find_records(const char* data, std::int64_t size, FieldForm form, std::int64_t line, bool is_last) {
    const char delimiter = form.delimiter, quote_or_end = form.quote ? form.quote : '\n';
    const std::uint64_t delimiters = in_every_byte(delimiter), quotes = in_every_byte(quote_or_end);
    const std::uint64_t newlines = in_every_byte('\n'), returns = in_every_byte('\r');
    Records found;
    found.next_line = line;
    std::int64_t at = 0, record = 0;
    std::int64_t record_line = line, next_scan = 0;
    std::int32_t fields = 1;
    while (at < size) {
        if (form.comment && at == record && data[at] == form.comment) {
            const std::int64_t next = after_line(data, size, at, is_last);
            if (next < 0) break;
            found.skip(record, next);
            at = record = found.consumed = next;
            record_line = found.next_line = ++line;
            continue;
        }
        if (found.inside_quotes) {
            const auto* quote = static_cast<const char*>(std::memchr(data + at, form.quote, std::size_t(size - at)));
            const char* stop = quote ? quote : data + size;
            line += count_line_ends(data + at, stop);
            at = stop - data + 1;
            if (!quote || (at == size && !is_last)) break;
            if (at < size && data[at] == form.quote)
                ++at;
            else
                found.inside_quotes = false;
            continue;
        }
        const std::uint64_t word = load_word(data + at, size - at);
        const std::uint64_t special = matches(word, quotes) | matches(word, newlines) | matches(word, returns);
        const std::uint64_t before = special ? (special & -special) - 1 : ~std::uint64_t(0);
        const std::uint64_t ends = matches(word, delimiters) & before;
        if (ends) fields += std::popcount(ends);
        at += special ? std::countr_zero(special) / 8 : 8;
        if (!special) {
            if (!ends && at >= next_scan) {  // a long text, perhaps
                while (size - at >= 64 && is_plain(data + at, delimiter, quote_or_end)) at += 64;
                next_scan = at + 64;
            }
            continue;
        }
        if (form.quote && data[at] == form.quote) {
            found.inside_quotes = at == record || data[at - 1] == delimiter;
            if (!found.inside_quotes && form.strips) {
                const std::int64_t begin = spaces_before(data, record, at, delimiter);
                found.inside_quotes = begin >= 0;
                if (found.inside_quotes) found.skip(begin, at);
            }
            ++at;
            continue;
        }
        const std::int64_t next = after_line_end(data, size, at, is_last);
        if (next < 0) break;
        if (at > record)
            found.add(record, record_line, fields);
        else
            found.blank.push_back(record_line);
        at = record = found.consumed = next;
        record_line = found.next_line = ++line;
        fields = 1;
    }
    if (is_last && record < size && !found.inside_quotes) {
        found.add(record, record_line, fields);
        found.consumed = size;
    }
    return found;
}

// Finds the lines that hold more than white space; only \n ends a line.
inline Records find_lines(const char* data, std::int64_t size, std::int64_t line, bool is_last) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    Records found;
    found.next_line = line;
    while (found.consumed < size) {
        const char* begin = data + found.consumed;
        const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', std::size_t(size - found.consumed)));
        if (!newline && !is_last) break;
        const char* end = newline ? newline : data + size;
        const char* first = std::find_if_not(begin, end, is_blank);
        if (first < end) {
            const char* last = end - 1;
            while (is_blank(*last)) --last;
            found.add(found.consumed, found.next_line, *first == '{' && *last == '}' ? 1 : 0);
        } else {
            found.blank.push_back(found.next_line);
        }
        found.consumed = end - data + (newline ? 1 : 0);
        ++found.next_line;
    }
    return found;
}

}  // namespace rosenblatt
