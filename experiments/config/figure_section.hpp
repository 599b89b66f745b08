#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/figure_phase.hpp"
#include "files/text/ini.hpp"

namespace tertium::experiments {

struct SweepConfig;

enum class AxisScale {
  kAuto,  ///< logarithmic where x spans more than a factor of 50, else linear
  kLinear,
  kLog,
};

enum class FigureKind {
  kSweep,      ///< a metric over x
  kAgreement,  ///< how the partitions of methods agree with one another
  kClasses,    ///< projected vertices by class, and what trees do with the classes
  kTrees,      ///< every tree by itself, with names and true classes
  kSupport,    ///< the share of branches that are true, by their support
  kPhase,      ///< a map of a metric over x and y, and where it passes a level
};

/// How an axis of a picture is drawn.
struct FigureAxis {
  std::vector<std::string> labels;  ///< of x: one; of y: one for each metric; empty: the names of the columns
  AxisScale scale = AxisScale::kAuto;
  std::optional<std::pair<double, double>> limits;  ///< low, high; empty: what the curves and their bars need
};

/// The section [figure]: how `tertium figure` draws a sweep. A column is "method" or a parameter under the name that it
/// has in the results; what is not given in the section is chosen by what the sweep varies.
struct FigureSection {
  FigureKind kind = FigureKind::kSweep;
  std::string x;                      ///< a column, or a metric
  bool x_is_metric = false;           ///< then what is not shown otherwise runs along the curves
  std::vector<std::string> panels;    ///< at most two columns: side by side, and below each other
  std::vector<std::string> curves;    ///< columns
  std::vector<std::string> metrics;   ///< one row of panels each; empty: the one that the report shows
  std::string relative_to;            ///< a method, by whose value of the first metric on the same data it is divided
  std::string thin;                   ///< a metric whose means are drawn beside, as thin lines; empty: none
  std::string x_over;                 ///< a parameter of one value: the upper edge tells x / value; empty: none
  std::string x_over_label;           ///< empty: "x / parameter"
  std::vector<std::string> x_labels;  ///< of the places of x where it has texts; empty: those
  std::vector<std::string> panel_labels;  ///< titles of the panels, row by row; empty: "column = value"
  FigureAxis x_axis, y_axis;
  PhaseKeys phase;                    ///< of kPhase
  std::vector<std::string> supports;  ///< of kSupport: which kinds, of kKindsOfSupport; each has panels of its own
  std::string title;
};

/// Kinds of support that the share of true branches can be drawn by: the scores' columns begin so.
inline constexpr const char* kKindsOfSupport[] = {"support", "transfer", "local"};

/// Reads the section on top of everything else in `config`. Throws UsageError with file and line: unknown columns and
/// metrics are answered with the known ones; a sweep must not vary what the picture does not show.
FigureSection read_figure_section(const files::Ini& ini, const SweepConfig& config);

/// The section as INI text, which reads back as the same.
std::string figure_section_text(const FigureSection& figure);

}  // namespace tertium::experiments
