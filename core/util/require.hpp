// Checks of arguments.
#pragma once
#include <stdexcept>

namespace rosenblatt {

inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

}  // namespace rosenblatt
