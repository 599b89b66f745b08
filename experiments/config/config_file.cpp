// Where configurations come from (files) and how a resolved one is written back.
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/methods/method_name.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/refine_keys.hpp"
#include "experiments/config/values.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

bool is_plain_name(const fs::path& file) {
  return !file.has_parent_path() && file.extension() != ".ini";
}

fs::path configs_folder() {
  return core::home_folder() / "configs";
}

/// The name of a configuration of the project: of a paper's folder the paper's, and the file's.
std::string name_of(const fs::path& file) {
  const std::string folder = file.parent_path().filename().string(), stem = file.stem().string();
  const bool of_paper = folder != "maps" && folder != "checks" && file.parent_path() != configs_folder();
  return of_paper ? folder + "-" + stem : stem;
}

std::map<std::string, fs::path> project_configs() {
  std::map<std::string, fs::path> files;
  std::error_code ignored;
  for (const auto& item : fs::recursive_directory_iterator(configs_folder(), ignored))
    if (item.path().extension() == ".ini") files.emplace(name_of(item.path()), item.path());
  return files;
}

[[noreturn]] void fail_unreadable(const fs::path& file, std::string_view why) {
  throw core::UsageError(
      fmt::format("cannot read {} ({}), give an INI file or the name of a configuration", file.string(), why));
}

void write_dimensions(std::string& text, const std::vector<Dimension>& dimensions) {
  for (const Dimension& dimension : dimensions)
    text += fmt::format("{} = {}\n", dimension.name, list_text(dimension.values));
}

using Section = std::pair<std::string, std::vector<Dimension>>;

/// One section for each method without what its name sets: d is missing where only NAME (d = 5) runs.
std::vector<Section> method_sections(const SweepConfig& config) {
  std::vector<Section> sections;
  for (const MethodRequest& request : config.requests) {
    const core::MethodName name = core::split_method_name(request.name);
    auto section = std::ranges::find(sections, name.bare, &Section::first);
    if (section == sections.end()) section = sections.insert(section, {name.bare, {}});
    std::vector<Dimension>& dimensions = section->second;
    for (const Dimension& dimension : request.values)
      if (!name.sets(dimension.name) &&
          std::ranges::find(dimensions, dimension.name, &Dimension::name) == dimensions.end())
        dimensions.push_back(dimension);
  }
  return sections;
}

}  // namespace

std::vector<std::string> config_names() {
  std::vector<std::string> names;
  for (const auto& [name, file] : project_configs()) names.push_back(name);
  return names;
}

fs::path find_config(const fs::path& file) {
  if (!is_plain_name(file) || fs::is_regular_file(file)) return file;
  std::error_code error;
  if (!fs::is_directory(configs_folder(), error))
    throw core::UsageError(
        fmt::format("unknown configuration '{}' (configurations are looked for in {}, which is not a folder), give an "
                    "INI file or set TERTIUM_HOME to the project's folder",
                    file.string(), configs_folder().string()));
  const std::map<std::string, fs::path> known = project_configs();
  const auto found = known.find(file.string());
  if (found == known.end()) core::fail_unknown("configuration", file.string(), config_names());
  return found->second;
}

SweepConfig read_config(const fs::path& file, const std::vector<std::string>& set, bool smoke, const fs::path& steps) {
  const fs::path found = find_config(file);
  std::string text = files::read_text(found, [&](const std::string& why) { fail_unreadable(found, why); });
  if (!steps.empty())
    for (const outside::StepDeclaration& step : outside::read_declarations(steps)) text += "\n" + step.text();
  return parse_config(text, found.string(), set, smoke);
}

std::string resolved_text(const SweepConfig& config) {
  std::string text =
      fmt::format("[sweep]\nname = {}\nseed = {}\nrepetitions = {}\n", config.name, config.seed, config.repetitions);
  if (config.independent_points) text += "independent_points = yes\n";
  text += refine_text(config.refine);
  text += fmt::format("\n[model]\nkind = {}\n", config.model->name);
  write_dimensions(text, config.model_values);
  text += fmt::format("\n[comparisons]\nscheme = {}\n", config.scheme->name);
  write_dimensions(text, config.scheme_values);
  // With what stood for their code: rows are told by it, whatever becomes of the files.
  for (const outside::StepDeclaration& step : config.steps)
    text += fmt::format("\n{}code = {}\n", step.text(), step.edition());
  text += fmt::format("\n[methods]\nrun = {}\n", fmt::join(config.method_names(), ", "));
  for (const auto& [name, dimensions] : method_sections(config)) {
    if (dimensions.empty()) continue;
    text += fmt::format("\n[method.{}]\n", name);
    write_dimensions(text, dimensions);
  }
  constexpr const char* kStore[] = {"auto", "yes", "no"};  // in the order of StoreProducts
  text += fmt::format("\n[metrics]\ncompute = {}\n", fmt::join(config.metrics, ", "));
  text += fmt::format("\n[store]\nproducts = {}\n", kStore[static_cast<int>(config.store_products)]);
  text += '\n' + figure_section_text(config.figure);
  return text;
}

}  // namespace tertium::experiments
