// Records whose fields are separated by runs of spaces, or of spaces and tabs, as in columns that are aligned by eye.
//
// All blanks but one between two fields are skipped, and those at both ends of a line. What is left between fields is a
// space, or a tab that the caller has to replace by one.
#pragma once
#include <cstring>
#include <utility>

#include "read/records.hpp"

namespace rosenblatt {

class SpacedRecords {
   public:
    SpacedRecords(const char* data, std::int64_t size, FieldForm form, std::int64_t line, bool is_last)
        : data_(data), size_(size), form_(form), is_last_(is_last) {
        found_.next_line = line;
    }

    Records find() {
        while (found_.consumed < size_ && read_line()) continue;
        return std::move(found_);
    }

   private:
    bool is_blank(char c) const { return c == ' ' || (form_.tabs && c == '\t'); }

    // Reads one record; returns false if it may be incomplete.
    bool read_line() {
        const std::int64_t start = found_.consumed, line = found_.next_line;
        std::int64_t at = start, n_lines = 1;
        std::int32_t fields = 0;
        for (;;) {
            const std::int64_t blanks = at;
            while (at < size_ && is_blank(data_[at])) ++at;
            if (at == size_ && !is_last_) return false;
            const bool is_end = at == size_ || data_[at] == '\n' || data_[at] == '\r';
            const std::int64_t kept = fields > 0 && !is_end ? 1 : 0;
            if (at - blanks > kept) found_.skip(blanks, at - kept);
            if (kept && data_[at - 1] == '\t') found_.tabs.push_back(at - 1);
            if (is_end) break;
            if (fields == 0 && form_.comment && data_[at] == form_.comment) return skip_line(at);
            ++fields;
            if (form_.quote && data_[at] == form_.quote && !read_quoted(at, n_lines)) return false;
            while (at < size_ && !is_blank(data_[at]) && data_[at] != '\n' && data_[at] != '\r') ++at;
        }
        const std::int64_t next = at == size_ ? size_ : after_line_end(data_, size_, at, is_last_);
        if (next < 0) return false;
        if (fields > 0)
            found_.add(start, line, fields);
        else
            found_.blank.push_back(line);
        return end_line(next, n_lines);
    }

    bool skip_line(std::int64_t at) {
        const std::int64_t next = after_line(data_, size_, at, is_last_);
        if (next < 0) return false;
        found_.skip(at, next);
        return end_line(next, 1);
    }

    bool end_line(std::int64_t next, std::int64_t n_lines) {
        found_.consumed = next;
        found_.next_line += n_lines;
        return true;
    }

    // Moves `at` from the quote that opens a field to after the one that ends it.
    bool read_quoted(std::int64_t& at, std::int64_t& n_lines) {
        for (++at;; at += 2) {
            const auto* quote = static_cast<const char*>(std::memchr(data_ + at, form_.quote, std::size_t(size_ - at)));
            const std::int64_t stop = quote ? quote - data_ : size_;
            n_lines += count_line_ends(data_ + at, data_ + stop);
            at = stop;
            if (!quote) found_.inside_quotes = true;
            if (!quote || (at + 1 == size_ && !is_last_)) return false;
            if (at + 1 == size_ || data_[at + 1] != form_.quote) break;
        }
        ++at;
        return true;
    }

    const char* data_;
    std::int64_t size_;
    FieldForm form_;
    bool is_last_;
    Records found_;
};

inline Records find_spaced_records(const char* data, std::int64_t size, FieldForm form, std::int64_t line,
                                   bool is_last) {
    return SpacedRecords(data, size, form, line, is_last).find();
}

}  // namespace rosenblatt
