#include "experiments/run/stopping.hpp"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <type_traits>

namespace tertium::experiments {
std::atomic<bool> stop_requested = false;
namespace {

std::atomic<int> first_signal = 0;
std::atomic<int> endings = 0;  ///< TERM and INT so far

static_assert(std::atomic<int>::is_always_lock_free, "a handler may touch them");

void on_signal(int signal) {
  if ((signal == SIGTERM || signal == SIGINT) && endings++ > 0) {
    std::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  stop_requested = true;
}

/// Whoever started the program made it deaf to these: it stays so.
bool is_ignored(int signal) {
  struct sigaction now {};
  return (signal == SIGHUP || signal == SIGINT) && sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

DrainOnSignal::DrainOnSignal() {
  stop_requested = false;
  first_signal = 0;
  endings = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t k = 0; k < kSignals.size(); ++k)
    sigaction(kSignals[k], is_ignored(kSignals[k]) ? nullptr : &action, &old_[k]);
}

DrainOnSignal::~DrainOnSignal() {
  for (std::size_t k = 0; k < kSignals.size(); ++k) sigaction(kSignals[k], &old_[k], nullptr);
}

bool stop_comes() {
  constexpr int kLooks = 200;
  for (int look = 0; look < kLooks && !stop_requested; ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return stop_requested;
}

std::string drain_signal() {
  constexpr std::array kNames{"SIGHUP", "SIGINT", "SIGTERM", "SIGUSR1", "SIGUSR2", "SIGXCPU"};
  static_assert(kNames.size() == DrainOnSignal::kSignals.size());
  const auto found = std::ranges::find(DrainOnSignal::kSignals, first_signal.load());
  return found == DrainOnSignal::kSignals.end() ? "" : kNames[found - DrainOnSignal::kSignals.begin()];
}

double Deadline::seconds_left() const {
  if (!end_) return std::numeric_limits<double>::infinity();
  const auto left = [](const auto& end) {
    return std::chrono::duration<double>(end - std::decay_t<decltype(end)>::clock::now()).count();
  };
  return std::visit(left, *end_) - margin_;
}

void Deadline::observe(double predicted, double seconds) {
  const std::lock_guard lock(mutex_);
  predicted_ += predicted;
  seconds_ += seconds;
}

double Deadline::scale() const {
  const std::lock_guard lock(mutex_);
  constexpr double kEvidence = 1.0;  // seconds of work before predictions are believed to be too long
  if (predicted_ <= 0.0 || seconds_ <= 0.0) return 1.0;
  return seconds_ < kEvidence ? std::max(1.0, seconds_ / predicted_) : seconds_ / predicted_;
}

}  // namespace tertium::experiments
