// Texts that keep the strings and buffers they lie in alive.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "text/texts.hpp"

namespace rosenblatt {

struct PythonTexts : TextViews {
    std::vector<nanobind::object> owners;
};

}  // namespace rosenblatt
