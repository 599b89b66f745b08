#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/maps/contour.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// What the number of answers depends on that a planted hierarchy needs, or flat clusters.
struct Situation {
  double objects = 0.0;
  double clusters = 0.0;  ///< the finest
  double gap = 0.0;       ///< between means of neighbouring levels, or inside and between, in standard deviations
  double right = 0.0;     ///< eps: answers are right with probability (1 + eps) / 2

  std::array<double, 4> values() const { return {objects, clusters, gap, right}; }
};
inline constexpr std::array<const char*, 4> kSituationNames = {"objects", "clusters", "gap", "right answers"};

inline constexpr std::size_t kFitted = 5;  ///< numbers of a fit
inline constexpr std::size_t kFewestSituations = 2 * kFitted;
inline constexpr std::size_t kFewestModels = kFitted + 3;  ///< fewer, and Student's t makes a range of anything

struct AdviceFit;

/// What a fit says of a situation: how many answers are needed.
struct AdvisedAnswers {
  const AdviceFit* fit = nullptr;
  double all = 0.0;  ///< that there are: more than integers hold
  double count = 0.0, low = 0.0, high = 0.0;
};

/// The share of all possible comparisons that a method needs, as a product of powers: where the mean of a score passes
/// a level in a sweep over situations and p.
struct AdviceFit {
  std::string method;              ///< as people read it
  std::string settings;            ///< the same with all its parameters
  bool triplets = false;           ///< what it is given; else quadruplets
  double constant = 0.0;           ///< ln p where all of the situation is 1
  std::array<double, 4> powers{};  ///< of the situation's values
  std::array<NumberRange, 4> measured{};
  double spread = 0.0;  ///< of ln p from what other models say, root mean square over situations
  std::size_t situations =
      0;                   ///< that it is fitted to, at least kFewestSituations: those in which the level was passed
  std::size_t models = 0;  ///< that these are of, at least kFewestModels: objects, clusters and gap
  std::size_t of = 0;      ///< that the map has

  /// ln p
  double share_at(const Situation& situation) const;
  /// How far from share_at 95 of 100 situations lie whose model the fit has not seen, in ln p.
  double range() const;
  AdvisedAnswers answers_for(const Situation& situation) const;
  /// Names of what lies outside of all that was measured.
  std::vector<std::string> outside(const Situation& situation) const;
};

/// The fits of one sweep, and what they are about.
struct Advice {
  bool flat = false;  ///< about flat clusters; else about trees
  std::string score;
  double level = 0.0;
  std::vector<AdviceFit> fits;

  /// What the fits say, the fewest answers first; the fits outlive it.
  std::vector<AdvisedAnswers> answers_for(const Situation& situation) const;
};

/// Whether a sweep is one about flat clusters; else it is about trees.
bool is_about_flat_clusters(const SweepConfig& config);

/// Fits them to the finished rows of a refined sweep over p of planted hierarchies, or of planted flat clusters.
/// Methods that pass the level in fewer than ten situations or eight models are left out, and those of which one model
/// alone has a value of something. Throws UserError for other sweeps.
Advice fitted_advice(const Plan& plan, const std::vector<TrialRow>& rows);

/// How a fit did on situations that it was not fitted to.
struct AdviceCheck {
  std::string method;
  std::size_t of = 0;          ///< situations that the fit has measured the like of
  std::size_t situations = 0;  ///< those of them in which the level was passed
  std::size_t inside = 0;      ///< those of these whose threshold is in the range of the fit
  std::size_t open = 0;        ///< those in which it was not passed, and the range of the fit goes as far
  double off = 0.0;            ///< how far 95 of 100 thresholds are off, by those of these: in ln p
  double range = 0.0;          ///< AdviceFit::range
};

/// Holds the fits against the finished rows of another sweep about the same score and level, for each method that both
/// have with the same parameters; what lies outside of all that was measured is left out. Throws UserError as
/// fitted_advice, and where score, level or kind are others.
std::vector<AdviceCheck> checked_advice(const Advice& advice, const Plan& plan, const std::vector<TrialRow>& rows);

/// As JSON. Reading throws UserError for a file that is none of this kind, or holds no such numbers.
void write_advice(const std::filesystem::path& file, const Advice& advice);
Advice read_advice(const std::filesystem::path& file);

}  // namespace tertium::experiments
