#include "core/base/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity_text.hpp"

namespace tertium::core {
namespace {

constexpr int kBarWidth = 24;

std::string bar(double fraction) {
  const int full = static_cast<int>(std::floor(fraction * kBarWidth));
  return '[' + std::string(full, '#') + std::string(kBarWidth - full, '.') + ']';
}

}  // namespace

Progress::Progress(ProgressOutput output, std::string_view what, Quick quick)
    : output_(std::move(output)),
      what_(what),
      told_(quick == Quick::kTold),
      begin_(std::chrono::steady_clock::now()),
      drawn_(begin_) {}

Progress::~Progress() {
  if (total_ > 0 && told_) draw(true);
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
  told_ = true;
  const std::size_t ended = done_ + failed_;
  const double fraction = total_ > 0 ? static_cast<double>(ended) / static_cast<double>(total_) : 1.0;
  const double work = work_ > 0.0 ? work_done_ / work_ : fraction;
  std::string text =
      fmt::format("{}/{} {}, {:.1f}/s", ended, total_, what_, static_cast<double>(ended) / std::max(1e-3, seconds()));
  if (failed_ > 0) text += fmt::format(", {} failed", failed_);
  if (last)
    text += fmt::format(", took {}", duration_text(seconds()));
  else if (work > 0.0)  // nothing can be said before the first cell is done
    text += fmt::format(", {} left", duration_text(seconds() * (1.0 - work) / work));
  if (output_.terminal)
    output_.write(fmt::format("\r\033[K{} {:3.0f} % {}{}", bar(fraction), 100.0 * fraction, text, last ? "\n" : ""));
  else
    output_.write(fmt::format("{:.0f} %: {}\n", 100.0 * fraction, text));
}

}  // namespace tertium::core
