#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/methods/method.hpp"
#include "experiments/config/figure_section.hpp"
#include "experiments/config/refine_keys.hpp"
#include "outside/steps/step_declaration.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::experiments {

/// One parameter and the values that a sweep gives it, in the order written.
struct Dimension {
  std::string name;
  std::vector<core::ParameterValue> values;
};

/// A name out of [methods] run, and what its section gives to its parameters.
struct MethodRequest {
  std::string name;
  std::vector<Dimension> values;  ///< every parameter, at least one value each, in the order of core::parameters_of
};

/// One combination of the values of a request.
struct MethodVariant {
  core::Method method;
  std::map<std::string, core::ParameterValue> swept;  ///< of its parameters with more than one value

  /// "4-AL", or "4-AL (m = 3)" where m is swept: a name of this method alone.
  std::string label() const;
};

/// Which products (trees, labels) are kept with the rows, so that scores can be added later.
enum class StoreProducts {
  kAuto,  ///< those of at most kSmallProduct objects
  kYes,
  kNo,
};
inline constexpr core::Object kSmallProduct = 2000;

/// A configuration, resolved: every key has a value of its type and range.
///
/// Written as INI; a value may be a list `0.01, 0.1, 1` or a range `0.02:0.02:0.20` (start:step:stop, both ends
/// included) wherever several values make a dimension of the grid. Sections and keys:
///   [sweep]        name, seed, repetitions, independent_points (yes or no); refine: refine_keys.hpp
///   [model]        kind, and the parameters of that model (lists)
///   [comparisons]  scheme, and the parameters of that scheme (lists)
///   [methods]      run (list of names: presets, steps, chains of steps with pluses; with parameters in parentheses)
///   [step.NAME]    a step that another program does: outside/steps/step_declaration.hpp
///   [method.NAME]  parameters of one of them (lists), on top of what its name implies; of NAME (d = 5) all but d
///   [metrics]      compute (list of scores)
///   [store]        products (auto, yes or no)
///   [figure]       how the picture is drawn: figure_section.hpp
///   [smoke]        the small version: keys of the sections above, as section.key, that have another value there
struct SweepConfig {
  std::string name;
  std::uint64_t seed = 1;
  std::int64_t repetitions = 1;
  bool independent_points = false;  ///< each draws its own data, also where points differ in their comparisons alone
  RefineKeys refine;
  const problems::Model* model = nullptr;
  std::vector<Dimension> model_values;  ///< every parameter of the model, at least one value each, in the model's order
  const problems::Scheme* scheme = nullptr;
  std::vector<Dimension> scheme_values;  ///< the same of the scheme
  std::vector<outside::StepDeclaration> steps;
  std::vector<MethodRequest> requests;
  std::vector<MethodVariant> methods;  ///< all combinations of all requests, in order
  std::vector<std::string> metrics;    ///< names of scores; those that do not apply to a method are left out there
  StoreProducts store_products = StoreProducts::kAuto;
  FigureSection figure;
  std::string source_text;  ///< the text as read, then the overrides as comments

  /// Names of the methods, each once, in order.
  std::vector<std::string> method_names() const;
  bool stores_products(core::Object objects) const {
    return store_products == StoreProducts::kYes ||
           (store_products == StoreProducts::kAuto && objects <= kSmallProduct);
  }
};

/// All combinations of the values of a request.
std::vector<MethodVariant> variants_of(const MethodRequest& request);

/// Reads a sweep out of `text`. `origin` names it in messages; its stem is the default name of the sweep. `set` holds
/// overrides "section.key=value"; the last one for a key holds. `smoke`: the small version, overrides on top of it.
/// Throws UsageError with file and line.
SweepConfig parse_config(std::string_view text, const std::string& origin, const std::vector<std::string>& set = {},
                         bool smoke = false);

/// Reads a file, or, for a name without folder and ".ini", the project's configuration of that name.
/// Throws UsageError with the known ones where there is none. `steps`: a file that declares steps, as if they stood in
/// it; empty: none.
SweepConfig read_config(const std::filesystem::path& file, const std::vector<std::string>& set = {}, bool smoke = false,
                        const std::filesystem::path& steps = {});

/// The file that read_config reads.
std::filesystem::path find_config(const std::filesystem::path& file);

/// The names of the project's configurations, sorted: hc19-fig2 is configs/hc19/fig2.ini. In the folders maps and
/// checks, and in configs itself, a file has its own name.
std::vector<std::string> config_names();

/// An INI text with every default written out, which parse_config reads back as the same sweep.
std::string resolved_text(const SweepConfig& config);

}  // namespace tertium::experiments
