#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/machine.hpp"
#include "experiments/bench/scaling.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/run_record.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/unique_name.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2.0;
}

/// A group of the file whose columns are members of the items.
template <typename Item>
class Columns {
 public:
  Columns(Hdf5Group& file, const std::string& name, const std::vector<Item>& items)
      : group_(file.create_group(name)), items_(items) {}
  template <typename Value>
  void write(const std::string& name, Value Item::*value, const std::string& unit, const std::string& meaning) {
    std::vector<Value> values;
    for (const Item& item : items_) values.push_back(item.*value);
    Hdf5ColumnOptions options;
    options.attributes["long_name"] = meaning;
    if (!unit.empty()) options.attributes["units"] = unit;
    group_.write_column(name, values, options);
  }
  /// What runs and points both have.
  void write_names() {
    write("way", &Item::way, "", "what is distributed");
    write("method", &Item::method, "", "method, or all of them");
    write("width", &Item::width, "1", "ranks or threads");
    write("objects", &Item::objects, "1", "objects N of a cell");
    write("seconds", &Item::seconds, "s", "wall time");
  }
  void close() { group_.close(); }

 private:
  Hdf5Group group_;
  const std::vector<Item>& items_;
};

void write_columns(Hdf5Group& file, const ScalingRuns& measured) {
  Columns runs(file, "runs", measured.runs);
  runs.write_names();
  runs.write("repeat", &ScalingRun::repeat, "1", "repeat that the run belongs to");
  runs.write("work", &ScalingRun::work, "1", "stated cost in elementary steps");
  runs.close();
  Columns messages(file, "messages", measured.messages);
  messages.write("operation", &MessageRun::operation, "", "what a team does");
  messages.write("width", &MessageRun::width, "1", "ranks");
  messages.write("repeat", &MessageRun::repeat, "1", "repeat of the benchmark");
  messages.write("bytes", &MessageRun::bytes, "byte", "of the whole array");
  messages.write("seconds", &MessageRun::seconds, "s", "wall time, fastest of ten");
  messages.close();
  const std::vector<ScalingPoint> points = summarize(measured.runs);
  Columns scaling(file, "scaling", points);
  scaling.write_names();
  scaling.write("speedup", &ScalingPoint::speedup, "1", "work per second relative to width 1, median over repeats");
  scaling.write("speedup_low", &ScalingPoint::speedup_low, "1", "smallest speed-up of a repeat");
  scaling.write("speedup_high", &ScalingPoint::speedup_high, "1", "largest speed-up of a repeat");
  scaling.write("efficiency", &ScalingPoint::efficiency, "1", "speed-up divided by width");
  scaling.close();
}

}  // namespace

std::vector<ScalingPoint> summarize(const std::vector<ScalingRun>& runs) {
  std::map<std::tuple<std::string, std::string, int>, ScalingRun> alone;  // by way, method and repeat
  std::map<std::tuple<std::string, std::string, int>, std::vector<ScalingRun>> groups;
  for (const ScalingRun& run : runs) {
    if (run.width == 1) alone.emplace(std::tuple(run.way, run.method, run.repeat), run);
    groups[{run.way, run.method, run.width}].push_back(run);
  }
  std::vector<ScalingPoint> points;
  for (const auto& [name, group] : groups) {
    std::vector<double> seconds, speedups;
    for (const ScalingRun& run : group) {
      seconds.push_back(run.seconds);
      if (const auto one = alone.find({run.way, run.method, run.repeat}); one != alone.end())
        speedups.push_back(one->second.seconds / run.seconds * (run.work / one->second.work));
    }
    if (speedups.empty()) continue;
    const auto [low, high] = std::minmax_element(speedups.begin(), speedups.end());
    const double speedup = median(speedups);
    const auto& [way, method, width] = name;
    points.push_back(
        {way, method, width, group.front().objects, median(seconds), speedup, *low, *high, speedup / width});
  }
  return points;
}

std::string scaling_table(const std::vector<ScalingPoint>& points) {
  std::vector<std::vector<std::string>> rows{{"shared", "method", "width", "N", "time", "speed-up", "efficiency"}};
  for (const ScalingPoint& p : points)
    rows.push_back({p.way, p.method, fmt::format("{}", p.width), fmt::format("{}", p.objects),
                    fmt::format("{:.3g} s", p.seconds),
                    fmt::format("{:.2f} ({:.2f}–{:.2f})", p.speedup, p.speedup_low, p.speedup_high),
                    fmt::format("{:.0f} %", 100.0 * p.efficiency)});
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kLeft, terminal::Align::kRight});
}

void write_scaling(const std::filesystem::path& path, const ScalingOptions& options, const ScalingRuns& measured,
                   const std::string& command_line) {
  files::replace_file(path, [&](const std::filesystem::path& temporary) {
    Hdf5Group file = Hdf5Group::create_file(temporary);
    file.set_attribute("", "mode", options.weak ? "weak" : "strong");
    file.set_attribute("", "host", files::host_name());
    file.set_attribute("", "usable_cores", static_cast<std::int32_t>(core::usable_cores()));
    file.set_attribute("", "p", fmt::format("{}", options.p));
    file.set_attribute("", "command_line", command_line);
    file.set_attribute("", "finished", iso_time());
    write_columns(file, measured);
    file.close();
  });
}

}  // namespace tertium::experiments
