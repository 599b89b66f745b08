#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/bench/scaling.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

bool same_curve(const ScalingRun& a, const ScalingRun& b) {
  return a.way == b.way && a.method == b.method;
}

ScalingPoint point_of(const ScalingRun& first, const std::vector<ScalingRun>& runs) {
  std::vector<double> seconds;
  std::vector<double> speedups;
  for (const ScalingRun& run : runs) {
    if (!same_curve(run, first) || run.width != first.width) continue;
    seconds.push_back(run.seconds);
    for (const ScalingRun& one : runs)
      if (same_curve(one, run) && one.width == 1 && one.repeat == run.repeat)
        speedups.push_back(one.seconds / run.seconds * (run.work / one.work));
  }
  if (speedups.empty()) return {};
  const auto [low, high] = std::minmax_element(speedups.begin(), speedups.end());
  const double speedup = median(speedups);
  return {first.way, first.method, first.width, first.objects,        median(seconds),
          speedup,   *low,         *high,       speedup / first.width};
}

/// A column with its unit and meaning.
template <typename T, typename Of, typename Item>
void write(Hdf5Group& group, const std::string& name, const std::vector<Item>& items, Of&& of, const std::string& unit,
           const std::string& meaning) {
  std::vector<T> values;
  for (const Item& item : items) values.push_back(of(item));
  Hdf5ColumnOptions options;
  options.attributes["long_name"] = meaning;
  if (!unit.empty()) options.attributes["units"] = unit;
  group.write_column(name, values, options);
}

template <typename Item>
void write_names(Hdf5Group& group, const std::vector<Item>& items) {
  using Text = std::string;
  write<Text>(
      group, "way", items, [](const Item& r) { return way_text(r.way); }, "", "what is shared out");
  write<Text>(
      group, "method", items, [](const Item& r) { return r.method; }, "", "method, or all of them");
  write<std::int32_t>(
      group, "width", items, [](const Item& r) { return r.width; }, "1", "ranks or threads");
  write<std::int32_t>(
      group, "objects", items, [](const Item& r) { return r.objects; }, "1", "objects N of a cell");
  write<double>(
      group, "seconds", items, [](const Item& r) { return r.seconds; }, "s", "wall time");
}

void write_messages(Hdf5Group& file, const std::vector<MessageRun>& messages) {
  Hdf5Group group = file.create_group("messages");
  using Run = MessageRun;
  write<std::string>(
      group, "operation", messages, [](const Run& r) { return r.operation; }, "", "what a team does");
  write<std::int32_t>(
      group, "width", messages, [](const Run& r) { return r.width; }, "1", "ranks");
  write<std::int32_t>(
      group, "repeat", messages, [](const Run& r) { return r.repeat; }, "1", "repeat of the benchmark");
  write<std::int64_t>(
      group, "bytes", messages, [](const Run& r) { return r.bytes; }, "byte", "of the whole array");
  write<double>(
      group, "seconds", messages, [](const Run& r) { return r.seconds; }, "s", "wall time, fastest of ten");
  group.close();
}

}  // namespace

std::string way_text(ScalingWay way) {
  switch (way) {
    case ScalingWay::kCells:
      return "cells over ranks";
    case ScalingWay::kTeam:
      return "one cell over a team";
    case ScalingWay::kThreads:
      return "threads in a cell";
  }
  throw core::ContractError("an unknown way to scale");
}

std::vector<ScalingPoint> summarize(const std::vector<ScalingRun>& runs) {
  std::vector<ScalingPoint> points;
  std::map<std::tuple<int, std::string, int>, bool> seen;
  for (const ScalingRun& run : runs) {
    if (!seen.emplace(std::tuple(static_cast<int>(run.way), run.method, run.width), true).second) continue;
    if (const ScalingPoint point = point_of(run, runs); point.speedup > 0.0) points.push_back(point);
  }
  std::stable_sort(points.begin(), points.end(), [](const ScalingPoint& a, const ScalingPoint& b) {
    return std::tuple(a.way, a.method, a.width) < std::tuple(b.way, b.method, b.width);
  });
  return points;
}

std::string scaling_table(const std::vector<ScalingPoint>& points) {
  std::vector<std::vector<std::string>> rows{{"shared", "method", "width", "N", "time", "speed-up", "efficiency"}};
  for (const ScalingPoint& p : points)
    rows.push_back({way_text(p.way), p.method, fmt::format("{}", p.width), fmt::format("{}", p.objects),
                    fmt::format("{:.3g} s", p.seconds),
                    fmt::format("{:.2f} ({:.2f} to {:.2f})", p.speedup, p.speedup_low, p.speedup_high),
                    fmt::format("{:.0f} %", 100.0 * p.efficiency)});
  return aligned_table(rows, {Align::kLeft, Align::kLeft, Align::kRight});
}

void write_scaling(const std::filesystem::path& path, const ScalingOptions& options, const ScalingRuns& measured,
                   const std::string& command_line) {
  const std::vector<ScalingRun>& runs = measured.runs;
  const std::vector<ScalingPoint> points = summarize(runs);
  replace_file(path, [&](const std::filesystem::path& temporary) {
    Hdf5Group file = Hdf5Group::create_file(temporary);
    file.set_attribute("", "mode", options.weak ? "weak" : "strong");
    file.set_attribute("", "host", host_name());
    file.set_attribute("", "usable_cores", static_cast<std::int32_t>(core::usable_cores()));
    file.set_attribute("", "p", fmt::format("{}", options.p));
    file.set_attribute("", "command_line", command_line);
    file.set_attribute("", "finished", iso_time());
    Hdf5Group all = file.create_group("runs");
    write_names(all, runs);
    write<std::int32_t>(
        all, "repeat", runs, [](const ScalingRun& r) { return r.repeat; }, "1", "repeat that the run belongs to");
    write<double>(
        all, "work", runs, [](const ScalingRun& r) { return r.work; }, "1", "stated cost in elementary steps");
    write_messages(file, measured.messages);
    Hdf5Group scaling = file.create_group("scaling");
    write_names(scaling, points);
    const auto column = [&](const char* name, double ScalingPoint::*value, const char* meaning) {
      write<double>(
          scaling, name, points, [value](const ScalingPoint& p) { return p.*value; }, "1", meaning);
    };
    column("speedup", &ScalingPoint::speedup, "work per second relative to width 1, median over repeats");
    column("speedup_low", &ScalingPoint::speedup_low, "smallest speed-up of a repeat");
    column("speedup_high", &ScalingPoint::speedup_high, "largest speed-up of a repeat");
    column("efficiency", &ScalingPoint::efficiency, "speed-up divided by width");
    scaling.close();
    all.close();
    file.close();
  });
}

}  // namespace tertium::experiments
