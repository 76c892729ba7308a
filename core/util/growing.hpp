// A vector of plain numbers that grows by realloc, which on Linux moves pages instead of copying them, leaves new
// places unset, and can hand its memory over.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace rosenblatt {

template <class T>
class Growing {
    static_assert(std::is_trivially_copyable_v<T>);

   public:
    Growing() = default;
    Growing(Growing&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)),
          capacity_(std::exchange(other.capacity_, 0)) {}
    Growing& operator=(Growing&&) = delete;
    ~Growing() { std::free(data_); }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    void clear() { size_ = 0; }

    void add(T number) { *grow(1) = number; }

    // Makes room for `more` numbers; returns where they begin.
    T* grow(std::size_t more) {
        if (size_ + more > capacity_) reallocate(std::max(size_ + more, capacity_ + capacity_ / 2));
        size_ += more;
        return data_ + (size_ - more);
    }
    void drop(std::size_t last) { size_ -= last; }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) reallocate(capacity);
    }
    void shrink() { reallocate(std::max<std::size_t>(size_, 1)); }

    // Hands over the memory, to be freed by std::free. Up to an eighth of it may be unused: glibc reuses freed memory
    // for requests of the same size, and would need fresh pages for a larger one.
    T* release() {
        if (size_ < capacity_ - capacity_ / 8 || data_ == nullptr) shrink();
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
