#pragma once

#include <atomic>
#include <csignal>
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

}  // namespace tertium::experiments
