#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/text/ini.hpp"

namespace tertium::experiments {

struct SweepConfig;

/// Where a sweep looks closer: the keys of [sweep] that begin with refine. Instead of all points it computes a coarse
/// part of the grid, and goes on where the mean of a score passes a level (plan/refinement.hpp).
struct RefineKeys {
  std::string score;              ///< refine: a column of the results; empty: every point has all repetitions
  std::optional<double> least{};  ///< refine_threshold: it counts as 1 where it is at least this, else as 0
  double level = 0.5;             ///< refine_level: what its mean passes
  std::vector<std::string>
      over;                 ///< refine_dimensions: the dimensions that are refined: numbers, or expressions that rise
  std::int64_t most = 0;    ///< refine_max_repetitions: repetitions of one point
  std::int64_t budget = 0;  ///< refine_budget: trials of one map, that is of a method over these dimensions

  bool is_on() const { return !score.empty(); }
  /// What a repetition's score counts as.
  double counted(double value) const { return least ? (value >= *least ? 1.0 : 0.0) : value; }
  /// "aari", or "share with aari ≥ 0.9"
  std::string text() const;
};

inline constexpr const char* kRefineKeys[] = {
    "refine", "refine_threshold", "refine_level", "refine_dimensions", "refine_max_repetitions", "refine_budget"};

/// Dimensions of so many values are refined by default.
inline constexpr std::size_t kManyValues = 5;

/// Reads the keys on top of everything else in `config`. Defaults: level 0.5; over all numbers of model and scheme
/// with kManyValues; most 8 times the repetitions; budget the points of a map times the repetitions. Throws UsageError
/// with file and line.
RefineKeys read_refine_keys(const files::Ini& ini, const SweepConfig& config);

/// The keys as INI text, which reads back as the same; empty where nothing is refined.
std::string refine_text(const RefineKeys& keys);

}  // namespace tertium::experiments
