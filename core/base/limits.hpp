#pragma once

#include <chrono>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace tertium::core {

/// Thrown out of a computation that has come to a limit.
class LimitExceeded : public std::runtime_error {
 public:
  enum class What { kTime, kMemory, kStopped };
  LimitExceeded(What what, const std::string& message) : std::runtime_error(message), what_(what) {}
  What which() const { return what_; }

 private:
  What what_;
};

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  /// Growth of the process's resident memory. It tells nothing while other threads of the process compute other things.
  double bytes = std::numeric_limits<double>::infinity();
  /// Somebody else no longer wants the result.
  std::stop_token stop{};
};

/// Time and memory that the thread which made it may use while it lives. Nothing is interrupted: long computations ask,
/// with keep_to_limits(), in their serial outer loops.
class LimitGuard {
 public:
  explicit LimitGuard(const Limits& limits);
  ~LimitGuard();
  LimitGuard(const LimitGuard&) = delete;
  LimitGuard& operator=(const LimitGuard&) = delete;

  /// Throws LimitExceeded.
  void check();
  /// Of the limit.
  double bytes_left() const;
  const std::stop_token& stop() const { return limits_.stop; }

 private:
  Limits limits_;
  std::chrono::steady_clock::time_point begin_, memory_read_;
  double bytes_at_begin_ = 0.0;
  LimitGuard* outer_;
};

namespace detail {
extern thread_local LimitGuard* current_limits;
}

/// What may stop this thread, for those who go on for it in other threads; empty: nothing.
std::stop_token stop_of_this_thread();

/// Throws LimitExceeded if this thread has limits and has come to one. Some nanoseconds; never inside a parallel
/// region, which an exception must not leave.
inline void keep_to_limits() {
  if (detail::current_limits != nullptr) detail::current_limits->check();
}

/// Bytes that this thread may still use: what its limits leave of what the system has.
double memory_for_use();

}  // namespace tertium::core
