#include "experiments/commands/slurm/slurm_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/error.hpp"
#include "core/datasets/datasets.hpp"
#include "experiments/store/atomic_file.hpp"

namespace tertium::experiments {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

const std::string& value_of(const std::string& name, const TemplateValues& values, const std::string& where) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [key, value] : values) known.push_back('@' + key + '@');
  core::fail_unknown("placeholder of " + where, '@' + name + '@', known);
}

}  // namespace

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
  const auto bytes = read_file(file);
  if (!bytes)
    core::fail("{} is missing (a template of job scripts), set TERTIUM_HOME to the project's folder", file.string());
  return fill_template({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, values, name.string());
}

}  // namespace tertium::experiments
