#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/report/contour.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What the number of answers depends on that a planted hierarchy needs.
struct Situation {
  double objects = 0.0;
  double clusters = 0.0;  ///< the finest
  double gap = 0.0;       ///< between the means of neighbouring levels, in standard deviations of a similarity
  double right = 0.0;     ///< eps: answers are right with probability (1 + eps) / 2

  std::array<double, 4> values() const { return {objects, clusters, gap, right}; }
};
inline constexpr std::array<const char*, 4> kSituationNames = {"objects", "clusters", "gap", "right"};

/// The share of all possible comparisons that a method needs, as a product of powers: where the mean of a score passes
/// a level in a sweep over situations and p.
struct AdviceFit {
  std::string method;
  bool triplets = false;           ///< what it is given; else quadruplets
  double constant = 0.0;           ///< ln p where all of the situation is 1
  std::array<double, 4> powers{};  ///< of the situation's values
  std::array<NumberRange, 4> measured{};
  double spread = 0.0;         ///< standard deviation of ln p of a situation that was left out from what the others say
  std::size_t situations = 0;  ///< that it is fitted to: those in which the level was passed
  std::size_t of = 0;          ///< that the map has

  /// ln p
  double share_at(const Situation& situation) const;
  /// Names of what lies outside of all that was measured.
  std::vector<std::string> outside(const Situation& situation) const;
};

/// The fits of one sweep, and what they are about.
struct Advice {
  std::string score;
  double level = 0.0;
  std::vector<AdviceFit> fits;
};

/// Fits them to the finished rows of a refined sweep over p of planted hierarchies. Methods that pass the level in
/// fewer situations than twice what is fitted are left out. Throws UserError for other sweeps.
Advice fitted_advice(const Plan& plan, const std::vector<TrialRow>& rows);

/// As JSON. Reading throws UserError for a file that is none of this kind.
void write_advice(const std::filesystem::path& file, const Advice& advice);
Advice read_advice(const std::filesystem::path& file);

}  // namespace tertium::experiments
