#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <limits>
#include <mutex>
#include <optional>
#include <string>

namespace tertium::experiments {

/// No further cell is started, those in flight are finished: set by a signal, or when rows cannot be stored.
extern std::atomic<bool> stop_requested;

/// While it lives, USR1, TERM and INT request a stop instead of ending the program. Batch systems send USR1 before a
/// time limit and TERM at it, mostly to every rank. A second TERM or INT ends the program as usual.
class DrainOnSignal {
 public:
  DrainOnSignal();
  ~DrainOnSignal();
  DrainOnSignal(const DrainOnSignal&) = delete;
  DrainOnSignal& operator=(const DrainOnSignal&) = delete;

 private:
  struct sigaction old_usr1_ {};
  struct sigaction old_term_ {};
  struct sigaction old_int_ {};
};

/// "SIGUSR1": the signal that requested the stop; empty when none did.
std::string drain_signal();

/// The time by which a run has to be over, and which cells can still be done by then. Predictions are scaled by what
/// the finished cells of this run took. Safe to use from several threads.
class Deadline {
 public:
  using Clock = std::chrono::system_clock;

  /// None: everything fits.
  Deadline() = default;
  /// `margin`: seconds to be over before `end`.
  Deadline(std::optional<Clock::time_point> end, double margin) : end_(end), margin_(margin) {}

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
  std::optional<Clock::time_point> end_;
  double margin_ = 0.0;
  mutable std::mutex mutex_;
  double predicted_ = 0.0, seconds_ = 0.0;  ///< of all finished cells
};

}  // namespace tertium::experiments
