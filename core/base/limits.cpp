#include "core/base/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/machine.hpp"

namespace tertium::core {

namespace detail {
thread_local LimitGuard* current_limits = nullptr;
}

LimitGuard::LimitGuard(const Limits& limits)
    : limits_(limits), begin_(std::chrono::steady_clock::now()), memory_read_(begin_), outer_(detail::current_limits) {
  if (std::isfinite(limits_.bytes)) bytes_at_begin_ = resident_memory();
  detail::current_limits = this;
}

LimitGuard::~LimitGuard() {
  detail::current_limits = outer_;
}

std::stop_token stop_of_this_thread() {
  return detail::current_limits == nullptr ? std::stop_token() : detail::current_limits->stop();
}

void LimitGuard::check() {
  if (limits_.stop.stop_requested()) throw LimitExceeded(LimitExceeded::What::kStopped, "stopped");
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - begin_).count() > limits_.seconds)
    throw LimitExceeded(LimitExceeded::What::kTime,
                        fmt::format("not finished after {:g} s (the limit of a trial)", limits_.seconds));
  if (!std::isfinite(limits_.bytes) || now - memory_read_ < std::chrono::milliseconds(20)) return;
  memory_read_ = now;
  const double used = resident_memory() - bytes_at_begin_;
  if (used > limits_.bytes)
    throw LimitExceeded(LimitExceeded::What::kMemory, fmt::format("took {:.3g} MB (the limit of a trial is {:.3g} MB)",
                                                                  used / 1e6, limits_.bytes / 1e6));
}

double LimitGuard::bytes_left() const {
  return std::isfinite(limits_.bytes) ? limits_.bytes - (resident_memory() - bytes_at_begin_) : limits_.bytes;
}

double memory_for_use() {
  const double available = available_memory();
  return detail::current_limits == nullptr ? available : std::min(available, detail::current_limits->bytes_left());
}

}  // namespace tertium::core
