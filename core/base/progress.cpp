#include "core/base/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.hpp"

namespace tertium::core {
namespace {

constexpr int kBarWidth = 24;
/// The share of all work from which on the time left is told: before, what is being done counts for as much as what is
/// done.
constexpr double kTimeLeftFrom = 0.002;

std::string bar(double fraction) {
  const int full = static_cast<int>(std::floor(fraction * kBarWidth));
  return '[' + std::string(full, '#') + std::string(kBarWidth - full, '.') + ']';
}

}  // namespace

Progress::Progress(ProgressOutput output, std::string_view what, Quick quick)
    : output_(std::move(output)),
      what_(what),
      shown_(quick == Quick::kShown),
      begin_(std::chrono::steady_clock::now()),
      drawn_(begin_) {}

Progress::~Progress() {
  if (total_ > 0 && shown_) draw(true);
}

void Progress::expect(std::size_t parts, double work) {
  total_ += parts;
  work_ += work;
}

void Progress::add(std::size_t done, std::size_t failed, double work) {
  done_ += done;
  failed_ += failed;
  work_done_ += work;
}

void Progress::tick() {
  if (std::chrono::steady_clock::now() - drawn_ < output_.pause) return;
  draw(false);
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Progress::draw(bool last) {
  drawn_ = std::chrono::steady_clock::now();
  shown_ = true;
  const std::size_t ended = done_ + failed_;
  const double parts = total_ > 0 ? static_cast<double>(ended) / static_cast<double>(total_) : 1.0;
  const double fraction = work_ > 0.0 && ended < total_ ? std::min(1.0, work_done_ / work_) : parts;
  std::string text =
      fmt::format("{}/{} {}, {:.1f}/s", ended, total_, what_, static_cast<double>(ended) / std::max(1e-3, seconds()));
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (last)
    text += fmt::format(", took {}", duration_text(seconds()));
  else if (fraction > kTimeLeftFrom)
    text += fmt::format(", {} left", duration_text(seconds() * (1.0 - fraction) / fraction));
  if (output_.terminal)
    output_.write(fmt::format("\r\033[K{} {:3.0f} % {}{}", bar(fraction), 100.0 * fraction, text, last ? "\n" : ""));
  else
    output_.write(fmt::format("{:.0f} %: {}\n", 100.0 * fraction, text));
}

}  // namespace tertium::core
