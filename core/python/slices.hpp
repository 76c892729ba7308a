// Long work in slices: the GIL is released while a slice runs, and between slices Ctrl-C is heard.
#pragma once
#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace rosenblatt {

// Raises a pending exception. Python delivers Ctrl-C to its main thread only; work that other threads do for it learns
// of it by `stopped`.
inline void raise_pending(const std::atomic<bool>* stopped) {
    if (stopped && *stopped) PyErr_SetNone(PyExc_KeyboardInterrupt);
    if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nanobind::python_error();
}

// Runs f() without the GIL, then raises a pending exception.
template <class F>
void without_gil(const F& f, const std::atomic<bool>* stopped = nullptr) {
    {
        nanobind::gil_scoped_release release;
        f();
    }
    raise_pending(stopped);
}

// Runs f(begin, end) over [0, count) in slices of about 2^24 multiply-adds, which is some 10 ms. The GIL is kept for
// 2^12 of them, which end before another thread could make use of it.
template <class F>
void in_slices(std::int64_t count, std::int64_t work_each, const F& f, const std::atomic<bool>* stopped = nullptr) {
    const std::int64_t slice = std::max<std::int64_t>(1, (std::int64_t(1) << 24) / (work_each + 1));
    if (count <= slice >> 12) {
        f(0, count);
        return raise_pending(stopped);
    }
    for (std::int64_t begin = 0; begin < count; begin += slice)
        without_gil([&] { f(begin, std::min(begin + slice, count)); }, stopped);
}

}  // namespace rosenblatt
