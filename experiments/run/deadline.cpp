#include "experiments/run/deadline.hpp"

#include <algorithm>

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
  constexpr double kEvidence = 1.0;  // seconds of work before predictions are believed to be too long
  if (predicted_ <= 0.0 || seconds_ <= 0.0) return 1.0;
  return seconds_ < kEvidence ? std::max(1.0, seconds_ / predicted_) : seconds_ / predicted_;
}

}  // namespace tertium::experiments
