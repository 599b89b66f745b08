#include "experiments/run/deadline.hpp"

namespace tertium::experiments {

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
  return predicted_ > 0.0 && seconds_ > 0.0 ? seconds_ / predicted_ : 1.0;
}

}  // namespace tertium::experiments
