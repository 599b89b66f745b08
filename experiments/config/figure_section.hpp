#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/figure_columns.hpp"
#include "experiments/config/formula.hpp"
#include "files/text/ini.hpp"

namespace tertium::experiments {

struct SweepConfig;

/// A curve over a map: y as a function of x, of N and of all else that a point has.
struct MapCurve {
  std::string label;
  Formula formula;
};

/// The section [figure]: how `tertium figure` draws a sweep. A column is "method" or a parameter under the name that it
/// has in the results; what is not given in the section is chosen by what the sweep varies. docs/configurations.md
/// tells the keys, and figure_section.cpp which kind of picture has which:
///   kind          sweep: a metric over x; agreement: how the partitions of methods agree with one another; classes:
///                 projected vertices by class, and what trees do with the classes; trees: every tree by itself;
///                 support: the share of branches that are true, by their support; phase: a map over x and y
///   x, panels, curves, metric, relative_to, thin, x_over, supports: columns, metrics, a method
///   y, level, curve, law: of a map: the other axis, the level that the contour is drawn at, curves over it as written,
///                 and laws, times a constant and to a power that are fitted to where the level is passed
///   title, panel_labels, and of an axis _label, _scale (auto: logarithmic where x spans more than a factor of 50,
///   linear,
///                 log), _limits, x_labels (of texts)
struct FigureSection {
  /// The items of each key that is given or chosen; of a text there is one.
  std::map<std::string, std::vector<std::string>, std::less<>> keys;
  bool x_is_metric = false;  ///< then what is not shown otherwise runs along the curves
  double level = 0.5;        ///< that of refine, where the sweep has one
  std::vector<MapCurve> curves, laws;

  /// Empty where the key is not given.
  const std::vector<std::string>& list(std::string_view key) const;
  const std::string& text(std::string_view key) const;
  /// Whether the picture tells the values of a column apart.
  bool shows(const std::string& column) const;
  bool is(std::string_view kind) const { return text("kind") == kind; }
};

/// Kinds of support that the share of true branches can be drawn by: the scores' columns begin so.
inline constexpr const char* kKindsOfSupport[] = {"support", "transfer", "local"};

/// Whether a column can be an axis of a map: numbers, or numbers of comparisons.
bool is_axis(const FigureColumn& column);

/// Reads the section on top of everything else in `config`. Throws UsageError with file and line: unknown columns and
/// metrics are answered with the known ones; a sweep must not vary what the picture does not show.
FigureSection read_figure_section(const files::Ini& ini, const SweepConfig& config);

/// Throws UsageError where its keys do not go with each other, or with the sweep.
void check_figure(const files::Ini& ini, const SweepConfig& config, const FigureSection& figure);

/// The section as INI text, which reads back as the same.
std::string figure_section_text(const FigureSection& figure);

}  // namespace tertium::experiments
