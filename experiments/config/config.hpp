#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/models/models.hpp"
#include "linkage/methods/methods.hpp"

namespace tertium::experiments {

/// One parameter and the values that a sweep gives it, in the order written.
struct Dimension {
  std::string name;
  std::vector<core::ParameterValue> values;
};

/// A configuration, resolved: every key has a value of its type and range.
///
/// Written as INI; a value may be a list `0.01, 0.1, 1` or a range `0.02:0.02:0.20` (start:step:stop, both ends
/// included) wherever several values make a dimension of the grid. Sections and keys:
///   [sweep]        name, seed, repetitions
///   [model]        kind, and the parameters of that model (lists)
///   [comparisons]  p, eps (lists)
///   [methods]      run (list of names of methods and presets)
///   [method.NAME]  parameters of one of them (single values), on top of what its name implies
///   [metrics]      compute (list out of metric_names())
///   [store]        trees, labels (yes or no)
///   [figure]       script, title
struct SweepConfig {
  std::string name;
  std::uint64_t seed = 1;
  std::int64_t repetitions = 1;
  const core::Model* model = nullptr;
  std::vector<Dimension> model_values;  ///< every parameter of the model, at least one value each, in the model's order
  std::vector<double> p = {1.0};
  std::vector<double> eps = {1.0};
  std::vector<linkage::NamedMethod> methods;
  std::vector<std::string> metrics = {"tree"};  ///< in the order of metric_names()
  bool store_trees = false;
  bool store_labels = false;
  std::string figure_script;  ///< stem of a script of experiments/figures/; empty: none
  std::string figure_title;
  std::string source_text;  ///< the text as read, then the overrides as comments
};

/// What [metrics] compute may name: "tree" (ARI per level, AARI, exact recovery, Dasgupta cost: against what is known
/// of the truth) and "agreement" (revenue and satisfied fraction: against the comparisons).
const std::vector<std::string>& metric_names();

/// Reads a sweep out of `text`. `origin` names it in messages; its stem is the default name of the sweep. `set` holds
/// overrides "section.key=value"; the last one for a key holds. Throws UsageError with file and line.
SweepConfig parse_config(std::string_view text, const std::string& origin, const std::vector<std::string>& set = {});

/// Reads a file, or, for a name without folder and ".ini", configs/<name>.ini of the project.
/// Throws UsageError with the known configurations where there is none of that name.
SweepConfig read_config(const std::filesystem::path& file, const std::vector<std::string>& set = {});

/// The file that read_config reads. `smoke`: the small twin of the same name, in the folder smoke/ beside it.
std::filesystem::path find_config(const std::filesystem::path& file, bool smoke = false);

/// An INI text with every default written out, which parse_config reads back as the same sweep.
std::string resolved_text(const SweepConfig& config);

}  // namespace tertium::experiments
