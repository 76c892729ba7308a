// What bindings.cpp needs to know of bindings_read.cpp.
#pragma once
#include <nanobind/nanobind.h>

namespace rosenblatt {
void bind_read(nanobind::module_& m);
}
