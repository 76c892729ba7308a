#include "rows/cpu_level.hpp"

#include <atomic>
#include <stdexcept>

namespace rosenblatt {

extern const VectorKernels kernels_baseline;
#if defined(__x86_64__)
extern const VectorKernels kernels_avx2;
extern const VectorKernels kernels_avx512;
#endif

namespace {

struct Level {
    std::string name;
    const VectorKernels* kernels;
};

std::vector<Level> levels() {
    std::vector<Level> found = {{"baseline", &kernels_baseline}};
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) found.push_back({"avx2", &kernels_avx2});
    if (__builtin_cpu_supports("avx512f")) found.push_back({"avx512", &kernels_avx512});
#endif
    return found;
}

std::atomic<const VectorKernels*>& current() {
    static std::atomic<const VectorKernels*> kernels{levels().back().kernels};
    return kernels;
}

}  // namespace

std::vector<std::string> cpu_levels() {
    std::vector<std::string> names;
    for (const Level& level : levels()) names.push_back(level.name);
    return names;
}

std::string level_in_use() {
    for (const Level& level : levels())
        if (level.kernels == current()) return level.name;
    throw std::logic_error("the level in use is not among the levels");
}

void use_level(const std::string& name) {
    for (const Level& level : levels())
        if (level.name == name) {
            current() = level.kernels;
            return;
        }
    throw std::invalid_argument("this CPU has no level '" + name + "'");
}

const VectorKernels& kernels_in_use() { return *current(); }

}  // namespace rosenblatt
