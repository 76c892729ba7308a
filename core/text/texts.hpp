// Texts as views of their bytes: whether those are UTF-8, whether Python has to lower-case them, how to share them out.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/tokens.hpp"

namespace rosenblatt {

// Longer texts would need more than 32 bits for a place in them.
constexpr std::size_t kLongestText = std::size_t(1) << 30;

// Whether bytes are UTF-8: no surrogates, nothing longer than needed, nothing past U+10FFFF (Unicode 15, table 3-7).
inline bool is_utf8(std::string_view text) {
    const auto* at = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = at + text.size();
    while (at != end) {
        const unsigned char first = *at++;
        if (first < 0x80) continue;
        if (first < 0xc2 || first > 0xf4) return false;
        const int tails = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
        if (end - at < tails) return false;
        const unsigned char least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        const unsigned char most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (*at < least || *at > most) return false;
        for (int i = 1; i < tails; ++i)
            if ((at[i] & 0xc0) != 0x80) return false;
        at += tails;
    }
    return true;
}

// Whether Python has to lower-case this text.
inline bool is_special(std::string_view text, Letters letters) {
    for (const char *at = text.data(), *end = at + text.size(); at != end;)
        if (letters.of[next_code_point(at)] & Letters::kIsSpecial) return true;
    return false;
}

// An empty text is work too.
constexpr std::size_t kBytesOfAText = 32;

// Bounds of ranges of texts with about so many bytes each; the first is 0, the last the number of texts.
inline std::vector<std::size_t> ranges_by_size(const std::vector<std::string_view>& texts, std::size_t bytes_each) {
    std::vector<std::size_t> bounds = {0};
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        bytes += texts[i].size() + kBytesOfAText;
        if (bytes < bytes_each && i + 1 < texts.size()) continue;
        bounds.push_back(i + 1);
        bytes = 0;
    }
    return bounds;
}

}  // namespace rosenblatt
