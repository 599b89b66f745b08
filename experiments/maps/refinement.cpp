#include "experiments/maps/refinement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/maps/map_lattice.hpp"
#include "experiments/plan/point_values.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/statistics/row_metrics.hpp"

namespace tertium::experiments {
namespace {

using Rows = std::unordered_map<TrialKey, const TrialRow*>;

/// Where the mean of a place lies, and whether bounds say so, too.
enum class Side { kUnknown, kBelow, kPerhapsBelow, kPerhapsAbove, kAbove };

struct Box {
  Place low, high;  ///< its corners: both included

  bool can_be_halved() const {
    for (std::size_t k = 0; k < low.size(); ++k)
      if (high[k] - low[k] > 1) return true;
    return false;
  }
};

/// The looks at one map.
class MapLooks {
 public:
  MapLooks(const Plan& grid, const Map& map, const Rows& rows)
      : grid_(grid),
        map_(map),
        rows_(rows),
        range_(counted_range(grid.config, grid.config.methods[map.method].method, grid.config.refine.score)),
        error_(kVerdictError / brackets(map.sizes)),
        places_(map.points.size()) {
    boxes_ = coarse_boxes();
    for (const Box& box : boxes_) visit_corners(box);
    check_budget();
    while (read_rows() && (halve_boxes() || repeat_undecided())) {
    }
  }

  bool is_cut() const { return cut_; }
  std::size_t visited() const {
    return static_cast<std::size_t>(std::ranges::count_if(places_, [](const Visited& one) { return one.wanted > 0; }));
  }
  void write(Effort& effort) const {
    for (std::size_t k = 0; k < places_.size(); ++k)
      effort[map_.points[k] * grid_.config.methods.size() + map_.method] = places_[k].wanted;
  }

 private:
  struct Visited {
    std::int32_t wanted = 0;     ///< repetitions
    std::int32_t read = 0;       ///< those of which the rows are read
    std::vector<double> values;  ///< of the rows that have one
    Side side = Side::kUnknown;
  };

  std::int32_t base() const { return static_cast<std::int32_t>(grid_.config.repetitions); }

  std::size_t index_of(const Place& place) const {
    std::size_t index = 0;
    for (std::size_t k = 0; k < place.size(); ++k) index = index * map_.sizes[k] + place[k];
    return index;
  }

  /// What an error is shared among where thresholds along any dimension get brackets that are to be right together: the
  /// places that may come to be first beyond each of them.
  static double brackets(const Place& sizes) {
    std::size_t most = 1;
    for (const std::size_t size : sizes)
      most = std::max(most, product(sizes) / size * static_cast<std::size_t>(std::bit_width(coarse_step(size))));
    return static_cast<double>(most);
  }

  void check_budget() const {
    std::int64_t trials = 0;
    for (const Visited& one : places_) trials += one.wanted;
    if (trials > grid_.config.refine.budget)
      throw core::UsageError(
          fmt::format("[sweep] refine_budget = {} is less than the first stage of a map needs, give at least {}",
                      grid_.config.refine.budget, trials));
  }

  std::vector<Box> coarse_boxes() const {
    std::vector<Box> boxes = {{{}, {}}};
    for (const std::size_t size : map_.sizes) {
      const std::size_t step = coarse_step(size);
      std::vector<Box> longer;
      for (const Box& box : boxes)
        for (std::size_t low = 0; low + 1 < std::max<std::size_t>(size, 2); low += step) {
          longer.push_back(box);
          longer.back().low.push_back(low);
          longer.back().high.push_back(std::min(low + step, size - 1));
        }
      boxes = std::move(longer);
    }
    return boxes;
  }

  template <typename Visit>
  void for_each_corner(const Box& box, const Visit& visit) {
    for (std::size_t corner = 0; corner < std::size_t{1} << box.low.size(); ++corner) {
      Place place = box.low;
      for (std::size_t k = 0; k < place.size(); ++k)
        if ((corner >> k & 1U) != 0) place[k] = box.high[k];
      visit(index_of(place));
    }
  }

  void visit_corners(const Box& box) {
    for_each_corner(box, [&](std::size_t k) { places_[k].wanted = std::max(places_[k].wanted, base()); });
  }

  /// Of all that is wanted; false where rows are missing.
  bool read_rows() {
    bool all = true;
    for (std::size_t k = 0; k < places_.size(); ++k) all = read_rows(places_[k], map_.points[k]) && all;
    return all;
  }

  bool read_rows(Visited& one, std::size_t point) {
    const bool news = one.read < one.wanted;
    for (; one.read < one.wanted; ++one.read) {
      const auto row =
          rows_.find(trial_key(grid_.config, grid_.points[point], one.read, grid_.config.methods[map_.method].method));
      if (row == rows_.end()) return false;
      const double value = metric_value(*row->second, grid_.config.refine.score);
      if (row->second->status == TrialStatus::done && std::isfinite(value))
        one.values.push_back(grid_.config.refine.counted(value));
    }
    if (news) one.side = side_of(one);
    return true;
  }

  Side side_of(const Visited& one) const {
    if (one.values.empty()) return Side::kUnknown;
    const std::size_t look = look_at(static_cast<std::size_t>(one.wanted), static_cast<std::size_t>(base()));
    const Bounds bounds = mean_bounds(one.values, one.values, range_, same_errors(error_of_look(look, error_) / 2.0));
    const double level = grid_.config.refine.level, mean = statistics(one.values).mean;
    if (bounds.kind != BoundsKind::kNone && bounds.high < level) return Side::kBelow;
    if (bounds.kind != BoundsKind::kNone && bounds.low > level) return Side::kAbove;
    return mean < level ? Side::kPerhapsBelow : Side::kPerhapsAbove;
  }

  std::int32_t most() const { return static_cast<std::int32_t>(grid_.config.refine.most); }
  /// Bounds leave open where its mean lies, and not only since so many repetitions alike would be needed.
  bool is_undecided(const Visited& one) const {
    if (one.side != Side::kPerhapsBelow && one.side != Side::kPerhapsAbove) return false;
    const auto [low, high] = std::ranges::minmax_element(one.values);
    return *low < grid_.config.refine.level && *high >= grid_.config.refine.level;
  }

  /// Whether means in it lie on both sides, or one of them cannot be told to lie on any.
  bool is_passed(const Box& box) const {
    bool below = false, above = false, open = false;
    for_each_place(box.low, box.high, [&](const Place& place) {
      const Visited& one = places_[index_of(place)];
      below = below || one.side == Side::kBelow || one.side == Side::kPerhapsBelow;
      above = above || one.side == Side::kAbove || one.side == Side::kPerhapsAbove;
      open = open || (is_undecided(one) && one.wanted >= most());
    });
    return open || (below && above);
  }

  /// Does what `change` does to the places, unless it costs more than may be spent.
  template <typename Change>
  bool spend(const Change& change) {
    const std::vector<Visited> before = places_;
    change();
    std::int64_t trials = 0;
    bool changed = false;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      trials += places_[k].wanted;
      changed = changed || places_[k].wanted != before[k].wanted;
    }
    if (trials <= grid_.config.refine.budget) return changed;
    places_ = before;
    cut_ = true;
    return false;
  }

  bool halve_boxes() {
    std::vector<Box> finer;
    bool halved = false;
    for (const Box& box : boxes_) {
      if (!box.can_be_halved() || !is_passed(box)) {
        finer.push_back(box);
        continue;
      }
      halved = true;
      for (Box& half : halves(box)) finer.push_back(std::move(half));
    }
    if (!halved) return false;
    std::swap(boxes_, finer);
    const bool more = spend([&] {
      for (const Box& box : boxes_) visit_corners(box);
    });
    return more || (!cut_ && halve_boxes());
  }

  static std::vector<Box> halves(const Box& box) {
    std::vector<Box> boxes = {box};
    for (std::size_t k = 0; k < box.low.size(); ++k) {
      if (box.high[k] - box.low[k] < 2) continue;
      const std::size_t middle = (box.low[k] + box.high[k]) / 2;
      std::vector<Box> both;
      for (Box half : boxes) {
        half.high[k] = middle;
        both.push_back(half);
        half.low[k] = middle;
        half.high[k] = box.high[k];
        both.push_back(std::move(half));
      }
      boxes = std::move(both);
    }
    return boxes;
  }

  bool repeat_undecided() {
    if (cut_) return false;
    return spend([&] {
      for (Visited& one : places_)
        if (is_undecided(one)) one.wanted = std::min(most(), 2 * one.wanted);
    });
  }

  const Plan& grid_;
  const Map& map_;
  const Rows& rows_;
  metrics::ValueRange range_;
  double error_;  ///< that a place is told to lie on the wrong side
  std::vector<Visited> places_;
  std::vector<Box> boxes_;
  bool cut_ = false;
};

/// Throws UsageError for a level that nothing can be told to lie beyond, on one side of it or both, however often it is
/// repeated: by the exact binomial bound for repetitions that are all at an end of the range, which no other one beats
/// there.
void check_level(const SweepConfig& config, const core::Method& method) {
  const RefineKeys& keys = config.refine;
  const metrics::ValueRange range = counted_range(config, method, keys.score);
  if (!std::isfinite(range.low) || !std::isfinite(range.high)) return;
  const double level = (keys.level - range.low) / (range.high - range.low);
  if (!(level > 0.0 && level < 1.0))
    throw core::UsageError(
        fmt::format("[sweep] refine_level = {:g} is not between {:g} and {:g} (the range of {}), give a level that its "
                    "mean can cross",
                    keys.level, range.low, range.high, keys.text()));
  const double needed = std::ceil(std::log(2.0 / error_of_look(1)) / -std::log(std::min(level, 1.0 - level)));
  if (static_cast<double>(config.repetitions) < needed)
    throw core::UsageError(
        fmt::format("[sweep] repetitions = {} are too few for refine = {} (whatever their values, the mean may be on "
                    "either side of {:g}), give at least {:g}",
                    config.repetitions, keys.score, keys.level, needed));
}

}  // namespace

double counted_value(const SweepConfig& config, const std::string& column, double value) {
  return column == config.refine.score && std::isfinite(value) ? config.refine.counted(value) : value;
}

metrics::ValueRange counted_range(const SweepConfig& config, const core::Method& method, const std::string& column) {
  if (column == config.refine.score && config.refine.least) return metrics::kShareRange;
  return column_range(config, method, column);
}

std::size_t first_places(const SweepConfig& config, const std::string& column) {
  if (!contains(config.refine.over, column)) return 1;
  const std::vector<FigureColumn> columns = figure_columns(config);
  const auto found = std::ranges::find(columns, column, &FigureColumn::name);
  return static_cast<std::size_t>(std::bit_width(coarse_step(found->values.size())));
}

RefinedPlan refined_plan(SweepConfig config, std::span<const TrialRow> rows) {
  if (!config.refine.is_on()) return {make_plan(std::move(config)), {}};
  for (const MethodVariant& variant : config.methods) check_level(config, variant.method);
  const Plan grid = make_points(std::move(config));
  Rows by_key;
  for (const TrialRow& row : rows) by_key.emplace(row.key, &row);
  Effort effort(grid.points.size() * grid.config.methods.size(), 0);
  RefinedPlan refined;
  for (const Map& map : maps_of(grid.config)) {
    const MapLooks looks(grid, map, by_key);
    looks.write(effort);
    ++refined.state.maps;
    refined.state.cut += looks.is_cut() ? 1U : 0U;
    refined.state.points += product(map.sizes);
    refined.state.visited += looks.visited();
  }
  refined.plan = make_plan(grid.config, std::move(effort));
  return refined;
}

}  // namespace tertium::experiments
