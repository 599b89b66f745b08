#include "experiments/config/config.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/numbers.hpp"
#include "core/methods/method_name.hpp"
#include "experiments/config/refine_keys.hpp"
#include "experiments/config/values.hpp"
#include "files/text/ini.hpp"
#include "metrics/scores/score.hpp"
#include "outside/steps/outside_step.hpp"

namespace tertium::experiments {
namespace {

using core::fail_unknown;
using core::ParameterInfo;
using core::ParameterValue;
using core::UsageError;

constexpr std::string_view kMethodSection = "method.";
constexpr std::string_view kDefaultScheme = "proportion";

/// Takes the typed values out of an Ini; what a section may hold is checked when the section is read.
class Reader {
 public:
  Reader(const files::Ini& ini, const std::string& origin) : ini_(ini), origin_(origin) {}

  void check_sections() const;
  const files::IniEntry& require(std::string_view section, std::string_view key, std::string_view example) const;

  void read_sweep(SweepConfig& config) const;
  void read_model(SweepConfig& config) const;
  void read_comparisons(SweepConfig& config) const;
  void read_methods(SweepConfig& config) const;
  void read_metrics(SweepConfig& config) const;
  void read_store(SweepConfig& config) const;

 private:
  std::vector<Dimension> read_values(const std::string& section, const std::string& chosen_by,
                                     const std::vector<ParameterInfo>& infos) const;
  MethodRequest read_request(const core::Method& method) const;

  const files::Ini& ini_;
  const std::string& origin_;
};

/// A path is taken from the folder of the configuration, the working folder or the project's, the first where it leads
/// to something.
void make_absolute(std::string& path, const std::string& origin) {
  namespace fs = std::filesystem;
  if (path.empty()) return;
  std::error_code error;
  fs::path found = path;
  for (const fs::path& folder : {fs::path(origin).parent_path(), fs::path(), core::home_folder()})
    if (fs::exists(folder / path, error)) {
      found = folder / path;
      break;
    }
  path = fs::absolute(found).lexically_normal().string();
}

/// Throws unless `section` is one that a configuration has. A method's section may set a method that does not run: an
/// override of [methods] run must not break the file.
void check_section(const std::string& section) {
  static const std::vector<std::string> known = {"sweep", "model",  "comparisons", "methods",   "metrics",
                                                 "store", "figure", "method.NAME", "step.NAME", "smoke"};
  if (section.starts_with(kMethodSection)) {
    const std::string given = section.substr(kMethodSection.size());
    const std::string bare = core::split_method_name(core::find_method(given).name).bare;
    if (bare != given)
      throw UsageError(fmt::format("[{}] is not the section of parameters of {}, write [{}{}]", section, bare,
                                   kMethodSection, bare));
  } else if (!section.starts_with(outside::kStepSection) &&
             std::find(known.begin(), known.end(), section) == known.end())
    fail_unknown("section", section, known);
}

void Reader::check_sections() const {
  for (const auto* entries : {&ini_.sections, &ini_.entries, &ini_.smoke})
    for (const files::IniEntry& entry : *entries) placed(entry, [&] { check_section(entry.section); });
}

const files::IniEntry& Reader::require(std::string_view section, std::string_view key, std::string_view example) const {
  if (const files::IniEntry* entry = ini_.find(section, key)) return *entry;
  throw UsageError(fmt::format("{} has no [{}] {} (a sweep needs it), add {} = {} to section [{}]", origin_, section,
                               key, key, example, section));
}

void Reader::read_sweep(SweepConfig& config) const {
  std::vector<std::string> known = {"name", "seed", "repetitions", "independent_points"};
  known.insert(known.end(), std::begin(kRefineKeys), std::end(kRefineKeys));
  check_keys(ini_, "sweep", known);
  const files::IniEntry* name = ini_.find("sweep", "name");
  config.name = name ? name->value : std::filesystem::path(origin_).stem().string();
  if (const std::string problem = sweep_name_problem(config.name); !problem.empty()) {
    if (name != nullptr) fail_entry(*name, fmt::format("{}, give another name", problem));
    throw UsageError(
        fmt::format("{}: the file's name, '{}', {} (it would name the sweep), add name = ... to section "
                    "[sweep]",
                    origin_, config.name, problem));
  }
  if (const files::IniEntry* seed = ini_.find("sweep", "seed")) {
    const auto value = core::parse_number<std::uint64_t>(seed->value);
    if (!value) fail_entry(*seed, "is not a seed, give a whole number in [0, 2^64)");
    config.seed = *value;
  }
  const ParameterInfo repetitions =
      ParameterInfo::integer("repetitions", 1, 1, 1'000'000, "repetitions of every point");
  if (const files::IniEntry* entry = ini_.find("sweep", "repetitions"))
    config.repetitions = std::get<std::int64_t>(parse_single_value(repetitions, *entry));
  const ParameterInfo independent = ParameterInfo::choice("independent_points", "no", {"no", "yes"}, "");
  if (const files::IniEntry* entry = ini_.find("sweep", "independent_points"))
    config.independent_points = std::get<std::string>(parse_single_value(independent, *entry)) == "yes";
}

/// The values that a section gives to parameters, defaults where it is silent; `chosen_by` is the section's other key.
std::vector<Dimension> Reader::read_values(const std::string& section, const std::string& chosen_by,
                                           const std::vector<ParameterInfo>& infos) const {
  std::vector<std::string> known = {chosen_by};
  for (const ParameterInfo& info : infos) known.push_back(info.name);
  check_keys(ini_, section, known);
  std::vector<Dimension> dimensions;
  for (const ParameterInfo& info : infos) {
    const files::IniEntry* entry = ini_.find(section, info.name);
    dimensions.push_back({info.name, entry ? parse_values(info, *entry) : std::vector{info.default_value}});
    if (info.type == core::ParameterType::kFile)
      for (ParameterValue& value : dimensions.back().values) make_absolute(std::get<std::string>(value), origin_);
  }
  return dimensions;
}

void Reader::read_model(SweepConfig& config) const {
  const files::IniEntry& kind = require("model", "kind", "planted-hierarchy");
  config.model = placed(kind, [&] { return &problems::find_model(kind.value); });
  config.model_values = read_values("model", "kind", config.model->parameters);
}

void Reader::read_comparisons(SweepConfig& config) const {
  const files::IniEntry* scheme = ini_.find("comparisons", "scheme");
  config.scheme = scheme ? placed(*scheme, [&] { return &problems::find_scheme(scheme->value); })
                         : &problems::find_scheme(kDefaultScheme);
  config.scheme_values = read_values("comparisons", "scheme", config.scheme->parameter_infos());
}

/// What the name sets stands, whatever the section says.
MethodRequest Reader::read_request(const core::Method& method) const {
  const core::MethodName name = core::split_method_name(method.name);
  const std::string section = std::string(kMethodSection) + name.bare;
  MethodRequest request{method.name, {}};
  std::vector<std::string> known;
  for (const core::MethodParameter& parameter : core::parameters_of(method)) {
    known.push_back(parameter.name);
    const files::IniEntry* entry = name.sets(parameter.name) ? nullptr : ini_.find(section, parameter.name);
    request.values.push_back({parameter.name, entry ? parse_values(*parameter.info, *entry)
                                                    : std::vector{core::value_of(method, parameter)}});
  }
  check_keys(ini_, section, known);
  return request;
}

void Reader::read_methods(SweepConfig& config) const {
  check_keys(ini_, "methods", {"run"});
  const files::IniEntry& run = require("methods", "run", "SL, CL, 4-AL");
  std::map<std::string, std::string> names;  // by what the method is
  for (const std::string& name : parse_names(run)) {
    config.requests.push_back(read_request(placed(run, [&] { return core::find_method(name); })));
    for (MethodVariant& variant : variants_of(config.requests.back())) {
      const auto [same, is_new] = names.emplace(variant.method.text(), variant.label());
      if (!is_new)
        fail_entry(run, fmt::format("has {} and {}, which are the same, remove one", same->second, variant.label()));
      config.methods.push_back(std::move(variant));
    }
  }
}

void Reader::read_metrics(SweepConfig& config) const {
  check_keys(ini_, "metrics", {"compute"});
  const files::IniEntry* compute = ini_.find("metrics", "compute");
  if (compute != nullptr) {
    config.metrics = parse_names(*compute);
    for (const std::string& name : config.metrics) placed(*compute, [&] { metrics::find_score(name); });
    return;
  }
  for (const metrics::Score& score : core::all<metrics::Score>())
    if (score.by_default) config.metrics.push_back(score.name);
}

void Reader::read_store(SweepConfig& config) const {
  check_keys(ini_, "store", {"products"});
  const files::IniEntry* entry = ini_.find("store", "products");
  if (!entry) return;
  const ParameterInfo info = ParameterInfo::choice("products", "auto", {"auto", "yes", "no"}, "");
  const auto value = std::get<std::string>(parse_single_value(info, *entry));
  config.store_products = value == "yes"  ? StoreProducts::kYes
                          : value == "no" ? StoreProducts::kNo
                                          : StoreProducts::kAuto;
}

}  // namespace

std::string MethodVariant::label() const {
  core::MethodName name = core::split_method_name(method.name);
  for (const auto& [parameter, value] : swept) name.settings.emplace_back(parameter, core::to_text(value));
  return name.text();
}

std::vector<std::string> SweepConfig::method_names() const {
  std::vector<std::string> names;
  for (const MethodRequest& request : requests) names.push_back(request.name);
  return names;
}

std::vector<MethodVariant> variants_of(const MethodRequest& request) {
  std::vector<MethodVariant> variants{{core::find_method(request.name), {}}};
  for (const Dimension& dimension : request.values) {
    std::vector<MethodVariant> longer;
    for (const MethodVariant& variant : variants)
      for (const core::ParameterValue& value : dimension.values) {
        longer.push_back(variant);
        core::set_parameter(longer.back().method, dimension.name, value);
        if (dimension.values.size() > 1) longer.back().swept[dimension.name] = value;
      }
    variants = std::move(longer);
  }
  return variants;
}

SweepConfig parse_config(std::string_view text, const std::string& origin, const std::vector<std::string>& set,
                         bool smoke) {
  files::Ini ini = files::read_ini(text, origin);
  files::take_smoke(ini);
  if (smoke && ini.smoke.empty())
    throw UsageError(fmt::format("{} has no small version (no section [smoke]), leave --smoke out", origin));
  if (smoke)
    for (const files::IniEntry& entry : ini.smoke) ini.put(entry);
  files::put_overrides(ini, set);
  const Reader reader(ini, origin);
  SweepConfig config;
  config.steps = outside::read_declarations(ini, std::filesystem::path(origin).parent_path());
  outside::add_outside_steps(config.steps);
  reader.check_sections();
  reader.read_sweep(config);
  reader.read_model(config);
  reader.read_comparisons(config);
  reader.read_methods(config);
  reader.read_metrics(config);
  reader.read_store(config);
  config.refine = read_refine_keys(ini, config);
  config.figure = read_figure_section(ini, config);
  config.source_text = text;
  if (!config.source_text.empty() && config.source_text.back() != '\n') config.source_text += '\n';
  if (smoke) config.source_text += "# --smoke\n";
  for (const std::string& item : set) config.source_text += "# --set " + item + '\n';
  return config;
}

}  // namespace tertium::experiments
