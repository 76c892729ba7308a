// Which of the compiled levels this CPU can run, and which one is in use.
#pragma once
#include <string>
#include <vector>

#include "rows/vector_kernels.hpp"

namespace rosenblatt {

// Those of "baseline", "avx2" and "avx512" that this CPU can run, best last. The best is in use from the start.
std::vector<std::string> cpu_levels();
std::string level_in_use();
void use_level(const std::string& name);

const VectorKernels& kernels_in_use();

}  // namespace rosenblatt
