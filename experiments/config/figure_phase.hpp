#pragma once

#include <string>
#include <vector>

#include "experiments/config/figure_columns.hpp"
#include "experiments/config/formula.hpp"
#include "files/text/ini.hpp"

namespace tertium::experiments {

struct SweepConfig;

/// A curve over a map: y as a function of x, of N and of all else that a point has.
struct PhaseCurve {
  std::string label;
  Formula formula;
};

/// What only [figure] kind = phase has: a map of a metric over x and y, and where its mean passes a level.
struct PhaseKeys {
  std::string y;                   ///< a column
  double level = 0.5;              ///< that of refine, where the sweep has one
  std::vector<PhaseCurve> curves;  ///< curve: as the formula says
  std::vector<PhaseCurve> laws;    ///< law: times a constant, and to a power, both fitted to where the level is passed
};

/// Whether a column can be an axis of a map: numbers, or numbers of comparisons.
bool is_axis(const FigureColumn& column);

/// Reads these keys; `x` is the other axis. Curves are written LABEL: FORMULA, separated by semicolons. Throws
/// UsageError with file and line.
PhaseKeys read_phase_keys(const files::Ini& ini, const SweepConfig& config, const std::string& x);

/// As INI text, which reads back as the same.
std::string phase_text(const PhaseKeys& phase);

}  // namespace tertium::experiments
