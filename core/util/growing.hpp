// A vector of plain numbers that can be left unset and given away.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace rosenblatt {

// A vector of plain numbers that grows by realloc, which on Linux moves pages instead of copying them, leaves new
// places unset, and can give its memory away.
template <class T>
class Growing {
    static_assert(std::is_trivially_copyable_v<T>);

   public:
    Growing() = default;
    Growing(const Growing&) = delete;
    Growing& operator=(const Growing&) = delete;
    ~Growing() { std::free(data_); }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }

    // Room for so many more; returns where they begin.
    T* grow(std::size_t more) {
        if (size_ + more > capacity_) reallocate(std::max(size_ + more, capacity_ + capacity_ / 2));
        size_ += more;
        return data_ + (size_ - more);
    }
    void drop(std::size_t last) { size_ -= last; }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) reallocate(capacity);
    }

    // The memory, for whoever will call std::free. A little that is not used stays with it: glibc gives pieces of
    // memory that are free again to later ones of the same size, and would take fresh pages for a larger one.
    T* release() {
        if (size_ < capacity_ - capacity_ / 8 || data_ == nullptr) reallocate(std::max<std::size_t>(size_, 1));
        T* data = data_;
        data_ = nullptr;
        size_ = capacity_ = 0;
        return data;
    }

   private:
    void reallocate(std::size_t capacity) {
        void* moved = std::realloc(data_, capacity * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace rosenblatt
