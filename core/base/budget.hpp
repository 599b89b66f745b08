#pragma once

#include <chrono>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace tertium::core {

/// Thrown out of a computation whose budget is used up.
class BudgetExceeded : public std::runtime_error {
 public:
  enum class What { kTime, kMemory, kStopped };
  BudgetExceeded(What what, const std::string& message) : std::runtime_error(message), what_(what) {}
  What which() const { return what_; }

 private:
  What what_;
};

struct BudgetLimits {
  double seconds = std::numeric_limits<double>::infinity();
  /// Growth of the process's resident memory. It tells nothing while other threads of the process compute other things.
  double bytes = std::numeric_limits<double>::infinity();
  /// Somebody else no longer wants the result.
  std::stop_token stop{};
};

/// Time and memory that the thread which made it may use while it lives. Nothing is interrupted: long computations ask,
/// with keep_to_budget(), in their serial outer loops.
class Budget {
 public:
  explicit Budget(const BudgetLimits& limits);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  /// Throws BudgetExceeded.
  void check();
  /// Of the limit.
  double bytes_left() const;
  const std::stop_token& stop() const { return limits_.stop; }

 private:
  BudgetLimits limits_;
  std::chrono::steady_clock::time_point begin_, memory_read_;
  double bytes_at_begin_ = 0.0;
  Budget* outer_;
};

namespace detail {
extern thread_local Budget* current_budget;
}

/// What may stop this thread, for those who go on for it in other threads; empty: nothing.
std::stop_token stop_of_this_thread();

/// Throws BudgetExceeded if this thread has a budget and it is used up. Some nanoseconds; never inside a parallel
/// region, which an exception must not leave.
inline void keep_to_budget() {
  if (detail::current_budget != nullptr) detail::current_budget->check();
}

/// Bytes that this thread may still use: what its budget leaves of what the system has.
double memory_for_use();

}  // namespace tertium::core
