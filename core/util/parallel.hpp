// Work on several threads.
#pragma once
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace rosenblatt {

// Calls f(part) for each part, each on a thread of its own; rethrows the first exception.
template <class F>
void in_parallel(std::size_t parts, const F& f) {
    std::vector<std::exception_ptr> failures(parts);
    const auto guarded = [&](std::size_t part) {
        try {
            f(part);
        } catch (...) {
            failures[part] = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    threads.reserve(parts);
    for (std::size_t part = 1; part < parts; ++part) try {
            threads.emplace_back(guarded, part);
        } catch (const std::system_error&) {  // no thread to be had
            guarded(part);
        }
    if (parts > 0) guarded(0);
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

}  // namespace rosenblatt
