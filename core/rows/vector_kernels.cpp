// Compiled once per level, with the compiler flags of that level and ROSENBLATT_LEVEL set to its name.
//
// It includes nothing but declarations: an inline function of the standard library compiled here with AVX-512 could be
// the copy that the linker keeps for all levels.
#include "rows/vector_kernels.hpp"

#include "rows/summation.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

#include "rows/sorting_network.hpp"
#endif

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

// Vectors of GCC and Clang: + and * on all lanes at once, in the registers of the level.
using Doubles = double __attribute__((vector_size(kWidth * sizeof(double))));
template <class T>
using Packed __attribute__((vector_size(kWidth * sizeof(T)), aligned(alignof(T)), may_alias)) = T;

template <class T>
inline Doubles load(const T* x) {
    return __builtin_convertvector(*reinterpret_cast<const Packed<T>*>(x), Doubles);
}

inline void store(double* w, Doubles v) { *reinterpret_cast<Packed<double>*>(w) = v; }

// Calls each(j) with every kLanes products, and each(n - 1) once.
template <class T, class U, class Each>
inline double sum_of_products(const T* x, const U* w, std::int64_t n, const Each& each) {
    Doubles sum[kVectors] = {};
    std::int64_t j = 0;
    for (; j + kLanes <= n; j += kLanes) {
        each(j);
        for (int v = 0; v < kVectors; ++v) sum[v] += load(x + j + v * kWidth) * load(w + j + v * kWidth);
    }
    each(n - 1);

    double lane[kLanes];
    for (int v = 0; v < kVectors; ++v) store(lane + v * kWidth, sum[v]);
    for (int k = 0; k < kLanes && j < n; ++k, ++j) lane[k] += double(x[j]) * double(w[j]);
    return fold(lane);
}

template <class T>
double dot(const T* x, const double* w, std::int64_t n) {
    return sum_of_products(x, w, n, [](std::int64_t) {});
}

template <class T>
double dot_fetching(const T* x, const double* w, std::int64_t n, const T* later, const T* next) {
    return sum_of_products(x, w, n, [=](std::int64_t j) __attribute__((always_inline)) {
        prefetch_line<2>(later + j);
        prefetch_line<1>(next + j);
    });
}

template <class T>
double norm2(const T* x, std::int64_t n) {
    return sum_of_products(x, x, n, [](std::int64_t) {});
}

template <class T>
double distance2(const T* x, const double* w, std::int64_t n) {
    Doubles sum[kVectors] = {};
    std::int64_t j = 0;
    for (; j + kLanes <= n; j += kLanes)
        for (int v = 0; v < kVectors; ++v) {
            const Doubles difference = load(x + j + v * kWidth) - load(w + j + v * kWidth);
            sum[v] += difference * difference;
        }
    double lane[kLanes];
    for (int v = 0; v < kVectors; ++v) store(lane + v * kWidth, sum[v]);
    for (int k = 0; k < kLanes && j < n; ++k, ++j) lane[k] += (double(x[j]) - w[j]) * (double(x[j]) - w[j]);
    return fold(lane);
}

// v - v is 0 for a finite v and NaN for the rest, and a sum with NaN stays NaN.
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
double variance(const T* x, const double* s, std::int64_t n) {
    Doubles sum[kVectors] = {};
    std::int64_t j = 0;
    for (; j + kLanes <= n; j += kLanes)
        for (int v = 0; v < kVectors; ++v) {
            const Doubles values = load(x + j + v * kWidth);
            sum[v] += values * values * load(s + j + v * kWidth);
        }
    double lane[kLanes];
    for (int v = 0; v < kVectors; ++v) store(lane + v * kWidth, sum[v]);
    for (int k = 0; k < kLanes && j < n; ++k, ++j) lane[k] += double(x[j]) * double(x[j]) * s[j];
    return fold(lane);
}

template <class T>
bool add_scaled(double step, const T* x, const double* s, double* w, std::int64_t n) {
    Doubles differences = {};
    std::int64_t j = 0;
    for (; j + kWidth <= n; j += kWidth) {
        const Doubles moved = load(w + j) + step * load(x + j) * load(s + j);
        store(w + j, moved);
        differences += moved - moved;
    }
    for (; j < n; ++j) {
        w[j] += step * double(x[j]) * s[j];
        differences[0] += w[j] - w[j];
    }
    return is_finite(differences);
}

template <class T>
bool sharpen(double step, double beta, double least, const T* x, double* w, double* s, std::int64_t n) {
    Doubles differences = {};
    std::int64_t j = 0;
    for (; j + kWidth <= n; j += kWidth) {
        const Doubles values = load(x + j), variance = load(s + j);
        const Doubles moved = load(w + j) + step * values * variance;
        const Doubles factor = 1.0 - beta * (values * values) * variance, floor = least - Doubles{};
        store(w + j, moved);
        store(s + j, variance * (factor > floor ? factor : floor));
        differences += moved - moved;
    }
    for (; j < n; ++j) {
        const double factor = 1.0 - beta * (double(x[j]) * double(x[j])) * s[j];
        w[j] += step * double(x[j]) * s[j];
        s[j] *= factor > least ? factor : least;
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

// Counted in the type of the columns, so that the loop can be vectorised, and in pieces that this type can count.
template <class Index>
std::int64_t falls(const Index* columns, std::int64_t n, std::int64_t n_columns) {
    constexpr std::int64_t kPiece = 1 << 14;
    if (n == 0) return 0;
    Index least = columns[0], most = columns[0];
    std::int64_t total = 0;
    for (std::int64_t begin = 1; begin < n; begin += kPiece) {
        const std::int64_t end = begin + kPiece < n ? begin + kPiece : n;
        Index count = 0;
        for (std::int64_t p = begin; p < end; ++p) {
            count += columns[p] <= columns[p - 1];
            least = columns[p] < least ? columns[p] : least;
            most = columns[p] > most ? columns[p] : most;
        }
        total += count;
    }
    return least < 0 || most >= n_columns ? -1 : total;
}

// Which of four numbers are not 0, one bit each.
template <class T>
inline unsigned which_of_four(const T* x) {
#if defined(__AVX2__)
    if constexpr (sizeof(T) == sizeof(double))
        return unsigned(_mm256_movemask_pd(_mm256_cmp_pd(_mm256_loadu_pd(x), _mm256_setzero_pd(), _CMP_NEQ_UQ)));
    else
        return unsigned(_mm_movemask_ps(_mm_cmp_ps(_mm_loadu_ps(x), _mm_setzero_ps(), _CMP_NEQ_UQ)));
#else
    return (x[0] != T(0)) | (x[1] != T(0)) << 1 | (x[2] != T(0)) << 2 | (x[3] != T(0)) << 3;
#endif
}

using FourColumns __attribute__((vector_size(4 * sizeof(std::int64_t)), aligned(alignof(std::int64_t)), may_alias)) =
    std::int64_t;

// The places of the bits of each pattern of four, and how many they are.
constexpr std::int64_t kPlaces[16][4] = {{},  {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                         {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
constexpr std::int64_t kHowMany[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

// No branch on the numbers: where zeros have no pattern, mispredicted branches would cost more than the work. Four
// columns are always written, used or not; as count <= j, they stay within the n.
template <class T>
std::int64_t nonzeros(const T* x, std::int64_t n, std::int64_t* columns, NextLines next) {
    constexpr std::int64_t kStep = 16;
    std::int64_t count = 0, j = 0;
    const auto find_four = [&] {
        const unsigned which = which_of_four(x + j);
        const FourColumns places = *reinterpret_cast<const FourColumns*>(kPlaces[which]);
        *reinterpret_cast<FourColumns*>(columns + count) = places + j;
        count += kHowMany[which];
        j += 4;
    };
    while (j + kStep <= n) {
        if (j < kStep * next.count) prefetch_line<2>(next.first + j / kStep * kLineBytes);
        for (std::int64_t end = j + kStep; j < end;) find_four();
    }
    while (j + 4 <= n) find_four();
    for (; j < n; ++j) {
        columns[count] = j;
        count += x[j] != T(0);
    }
    return count;
}

template <int kClasses>
ROSENBLATT_INLINE void fetch(const NextLines& next, std::int64_t p, const double*, std::int64_t) {
    if (p < next.count) prefetch_line<2>(next.first + p * kLineBytes);
}

template <int kClasses, class Index>
ROSENBLATT_INLINE void fetch(const NextWeights<Index>& next, std::int64_t p, const double* w, std::int64_t n_classes) {
    if (p >= next.count) return;
    const double* run = w + std::int64_t(next.columns[p]) * n_classes;
    for (int c = 0; c < kClasses; c += int(kLineBytes / sizeof(double))) prefetch_line<2>(run + c);
}

// The sums of the classes from `first` on, as many as kCount vectors of kWide numbers hold, kept in registers. The last
// vector ends with the last class, so it may overlap the one before: both compute the same sums there.
template <int kWide, int kCount, class List>
void block_of_sums(const List& x, const double* w, std::int64_t n_classes, std::int64_t first, double* sums) {
    using Lanes __attribute__((vector_size(kWide * sizeof(double)))) = double;
    using Unaligned __attribute__((vector_size(kWide * sizeof(double)), aligned(alignof(double)), may_alias)) = double;
    const std::int64_t last = first + kCount * kWide <= n_classes ? (kCount - 1) * kWide : n_classes - kWide - first;
    Lanes sum[kCount] = {};
    w += first;
    sums += first;
    for (std::int64_t p = 0; p < x.count; ++p) {
        fetch<kCount * kWide>(x.next, p, w, n_classes);
        const double value = double(x.values[p]);
        const double* run = w + std::int64_t(x.columns[p]) * n_classes;
        for (int v = 0; v + 1 < kCount; ++v) sum[v] += value * *reinterpret_cast<const Unaligned*>(run + v * kWide);
        sum[kCount - 1] += value * *reinterpret_cast<const Unaligned*>(run + last);
    }
    for (int v = 0; v + 1 < kCount; ++v) *reinterpret_cast<Unaligned*>(sums + v * kWide) = sum[v];
    *reinterpret_cast<Unaligned*>(sums + last) = sum[kCount - 1];
}

template <int kWide, int kCount, class List>
void blocks_of_sums(const List& x, const double* w, std::int64_t n_classes, std::int64_t first, double* sums) {
    for (; n_classes - first > kCount * kWide; first += kCount * kWide)
        block_of_sums<kWide, kCount>(x, w, n_classes, first, sums);
    if constexpr (kCount > 1)
        if (n_classes - first <= (kCount - 1) * kWide)
            return blocks_of_sums<kWide, kCount - 1>(x, w, n_classes, first, sums);
    block_of_sums<kWide, kCount>(x, w, n_classes, first, sums);
}

template <class List>
void class_sums(List x, const double* w, std::int64_t n_classes, double* sums) {
    constexpr int kMost = 8;  // vectors that fit into the registers of every level, leaving one for products
    if (n_classes >= kWidth) return blocks_of_sums<kWidth, kMost>(x, w, n_classes, 0, sums);
    return blocks_of_sums<2, kMost>(x, w, n_classes, 0, sums);
}

template <class T>
constexpr KernelsFor<T> kKernels = {dot<T>,        dot_fetching<T>, norm2<T>,   distance2<T>, add<T>,
                                    all_finite<T>, falls,           falls,      variance<T>,  add_scaled<T>,
                                    sharpen<T>,    nonzeros<T>,     class_sums, class_sums,   class_sums};

}  // namespace

#if defined(__AVX2__)
constexpr auto kSort = sort_by_network<>;
#else
constexpr decltype(VectorKernels::sort) kSort = nullptr;
#endif

extern const VectorKernels ROSENBLATT_LEVEL;
const VectorKernels ROSENBLATT_LEVEL = {kKernels<float>, kKernels<double>, kSort};

}  // namespace rosenblatt
