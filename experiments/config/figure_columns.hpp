#pragma once

#include <string>
#include <vector>

#include "core/base/parameters.hpp"

namespace tertium::experiments {

struct SweepConfig;

/// The column of the methods' names.
inline constexpr const char* kMethodColumn = "method";

/// A column that a picture can be made of: "method", or a parameter under the name that it has in the results.
struct FigureColumn {
  std::string name;
  std::vector<core::ParameterValue> values;  ///< each once, in the order of the configuration
  bool of_method = false;                    ///< a parameter of methods, or "method" itself
  /// Whether the sweep gives it several values; methods that differ in it by their names do not count.
  bool varies = false;
  bool ordered = false;  ///< texts that stand for numbers, so that their order means something

  bool is_number() const;
};

/// All columns of the sweep: the model's parameters, the scheme's, "method", and the methods' parameters.
std::vector<FigureColumn> figure_columns(const SweepConfig& config);

/// The numbers that rows of the sweep may have: those of its scores, those that its methods report, times and memory.
std::vector<std::string> figure_metrics(const SweepConfig& config);

using Names = std::vector<std::string>;

Names names_of(const std::vector<FigureColumn>& columns);

bool contains(const std::vector<std::string>& names, const std::string& name);

/// Whether one of `known` is the name, but for digits at the end where the known one has some: of "ari_level1" also
/// "ari_level2" (how many levels there are, the model tells).
bool is_named(const std::vector<std::string>& known, const std::string& name);

}  // namespace tertium::experiments
