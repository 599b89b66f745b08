#include "program/growth/growth.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <exception>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/base/text.hpp"

namespace tertium::program {
namespace {

constexpr std::size_t kSizes = 4;       // that a slope is fitted to: the largest ones
constexpr std::size_t kLeastSizes = 3;  // fewer tell no slope
constexpr int kRepeats = 3;
constexpr double kPatience = 10.0;   // times the seconds, by the clock: others on the machine may slow a run so much
constexpr double kShortest = 20e-6;  // seconds: what is shorter is mostly its beginning

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Of one run, its input apart.
double run_seconds(const GrowthItem& item, double size, double most) {
  const std::function<void()> run = item.prepare(size);
  const core::LimitGuard guard({.seconds = kPatience * most});
  const double begin = thread_seconds();
  run();
  return thread_seconds() - begin;
}

/// Sizes and their first times, the shortest ones left out.
struct Walk {
  std::vector<double> sizes, seconds;
  std::string ended{};  ///< by an error
};

/// Goes on while the next size, as much longer than this one as this was than the one before, would leave the repeats
/// their time. What ends it beside that is told.
Walk walk(const GrowthItem& item, double seconds) {
  Walk walk;
  const double begin = thread_seconds();
  double before = 0.0;  // that the last size took, with its input
  try {
    for (double size = item.first; size <= item.most; size *= 2.0) {
      const double start = thread_seconds();
      const double taken = run_seconds(item, size, seconds);
      const double whole = thread_seconds() - start;
      if (taken >= kShortest) {
        walk.sizes.push_back(size);
        walk.seconds.push_back(taken);
      }
      const double next = whole * std::clamp(before > 0.0 ? whole / before : 2.0, 2.0, 16.0);
      if (thread_seconds() - begin + next > seconds / kRepeats) break;
      before = whole;
    }
  } catch (const core::LimitExceeded&) {  // the next size takes all the time
  } catch (const std::exception& error) {
    walk.ended = core::one_plain_line(error.what());
  }
  const std::size_t surplus = walk.sizes.size() - std::min(walk.sizes.size(), kSizes);
  walk.sizes.erase(walk.sizes.begin(), walk.sizes.begin() + static_cast<std::ptrdiff_t>(surplus));
  walk.seconds.erase(walk.seconds.begin(), walk.seconds.begin() + static_cast<std::ptrdiff_t>(surplus));
  return walk;
}

Growth without_slope(std::string why) {
  Growth growth;
  growth.why_not = std::move(why);
  return growth;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double log_slope(std::span<const double> sizes, std::span<const double> values) {
  const double count = static_cast<double>(sizes.size());
  double x = 0.0, y = 0.0;
  for (std::size_t k = 0; k < sizes.size(); ++k) x += std::log(sizes[k]) / count, y += std::log(values[k]) / count;
  double xx = 0.0, xy = 0.0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double dx = std::log(sizes[k]) - x;
    xx += dx * dx;
    xy += dx * (std::log(values[k]) - y);
  }
  return xy / xx;
}

Growth growth_of(std::vector<double> sizes, const std::vector<std::vector<double>>& repeats,
                 std::span<const double> stated) {
  Growth growth;
  growth.sizes = std::move(sizes);
  for (std::size_t k = 0; k < growth.sizes.size(); ++k) {
    std::vector<double> times;
    for (const std::vector<double>& repeat : repeats) times.push_back(repeat[k]);
    growth.seconds.push_back(median(std::move(times)));
  }
  std::vector<double> slopes;
  for (const std::vector<double>& repeat : repeats) slopes.push_back(log_slope(growth.sizes, repeat));
  growth.stated = log_slope(growth.sizes, stated);
  growth.measured = log_slope(growth.sizes, growth.seconds);
  const auto [low, high] = std::minmax_element(slopes.begin(), slopes.end());
  growth.low = *low;
  growth.high = *high;
  return growth;
}

Growth measure_growth(const GrowthItem& item, double seconds) {
  if (!item.why_not.empty()) return without_slope(item.why_not);
  const Walk first = walk(item, seconds);
  const std::string too_long = fmt::format("three sizes take longer than its share of {:.2g} s", seconds);
  if (first.sizes.size() < kLeastSizes) return without_slope(first.ended.empty() ? too_long : first.ended);
  std::vector<std::vector<double>> repeats{first.seconds};
  try {
    while (std::ssize(repeats) < kRepeats) {
      std::vector<double> repeat;
      for (const double size : first.sizes) repeat.push_back(run_seconds(item, size, seconds));
      repeats.push_back(std::move(repeat));
    }
  } catch (const core::LimitExceeded&) {
    return without_slope(too_long);
  } catch (const std::exception& error) {
    return without_slope(core::one_plain_line(error.what()));
  }
  std::vector<double> stated;
  for (const double size : first.sizes) stated.push_back(item.stated(size));
  return growth_of(first.sizes, repeats, stated);
}

std::vector<GrowthItem> growth_items() {
  std::vector<GrowthItem> items = growth_of_methods();
  for (std::vector<GrowthItem> more : {growth_of_answers(), growth_of_runs()})
    items.insert(items.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return items;
}

}  // namespace tertium::program
