// Columns of strings from the records of CSV, in Arrow's layout.
//
// Only plain fields are read here: those without quotes, and those quoted from the first character to the last. Other
// records are left to pyarrow, and so are bytes that are not UTF-8.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "read/records.hpp"
#include "text/utf8.hpp"
#include "util/growing.hpp"

namespace rosenblatt {

struct StringColumn {
    Growing<std::uint8_t> bytes;   // of all values
    Growing<std::int32_t> bounds;  // value i lies from bounds[i] to bounds[i + 1]

    std::size_t size() const { return bounds.size() - 1; }
    const char* text() const { return reinterpret_cast<const char*>(bytes.data()); }
    std::string_view value(std::size_t i) const {
        const std::int32_t* bound = bounds.data() + i;
        return {text() + bound[0], std::size_t(bound[1] - bound[0])};
    }

    void append(const char* begin, const char* end) {
        const auto count = std::size_t(end - begin);
        std::memcpy(bytes.grow(count), begin, count);
    }
    void end_value() { bounds.add(std::int32_t(bytes.size())); }

    void append_stripped(const char* begin, const char* end) {
        while (begin < end && is_space(end[-1])) --end;
        while (begin < end && is_space(*begin)) ++begin;
        append(begin, end);
    }

    // Leaves out the spaces around the value that is about to end.
    void strip_value() {
        const auto begin = std::size_t(bounds.data()[bounds.size() - 1]);
        std::size_t first = begin, last = bytes.size();
        while (first < last && is_space(text()[last - 1])) --last;
        while (first < last && is_space(text()[first])) ++first;
        if (first > begin) std::memmove(bytes.data() + begin, bytes.data() + first, last - first);
        bytes.drop(bytes.size() - (begin + last - first));
    }

    static bool is_space(char c) { return c == ' ' || c == '\t'; }

    bool is_utf8() const {
        if (is_ascii({text(), bytes.size()})) return true;
        for (std::size_t i = 0; i < size(); ++i)
            if (!rosenblatt::is_utf8(value(i))) return false;
        return true;
    }
};

class FieldReader {
   public:
    // Field i of a record goes to column wanted[i], or nowhere if that is negative; all records have as many fields.
    FieldReader(FieldForm form, std::vector<std::int64_t> wanted, std::size_t n_columns)
        : columns(n_columns), form_(form), wanted_(std::move(wanted)) {}

    std::vector<StringColumn> columns;

    // Reads records that begin at `starts`, the last of them up to `size`; returns false if a field is not plain.
    bool read(const char* data, std::int64_t size, const std::int64_t* starts, std::size_t n_records) {
        // Room for all bytes in one column, of few columns; many share a few times as much.
        const std::size_t room = std::size_t(size) / std::max<std::size_t>(1, columns.size() / kReserved);
        for (StringColumn& column : columns) {
            column.bytes.reserve(room);
            column.bounds.reserve(n_records + 1);
            column.end_value();
        }
        for (std::size_t i = 0; i < n_records; ++i) {
            const char* end = data + (i + 1 < n_records ? starts[i + 1] : size);
            while (end[-1] == '\n' || end[-1] == '\r') --end;  // blank lines may follow
            if (!read_record(data + starts[i], end)) return false;
        }
        for (const StringColumn& column : columns)
            if (!column.is_utf8()) return false;
        return true;
    }

   private:
    bool read_record(const char* at, const char* end) {
        for (std::size_t field = 0; field < wanted_.size(); ++field, ++at) {
            StringColumn* column = wanted_[field] < 0 ? nullptr : &columns[std::size_t(wanted_[field])];
            if (form_.quote && at < end && *at == form_.quote) {
                at = read_quoted(at + 1, end, column);
                if (form_.strips && column) column->strip_value();
                while (form_.strips && at && at < end && (*at == ' ' || *at == '\t') && *at != form_.delimiter) ++at;
            } else {
                const char* stop = field + 1 == wanted_.size() ? end : find(at, end, form_.delimiter);
                if (column && stop && form_.strips)
                    column->append_stripped(at, stop);
                else if (column && stop)
                    column->append(at, stop);
                at = stop;
            }
            const bool is_last = field + 1 == wanted_.size();
            if (!at || (is_last ? at != end : at == end || *at != form_.delimiter)) return false;
            if (column) column->end_value();
        }
        return true;
    }

    // Reads from after the quote that opens a field; returns the place after the one that ends it, or null.
    const char* read_quoted(const char* at, const char* end, StringColumn* column) const {
        for (;;) {
            const char* quote = find(at, end, form_.quote);
            if (!quote) return nullptr;
            const bool is_doubled = quote + 1 < end && quote[1] == form_.quote;
            if (column) column->append(at, quote + is_doubled);
            at = quote + 1 + is_doubled;
            if (!is_doubled) return at;
        }
    }

    static const char* find(const char* begin, const char* end, char what) {
        return static_cast<const char*>(std::memchr(begin, what, std::size_t(end - begin)));
    }

    static constexpr std::size_t kReserved = 16;

    FieldForm form_;
    std::vector<std::int64_t> wanted_;
};

}  // namespace rosenblatt
