#include "experiments/config/config.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/base/error.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

using core::fail_unknown;
using core::ParameterInfo;
using core::UsageError;

constexpr std::string_view kMethodSection = "method.";
/// Whether a comparison is observed is decided by 32 random bits.
constexpr double kSmallestP = 0x1p-32;

/// Takes the typed values out of an Ini; what a section may hold is checked when the section is read.
class Reader {
 public:
  Reader(const Ini& ini, const std::string& origin) : ini_(ini), origin_(origin) {}

  void check_sections() const;
  void check_keys(const std::string& section, const std::vector<std::string>& known) const;
  const IniEntry* find(std::string_view section, std::string_view key) const;
  const IniEntry& require(std::string_view section, std::string_view key, std::string_view example) const;

  void read_sweep(SweepConfig& config) const;
  void read_model(SweepConfig& config) const;
  void read_comparisons(SweepConfig& config) const;
  void read_methods(SweepConfig& config) const;
  void read_metrics(SweepConfig& config) const;
  void read_store(SweepConfig& config) const;
  void read_figure(SweepConfig& config) const;

 private:
  std::vector<double> proportions(const std::string& key) const;
  void read_method_parameters(linkage::NamedMethod& method) const;
  bool yes_or_no(const std::string& key) const;

  const Ini& ini_;
  const std::string& origin_;
};

/// Throws unless `section` is one that a configuration has. A method's section may set a method that does not run: an
/// override of [methods] run must not break the file.
void check_section(const std::string& section) {
  static const std::vector<std::string> known = {"sweep",   "model", "comparisons", "methods",
                                                 "metrics", "store", "figure",      "method.NAME"};
  if (section.starts_with(kMethodSection))
    linkage::find_method(section.substr(kMethodSection.size()));
  else if (std::find(known.begin(), known.end(), section) == known.end())
    fail_unknown("section", section, known);
}

void Reader::check_sections() const {
  for (const auto* entries : {&ini_.sections, &ini_.entries})
    for (const IniEntry& entry : *entries) placed(entry, [&] { check_section(entry.section); });
}

void Reader::check_keys(const std::string& section, const std::vector<std::string>& known) const {
  for (const IniEntry& entry : ini_.entries)
    if (entry.section == section && std::find(known.begin(), known.end(), entry.key) == known.end())
      placed(entry, [&] { fail_unknown(fmt::format("[{}] key", section), entry.key, known); });
}

const IniEntry* Reader::find(std::string_view section, std::string_view key) const {
  for (const IniEntry& entry : ini_.entries)
    if (entry.section == section && entry.key == key) return &entry;
  return nullptr;
}

const IniEntry& Reader::require(std::string_view section, std::string_view key, std::string_view example) const {
  if (const IniEntry* entry = find(section, key)) return *entry;
  throw UsageError(fmt::format("{} has no [{}] {} (a sweep cannot do without), add {} = {} to section [{}]", origin_,
                               section, key, key, example, section));
}

void Reader::read_sweep(SweepConfig& config) const {
  check_keys("sweep", {"name", "seed", "repetitions"});
  const IniEntry* name = find("sweep", "name");
  config.name = name ? name->value : std::filesystem::path(origin_).stem().string();
  if (config.name.empty()) fail_entry(*name, "is empty, give a name");
  if (const IniEntry* seed = find("sweep", "seed")) {
    const char* end = seed->value.data() + seed->value.size();
    const auto [stop, error] = std::from_chars(seed->value.data(), end, config.seed);
    if (error != std::errc{} || stop != end) fail_entry(*seed, "is no seed, give a whole number in [0, 2^64)");
  }
  const ParameterInfo repetitions =
      ParameterInfo::integer("repetitions", 1, 1, 1'000'000, "repetitions of every point");
  if (const IniEntry* entry = find("sweep", "repetitions"))
    config.repetitions = std::get<std::int64_t>(parse_single_value(repetitions, *entry));
}

void Reader::read_model(SweepConfig& config) const {
  const IniEntry& kind = require("model", "kind", "planted-hierarchy");
  config.model = placed(kind, [&] { return &core::find_model(kind.value); });
  std::vector<std::string> known = {"kind"};
  for (const ParameterInfo& info : config.model->parameters) known.push_back(info.name);
  check_keys("model", known);
  for (const ParameterInfo& info : config.model->parameters) {
    const IniEntry* entry = find("model", info.name);
    config.model_values.push_back({info.name, entry ? parse_values(info, *entry) : std::vector{info.default_value}});
  }
}

std::vector<double> Reader::proportions(const std::string& key) const {
  const IniEntry* entry = find("comparisons", key);
  if (!entry) return {1.0};
  std::vector<double> values;
  for (const auto& value : parse_values(ParameterInfo::real(key, 1.0, 0.0, 1.0, "", true), *entry))
    values.push_back(std::get<double>(value));
  return values;
}

void Reader::read_comparisons(SweepConfig& config) const {
  check_keys("comparisons", {"p", "eps"});
  config.p = proportions("p");
  config.eps = proportions("eps");
  if (*std::min_element(config.p.begin(), config.p.end()) < kSmallestP)
    fail_entry(*find("comparisons", "p"), "is too small (sampling is exact down to 2^-32 = 2.4e-10), raise it");
}

void Reader::read_method_parameters(linkage::NamedMethod& method) const {
  const std::string section = std::string(kMethodSection) + method.name;
  std::vector<std::string> known;
  for (const ParameterInfo& info : method.method->parameters) known.push_back(info.name);
  check_keys(section, known);
  for (const ParameterInfo& info : method.method->parameters)
    if (const IniEntry* entry = find(section, info.name))
      method.parameters.set(info.name, parse_single_value(info, *entry));
}

void Reader::read_methods(SweepConfig& config) const {
  check_keys("methods", {"run"});
  const IniEntry& run = require("methods", "run", "SL, CL, 4-AL");
  for (const std::string& name : parse_names(run)) {
    config.methods.push_back(placed(run, [&] { return linkage::find_method(name); }));
    read_method_parameters(config.methods.back());
  }
}

void Reader::read_metrics(SweepConfig& config) const {
  check_keys("metrics", {"compute"});
  const IniEntry* compute = find("metrics", "compute");
  if (!compute) return;
  const std::vector<std::string> names = parse_names(*compute);
  const std::vector<std::string>& known = metric_names();
  for (const std::string& name : names)
    if (std::find(known.begin(), known.end(), name) == known.end())
      placed(*compute, [&] { fail_unknown("metric", name, known); });
  config.metrics.clear();
  for (const std::string& name : known)
    if (std::find(names.begin(), names.end(), name) != names.end()) config.metrics.push_back(name);
}

bool Reader::yes_or_no(const std::string& key) const {
  const IniEntry* entry = find("store", key);
  if (!entry) return false;
  return parse_single_value(ParameterInfo::choice(key, "no", {"no", "yes"}, ""), *entry) ==
         core::ParameterValue(std::string("yes"));
}

void Reader::read_store(SweepConfig& config) const {
  check_keys("store", {"trees", "labels"});
  config.store_trees = yes_or_no("trees");
  config.store_labels = yes_or_no("labels");
}

void Reader::read_figure(SweepConfig& config) const {
  check_keys("figure", {"script", "title"});
  if (const IniEntry* script = find("figure", "script")) config.figure_script = script->value;
  if (const IniEntry* title = find("figure", "title")) config.figure_title = title->value;
}

}  // namespace

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = {"tree", "agreement"};
  return names;
}

SweepConfig parse_config(std::string_view text, const std::string& origin, const std::vector<std::string>& set) {
  const Ini ini = read_ini(text, origin, set);
  const Reader reader(ini, origin);
  SweepConfig config;
  reader.check_sections();
  reader.read_sweep(config);
  reader.read_model(config);
  reader.read_comparisons(config);
  reader.read_methods(config);
  reader.read_metrics(config);
  reader.read_store(config);
  reader.read_figure(config);
  config.source_text = text;
  if (!config.source_text.empty() && config.source_text.back() != '\n') config.source_text += '\n';
  for (const std::string& item : set) config.source_text += "# --set " + item + '\n';
  return config;
}

}  // namespace tertium::experiments
