// Compiled once a level, with that level's compiler flags and ROSENBLATT_LEVEL set to its name.
//
// It includes nothing but declarations: an inline function of the standard library compiled here with
// AVX-512 could be the copy that the linker keeps for everyone.
#include "vector_kernels.hpp"

#include "summation.hpp"

namespace rosenblatt {
namespace {

#if defined(__AVX512F__)
constexpr int kWidth = 8;
#elif defined(__AVX2__)
constexpr int kWidth = 4;
#else
constexpr int kWidth = 2;
#endif
constexpr int kVectors = kLanes / kWidth;

// GCC's and Clang's own vectors: + and * on all lanes at once, in whatever registers the level has.
using Doubles = double __attribute__((vector_size(kWidth * sizeof(double))));
template <class T>
using Packed __attribute__((vector_size(kWidth * sizeof(T)), aligned(alignof(T)), may_alias)) = T;

template <class T>
inline Doubles load(const T* x) {
    return __builtin_convertvector(*reinterpret_cast<const Packed<T>*>(x), Doubles);
}

inline void store(double* w, Doubles v) { *reinterpret_cast<Packed<double>*>(w) = v; }

template <class T, class U>
double sum_of_products(const T* x, const U* w, std::int64_t n) {
    Doubles sum[kVectors] = {};
    std::int64_t j = 0;
    for (; j + kLanes <= n; j += kLanes)
        for (int v = 0; v < kVectors; ++v) sum[v] += load(x + j + v * kWidth) * load(w + j + v * kWidth);

    double lane[kLanes];
    for (int v = 0; v < kVectors; ++v) store(lane + v * kWidth, sum[v]);
    for (int k = 0; k < kLanes && j < n; ++k, ++j) lane[k] += double(x[j]) * double(w[j]);
    return fold(lane);
}

template <class T>
double dot(const T* x, const double* w, std::int64_t n) {
    return sum_of_products(x, w, n);
}

template <class T>
double norm2(const T* x, std::int64_t n) {
    return sum_of_products(x, x, n);
}

// v - v is 0 for a finite v and not a number for the rest, and a sum never loses that.
inline bool is_finite(Doubles sum_of_differences) {
    double total = 0.0;
    for (int k = 0; k < kWidth; ++k) total += sum_of_differences[k];
    return total == 0.0;
}

template <class T>
bool add(double step, const T* x, double* w, std::int64_t n) {
    Doubles differences = {};
    std::int64_t j = 0;
    for (; j + kWidth <= n; j += kWidth) {
        const Doubles moved = load(w + j) + step * load(x + j);
        store(w + j, moved);
        differences += moved - moved;
    }
    for (; j < n; ++j) {
        w[j] += step * double(x[j]);
        differences[0] += w[j] - w[j];
    }
    return is_finite(differences);
}

template <class T>
bool all_finite(const T* x, std::int64_t n) {
    Doubles sum[4] = {};
    std::int64_t j = 0;
    for (; j + 4 * kWidth <= n; j += 4 * kWidth)
        for (int v = 0; v < 4; ++v) {
            const Doubles values = load(x + j + v * kWidth);
            sum[v] += values - values;
        }
    for (; j < n; ++j) sum[0][0] += double(x[j]) - double(x[j]);
    return is_finite((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

}  // namespace

extern const VectorKernels ROSENBLATT_LEVEL;
const VectorKernels ROSENBLATT_LEVEL = {
    {dot<float>, norm2<float>, add<float>, all_finite<float>},
    {dot<double>, norm2<double>, add<double>, all_finite<double>},
};

}  // namespace rosenblatt
