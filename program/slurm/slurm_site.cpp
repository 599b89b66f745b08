#include "program/slurm/slurm_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/quantities.hpp"
#include "core/base/text.hpp"
#include "experiments/config/values.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::vector<std::string>>& known_keys() {
  static const std::map<std::string, std::vector<std::string>> keys = {
      {"slurm", {"partition", "account", "qos", "constraint", "options", "time-limit", "max-array-size", "at-once"}},
      {"node", {"cores", "memory"}},
      {"element", {"ranks", "threads"}},
      {"job", {"launcher", "modules", "setup", "program", "scratch", "notice"}}};
  return keys;
}

void check_names(const files::Ini& ini) {
  std::vector<std::string> sections;
  for (const auto& [name, keys] : known_keys()) sections.push_back(name);
  for (const auto* entries : {&ini.sections, &ini.entries})
    for (const files::IniEntry& entry : *entries)
      if (!known_keys().contains(entry.section))
        files::placed(entry, [&] { core::fail_unknown("section", entry.section, sections); });
  for (const auto& [name, keys] : known_keys()) files::check_keys(ini, name, keys);
}

/// The entries of a site file, taken as what they should be; a missing or empty one leaves the default.
class SiteReader {
 public:
  explicit SiteReader(const files::Ini& ini) : ini_(ini) {}

  const files::IniEntry* find(std::string_view section, std::string_view key) const {
    const files::IniEntry* entry = ini_.find(section, key);
    return entry == nullptr || entry->value.empty() ? nullptr : entry;
  }
  std::string text(std::string_view section, std::string_view key, std::string_view otherwise = "") const {
    const files::IniEntry* entry = find(section, key);
    return entry != nullptr ? entry->value : std::string(otherwise);
  }
  int count(std::string_view section, std::string_view key, int otherwise, int least) const {
    const files::IniEntry* entry = find(section, key);
    if (entry == nullptr) return otherwise;
    constexpr int kMost = 10'000'000;
    const auto info = core::ParameterInfo::integer(std::string(key), otherwise, least, kMost, "");
    return static_cast<int>(std::get<std::int64_t>(experiments::parse_single_value(info, *entry)));
  }
  /// A quantity with a unit, by parse_duration or parse_bytes.
  double quantity(std::string_view section, std::string_view key, double otherwise,
                  double (*parse)(std::string_view, std::string_view)) const {
    const files::IniEntry* entry = find(section, key);
    return entry == nullptr ? otherwise : files::placed(*entry, [&] { return parse(entry->value, key); });
  }

 private:
  const files::Ini& ini_;
};

std::vector<std::string> read_options(const SiteReader& reader) {
  std::vector<std::string> options;
  for (const std::string name : {"partition", "account", "qos", "constraint"})
    if (const files::IniEntry* entry = reader.find("slurm", name))
      options.push_back(fmt::format("--{}={}", name, entry->value));
  const files::IniEntry* more = reader.find("slurm", "options");
  if (more == nullptr) return options;
  for (const std::string& option : core::split_list(more->value)) {
    if (!option.starts_with("--"))
      files::fail_entry(*more, "is not a list of sbatch options, give e.g. --mail-type=FAIL");
    options.push_back(option);
  }
  return options;
}

fs::path find_site(const fs::path& name) {
  if (name.has_parent_path() || name.extension() == ".ini") return name;
  const fs::path folder = core::home_folder() / "cluster-jobs" / "sites";
  fs::path file = folder / name;
  file += ".ini";
  if (!fs::exists(file)) core::fail_unknown("site", name.string(), files::ini_names(folder));
  return file;
}

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

const std::string& value_of(const std::string& name, const TemplateValues& values, const std::string& where) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [key, value] : values) known.push_back('@' + key + '@');
  core::fail_unknown("placeholder of " + where, '@' + name + '@', known);
}

}  // namespace

Site read_site(const fs::path& name) {
  Site site;
  site.file = find_site(name);
  const std::string text = files::read_text(site.file, [&](const std::string& why) {
    throw core::UsageError(fmt::format("cannot read {} ({}), give a site's file or name", site.file.string(), why));
  });
  const files::Ini ini = files::read_ini(text, site.file.filename().string());
  check_names(ini);
  const SiteReader reader(ini);
  constexpr double kMemory = 64.0 * 1024 * 1024 * 1024;
  site.options = read_options(reader);
  site.time_limit = reader.quantity("slurm", "time-limit", site.time_limit, core::parse_duration);
  site.max_array_size = reader.count("slurm", "max-array-size", site.max_array_size, 1);
  site.at_once = reader.count("slurm", "at-once", site.at_once, 0);
  site.cores = reader.count("node", "cores", site.cores, 1);
  site.memory = reader.quantity("node", "memory", kMemory, core::parse_bytes);
  site.ranks = reader.count("element", "ranks", site.ranks, 1);
  site.threads = reader.count("element", "threads", site.threads, 1);
  if (site.threads > site.cores)
    files::fail_entry(*reader.find("element", "threads"),
                      fmt::format("is more than a node has ({} cores), lower it", site.cores));
  site.launcher = reader.text("job", "launcher", "srun --mpi=pmix");
  site.modules = fmt::format("{}", fmt::join(core::split_list(reader.text("job", "modules")), " "));
  site.setup = reader.text("job", "setup");
  site.program = reader.text("job", "program");
  site.scratch = reader.text("job", "scratch");
  site.notice = static_cast<int>(reader.quantity("job", "notice", site.notice, core::parse_duration));
  return site;
}

std::string fill_template(std::string_view text, const TemplateValues& values, const std::string& origin) {
  std::string filled;
  for (std::size_t at = 0;;) {
    const std::size_t mark = text.find('@', at);
    filled += text.substr(at, mark - at);
    if (mark == std::string_view::npos) return filled;
    const std::size_t end = std::min(text.find_first_not_of(kLetters, mark + 1), text.size());
    at = mark + 1;
    if (end == at) {  // an @ of its own
      filled += '@';
      continue;
    }
    const std::string where = fmt::format("{}:{}", origin, 1 + std::count(text.begin(), text.begin() + mark, '\n'));
    const std::string name(text.substr(at, end - at));
    if (end == text.size() || text[end] != '@')
      core::fail("{}: the placeholder @{} is not closed, write @{}@", where, name, name);
    filled += value_of(name, values, where);
    at = end + 1;
  }
}

std::string fill_template_file(const std::filesystem::path& name, const TemplateValues& values) {
  const std::filesystem::path file = core::home_folder() / "cluster-jobs" / name;
  const auto bytes = files::read_file(file);
  if (!bytes)
    core::fail("{} is missing (a template of job scripts), set TERTIUM_HOME to the project's folder", file.string());
  return fill_template({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, values, name.string());
}

}  // namespace tertium::program
