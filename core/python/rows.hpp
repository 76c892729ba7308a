// Rows that keep the arrays they lie in alive.
#pragma once
#include <nanobind/nanobind.h>

#include <vector>

#include "rows/any_rows.hpp"

namespace rosenblatt {

struct PythonRows : AnyRows {
    std::vector<nanobind::object> owners;
};

}  // namespace rosenblatt
