// Numbers for items of bytes: equal items have equal numbers, in the order of their first appearance.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "util/mixing.hpp"

namespace rosenblatt {

class Numbering {
   public:
    // item(i) is the i-th item, as a std::string_view.
    template <class Number, class Item>
    void number(std::size_t count, const Item& item, Number* numbers) {
        for (std::size_t i = 0; i < count; ++i) {
            std::int64_t& slot = slots_[slot_of(item(i), item)];
            if (slot == kEmpty) {
                slot = std::int64_t(firsts.size());
                firsts.push_back(std::int64_t(i));
            }
            numbers[i] = Number(slot);
            if (2 * firsts.size() > slots_.size()) grow(item);
        }
    }

    std::vector<std::int64_t> firsts;  // the place of the first item with each number

   private:
    static constexpr std::int64_t kEmpty = -1;
    static constexpr std::size_t kFewestSlots = 64;

    // The slot of this item, or the empty one where it belongs.
    template <class Item>
    std::size_t slot_of(std::string_view one, const Item& item) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = hash(one) & mask;; at = (at + 1) & mask)
            if (slots_[at] == kEmpty || item(std::size_t(firsts[std::size_t(slots_[at])])) == one) return at;
    }

    static std::size_t hash(std::string_view one) {
        std::uint64_t hash = one.size();
        std::size_t at = 0;
        for (; at + 8 <= one.size(); at += 8) hash = mix(word_at(one.data() + at) ^ kTextSecret, hash ^ kEndSecret);
        for (; at < one.size(); ++at) hash = mix(static_cast<unsigned char>(one[at]) ^ kTextSecret, hash ^ kEndSecret);
        return std::size_t(hash);
    }

    template <class Item>
    void grow(const Item& item) {
        slots_.assign(2 * slots_.size(), kEmpty);
        for (std::size_t number = 0; number < firsts.size(); ++number)
            slots_[slot_of(item(std::size_t(firsts[number])), item)] = std::int64_t(number);
    }

    std::vector<std::int64_t> slots_ = std::vector(kFewestSlots, kEmpty);  // a power of two, at most half of them used
};

}  // namespace rosenblatt
