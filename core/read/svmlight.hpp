// Compressed rows from lines of svmlight (libsvm): `label [qid:n] feature:value ... [# comment]`.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "read/decimal.hpp"
#include "util/growing.hpp"

namespace rosenblatt {

// Feature numbers start at `first` and go up to `last`.
struct FeatureNumbers {
    std::int64_t first;
    std::int64_t last;
    bool last_is_given;  // by the user, else by the type of columns
};

// Compressed rows with the label and the line of each, up to the first bad line.
struct SvmlightRows {
    Growing<double> values;
    Growing<std::int32_t> columns;
    Growing<std::int32_t> starts;
    Growing<double> labels;
    Growing<std::int64_t> lines;
    std::int32_t n_columns = 0;  // one more than the largest column
    std::int64_t consumed = 0;   // bytes, including a bad line
    std::int64_t next_line;
    std::string fault;  // what is wrong with the line before next_line; empty if nothing is

    // A row has at least two characters and a feature at least four, so `size` bytes need no more room.
    SvmlightRows(std::int64_t size, std::int64_t line) : next_line(line) {
        values.reserve(std::size_t(size / 4 + 1));
        columns.reserve(std::size_t(size / 4 + 1));
        starts.reserve(std::size_t(size / 2 + 2));
        labels.reserve(std::size_t(size / 2 + 1));
        lines.reserve(std::size_t(size / 2 + 1));
    }

    void shrink() {
        values.shrink();
        columns.shrink();
        starts.shrink();
        labels.shrink();
        lines.shrink();
    }
};

class SvmlightParser {
   public:
    // `data` must end with a newline, which stops every loop here.
    SvmlightParser(const char* data, std::int64_t size, FeatureNumbers numbers, std::int64_t line)
        : begin_(data), end_(data + size), p_(data), numbers_(numbers), rows_(size, line) {}

    SvmlightRows parse() {
        rows_.starts.add(0);
        while (p_ < end_ && rows_.fault.empty()) read_line();
        rows_.consumed = p_ - begin_;
        rows_.shrink();
        return std::move(rows_);
    }

   private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
    static bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '#'; }

    void skip_blanks() {
        while (is_blank(*p_)) ++p_;
    }
    void skip_line() { p_ = static_cast<const char*>(std::memchr(p_, '\n', std::size_t(end_ - p_))) + 1; }

    std::string word(const char* from) const {
        constexpr std::ptrdiff_t kLongest = 40;
        const char* to = from;
        while (!ends_word(*to)) ++to;
        return to - from <= kLongest ? std::string(from, to) : std::string(from, kLongest) + "...";
    }

    void read_line() {
        const std::int64_t line = rows_.next_line++;
        const std::size_t entries = rows_.values.size();
        skip_blanks();
        if (*p_ == '\n' || *p_ == '#') return skip_line();
        double label;
        if (!read_label(label) || !read_features()) {
            rows_.columns.drop(rows_.columns.size() - entries);
            rows_.values.drop(rows_.values.size() - entries);
            return skip_line();
        }
        rows_.labels.add(label);
        rows_.lines.add(line);
        rows_.starts.add(std::int32_t(rows_.values.size()));
        skip_line();
    }

    bool fail(std::string what) {
        rows_.fault = std::move(what);
        return false;
    }

    bool read_label(double& label) {
        const char* after = read_decimal(p_, label);
        if (!after || !ends_word(*after)) {
            const std::string found = word(p_);
            if (found.find(',') != std::string::npos)
                return fail("the label '" + found + "' names several classes; a row must have one");
            return fail("the label '" + found + "' must be a number, as in 1 7:0.5");
        }
        if (!(label - label == 0.0)) return fail("the label '" + word(p_) + "' must be finite");
        p_ = after;
        return true;
    }

    bool read_features() {
        std::int64_t previous = numbers_.first - 1;
        std::int64_t largest = rows_.n_columns;
        for (skip_blanks(); *p_ != '\n' && *p_ != '#'; skip_blanks()) {
            if (*p_ == 'q' && std::string_view(p_, std::size_t(end_ - p_)).starts_with("qid:")) {
                while (!ends_word(*p_)) ++p_;
                continue;
            }
            const char* from = p_;
            std::int64_t number = 0;
            while (is_digit(*p_) && number <= numbers_.last) number = number * 10 + (*p_++ - '0');
            if (number > numbers_.last) return fail_too_large(from);
            double value;
            const char* after = *p_ == ':' && p_ > from ? read_decimal(p_ + 1, value) : nullptr;
            if (!after || !ends_word(*after)) return fail_entry(from);
            if (!(value - value == 0.0)) return fail_value(from);
            if (number <= previous) return fail_order(number, previous);
            p_ = after;
            rows_.columns.add(std::int32_t(number - numbers_.first));
            rows_.values.add(value);
            previous = number;
        }
        rows_.n_columns = std::int32_t(std::max(largest, previous - numbers_.first + 1));
        return true;
    }

    bool fail_entry(const char* from) {
        const std::string found = word(from);
        const std::string value = p_ > from && *p_ == ':' ? word(p_ + 1) : "";
        if (value == "nan" || value == "NaN" || value == "inf" || value == "-inf") return fail_value(from);
        return fail("'" + found + "' must be a feature number, a colon and a value, as in 7:0.5");
    }

    bool fail_value(const char* from) {
        const std::string found = word(from);
        return fail("'" + found + "': the value of a feature must be finite");
    }

    bool fail_too_large(const char* from) {
        const std::string found = word(from), number = found.substr(0, found.find(':'));
        const std::string last = std::to_string(numbers_.last);
        if (numbers_.last_is_given) return fail("feature " + number + " is past the last one, which is " + last);
        return fail("feature " + number + " is too large; feature numbers go up to " + last);
    }

    bool fail_order(std::int64_t number, std::int64_t previous) {
        const std::string feature = "feature " + std::to_string(number);
        if (previous < numbers_.first)
            return fail(feature +
                        ", but feature numbers start at 1; set zero_based=True or --zero-based to start at 0");
        if (number == previous) return fail(feature + " comes twice; feature numbers must rise");
        return fail(feature + " comes after feature " + std::to_string(previous) + "; feature numbers must rise");
    }

    const char* begin_;
    const char* end_;
    const char* p_;
    FeatureNumbers numbers_;
    SvmlightRows rows_;
};

}  // namespace rosenblatt
