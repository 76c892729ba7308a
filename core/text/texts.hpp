// Texts as views of their bytes, each checked when it is added.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/tokens.hpp"
#include "text/utf8.hpp"

namespace rosenblatt {

// So that places in a text fit into 32 bits.
constexpr std::size_t kLongestText = std::size_t(1) << 30;

class TextViews {
   public:
    std::size_t size() const { return views_.size(); }
    std::string_view operator[](std::size_t i) const { return views_[i]; }
    std::string_view at(std::size_t i) const { return views_.at(i); }
    bool ascii() const { return ascii_; }
    std::size_t n_missing() const { return n_missing_; }

    void reserve(std::size_t more) { views_.reserve(views_.size() + more); }

    // Adds a text; returns what is wrong with it, or null.
    const char* add(std::string_view text) {
        const bool ascii = is_ascii(text);
        if (!ascii && !is_utf8(text)) return "not UTF-8";
        return add_valid(text, ascii);
    }

    // Adds a text that is known to be UTF-8.
    const char* add_valid(std::string_view text, bool ascii) {
        if (text.size() > kLongestText) return "too long";
        ascii_ &= ascii;
        views_.push_back(text);
        return nullptr;
    }

    // Adds an empty text for one that is missing.
    void add_missing() {
        ++n_missing_;
        views_.emplace_back();
    }

    void replace(std::size_t i, std::string_view text) { views_.at(i) = text; }

    // The texts that Python has to lower-case (Letters::kIsSpecial).
    std::vector<std::size_t> special(Letters letters) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < views_.size(); ++i)
            if (!is_ascii(views_[i]) && is_special(views_[i], letters)) found.push_back(i);
        return found;
    }

   private:
    static bool is_special(std::string_view text, Letters letters) {
        for (const char *at = text.data(), *end = at + text.size(); at != end;)
            if (letters.of[next_code_point(at)] & Letters::kIsSpecial) return true;
        return false;
    }

    std::vector<std::string_view> views_;
    bool ascii_ = true;
    std::size_t n_missing_ = 0;
};

}  // namespace rosenblatt
