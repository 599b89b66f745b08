#include "experiments/run/stopping.hpp"

#include <algorithm>

namespace tertium::experiments {
std::atomic<bool> stop_requested = false;
namespace {

std::atomic<int> first_signal = 0;
std::atomic<int> endings = 0;  ///< TERM and INT so far

static_assert(std::atomic<int>::is_always_lock_free, "a handler may touch them");

void on_signal(int signal) {
  if (signal != SIGUSR1 && endings++ > 0) {
    std::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
  stop_requested = true;
}

}  // namespace

DrainOnSignal::DrainOnSignal() {
  stop_requested = false;
  first_signal = 0;
  endings = 0;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, &old_usr1_);
  sigaction(SIGTERM, &action, &old_term_);
  sigaction(SIGINT, &action, &old_int_);
}

DrainOnSignal::~DrainOnSignal() {
  sigaction(SIGUSR1, &old_usr1_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
  sigaction(SIGINT, &old_int_, nullptr);
}

std::string drain_signal() {
  switch (first_signal) {
    case SIGUSR1:
      return "SIGUSR1";
    case SIGTERM:
      return "SIGTERM";
    case SIGINT:
      return "SIGINT";
    default:
      return "";
  }
}

double Deadline::seconds_left() const {
  if (!end_) return std::numeric_limits<double>::infinity();
  return std::chrono::duration<double>(*end_ - Clock::now()).count() - margin_;
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
