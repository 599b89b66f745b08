#include "core/base/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/machine.hpp"

namespace tertium::core {

namespace detail {
thread_local Budget* current_budget = nullptr;
}

Budget::Budget(const BudgetLimits& limits)
    : limits_(limits), begin_(std::chrono::steady_clock::now()), memory_read_(begin_), outer_(detail::current_budget) {
  if (std::isfinite(limits_.bytes)) bytes_at_begin_ = resident_memory();
  detail::current_budget = this;
}

Budget::~Budget() {
  detail::current_budget = outer_;
}

std::stop_token stop_of_this_thread() {
  return detail::current_budget == nullptr ? std::stop_token() : detail::current_budget->stop();
}

void Budget::check() {
  if (limits_.stop.stop_requested()) throw BudgetExceeded(BudgetExceeded::What::kStopped, "stopped");
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - begin_).count() > limits_.seconds)
    throw BudgetExceeded(BudgetExceeded::What::kTime,
                         fmt::format("not finished after {:g} s (the limit of a trial)", limits_.seconds));
  if (!std::isfinite(limits_.bytes) || now - memory_read_ < std::chrono::milliseconds(20)) return;
  memory_read_ = now;
  const double used = resident_memory() - bytes_at_begin_;
  if (used > limits_.bytes)
    throw BudgetExceeded(
        BudgetExceeded::What::kMemory,
        fmt::format("took {:.3g} MB (the limit of a trial is {:.3g} MB)", used / 1e6, limits_.bytes / 1e6));
}

double Budget::bytes_left() const {
  return std::isfinite(limits_.bytes) ? limits_.bytes - (resident_memory() - bytes_at_begin_) : limits_.bytes;
}

double memory_for_use() {
  const double available = available_memory();
  return detail::current_budget == nullptr ? available : std::min(available, detail::current_budget->bytes_left());
}

}  // namespace tertium::core
