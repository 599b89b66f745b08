#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "experiments/config/figure_columns.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Trials that a picture shows as one: a curve of a sweep, a row of a table.
struct PictureCurve {
  std::string label;
  std::string method;       ///< empty: methods are not told apart
  std::size_t variant = 0;  ///< curves of one method that differ in other columns
};

/// Which panels and which curve of the picture in [figure] the trials of a plan belong to. The plan outlives it.
class PictureGrid {
 public:
  /// Throws UserError for more panels than can be drawn; of each there are `times`.
  explicit PictureGrid(const Plan& plan, std::size_t times = 1);

  const FigureColumn& column(const std::string& name) const;
  /// None where the trial does not depend on the column.
  std::optional<core::ParameterValue> value_of(const Trial& trial, const std::string& name) const;

  /// Panels are numbered row by row: the first column is the fastest.
  std::size_t panels() const;
  /// A trial that does not depend on the panels' columns is in all of them.
  std::vector<std::size_t> panels_of(const Trial& trial) const;
  std::string panel_title(std::size_t panel) const;

  /// The number of the trial's curve, which is new if it is the first of its kind.
  std::size_t curve_of(const Trial& trial);
  const std::vector<PictureCurve>& curves() const { return curves_; }

 private:
  const Plan& plan_;
  const FigureSection& figure_;
  std::vector<FigureColumn> columns_;
  std::vector<PictureCurve> curves_;
  std::vector<std::string> variants_;
};

/// More panels than this are refused.
inline constexpr std::size_t kMostPanels = 48;

/// {label, scale, limits}
nlohmann::ordered_json axis_json(const FigureAxis& axis, const std::string& label);

/// What the description of a picture begins with: its title, and no panels yet.
nlohmann::ordered_json titled_panels(const Plan& plan);

/// Calls `use` with those done trials of the first repetition whose trees are stored. Throws UsageError where there
/// are none.
void for_each_tree(const Plan& plan, const std::vector<TrialRow>& rows,
                   const std::function<void(const Trial&, const core::Dendrogram&)>& use);

/// Calls `use` with the trials of the plan that are done, in its order, and their rows.
void for_each_done(const Plan& plan, const std::vector<TrialRow>& rows,
                   const std::function<void(const Trial&, const TrialRow&)>& use);

}  // namespace tertium::experiments
