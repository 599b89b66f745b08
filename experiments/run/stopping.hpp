#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

namespace tertium::experiments {

/// No further cell is started, those in flight are finished: set by a signal, or when rows cannot be stored.
extern std::atomic<bool> stop_requested;

/// While it lives, these signals request a stop instead of ending the program: TERM and INT, of which a second one ends
/// it as usual; USR1 and USR2, which batch systems send before a time limit, mostly to every rank; XCPU, at the limit
/// of the processor time, every second; HUP, of a terminal that goes away, unless the program was started to outlive it
/// (nohup), as INT is left alone in a background without one.
class DrainOnSignal {
 public:
  DrainOnSignal();
  ~DrainOnSignal();
  DrainOnSignal(const DrainOnSignal&) = delete;
  DrainOnSignal& operator=(const DrainOnSignal&) = delete;

  static constexpr std::array kSignals{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};

 private:
  std::array<struct sigaction, kSignals.size()> old_{};
};

/// Whether a stop is requested, or will be at once: what is sent to all processes of a job comes to one after the
/// other.
bool stop_comes();

/// "SIGUSR1": the signal that requested the stop; empty when none did.
std::string drain_signal();

/// When a run has to be over: at a time of the day (--deadline), or so long after its start (--time-limit), which no
/// change of the machine's clock moves.
using EndOfRun = std::variant<std::chrono::system_clock::time_point, std::chrono::steady_clock::time_point>;

/// The time by which a run has to be over, and which cells can still be done by then. Predictions are scaled by what
/// the finished cells of this run took. Safe to use from several threads.
class Deadline {
 public:
  /// None: everything fits.
  Deadline() = default;
  /// `margin`: seconds to be over before `end`.
  Deadline(std::optional<EndOfRun> end, double margin) : end_(end), margin_(margin) {}

  bool is_set() const { return end_.has_value(); }
  /// Seconds that cells may still take; negative in the margin.
  double seconds_left() const;
  /// A cell has ended: predicted and real seconds.
  void observe(double predicted, double seconds);
  /// Real seconds for a predicted one, 1 before any cell has ended; less than 1 only after a second of work.
  double scale() const;
  /// The longest prediction that still fits.
  double longest() const { return is_set() ? seconds_left() / scale() : std::numeric_limits<double>::infinity(); }

 private:
  std::optional<EndOfRun> end_;
  double margin_ = 0.0;
  mutable std::mutex mutex_;
  double predicted_ = 0.0, seconds_ = 0.0;  ///< of all finished cells
};

/// Core time that some runs together may take. Without enough of it no cell starts; those in flight are finished.
class CoreBudget {
 public:
  explicit CoreBudget(double seconds) : left_(seconds) {}

  /// Seconds of a core; negative where cells in flight took more.
  double left() const { return left_; }
  /// A cell has ended.
  void spend(double seconds) { left_ = left_ - seconds; }
  /// A run has ended early since too little was left.
  void end() { is_over_ = true; }
  bool is_over() const { return is_over_; }

 private:
  std::atomic<double> left_;  // one thread spends, others look
  bool is_over_ = false;
};

}  // namespace tertium::experiments
