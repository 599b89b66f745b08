#include "experiments/commands/trees/tree_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "answers/files/name_table.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/files/linkage_file.hpp"
#include "core/files/npy_file.hpp"
#include "core/files/text_file.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Whether a text is meant as Newick, not as a table.
bool looks_like_newick(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return first == std::string_view::npos || text[first] == '(' || text[first] == '[' || text[last] == ';';
}

/// The names of the objects of a linkage.
std::vector<std::string> names_beside(const fs::path& path, core::Object objects) {
  std::vector<std::string> names;
  for (core::Object i = 0; i < objects; ++i) names.push_back(fmt::format("{}", i));
  const fs::path table = path.parent_path() / "labels.csv";
  std::error_code none;
  if (objects > core::kMaxObjects || !fs::is_regular_file(table, none)) return names;
  const answers::NameTable given = answers::read_name_table(table);
  if (std::ssize(given.objects) != objects) return names;
  for (std::size_t k = 0; k < given.objects.size(); ++k)
    if (const auto id = core::parse_number<core::Object>(given.objects[k]); id && *id >= 0 && *id < objects)
      names[*id] = given.names[k];
  return names;
}

core::NamedTree read_named(const fs::path& path) {
  std::error_code none;
  if (!core::is_npy_file(path)) {
    const std::string text = core::read_text(path);
    if (path == core::kStandardInput || looks_like_newick(text)) return core::parse_newick(text, path.string());
  }
  core::NamedTree linkage{core::read_linkage(path), {}, {}};
  linkage.names = names_beside(path, linkage.tree.objects());
  linkage.labels.resize(static_cast<std::size_t>(linkage.tree.nodes()));
  return linkage;
}

/// What the labels of inner nodes say, if all that there are say it.
std::vector<double> support_of(const core::NamedTree& named) {
  std::vector<double> support(named.labels.size(), kUnknown);
  double largest = -1.0;
  for (core::Node v = 1; v < named.tree.nodes(); ++v) {
    if (named.tree.is_leaf(v) || named.labels[v].empty()) continue;
    const std::optional<double> number = core::parse_number<double>(named.labels[v]);
    if (!number || *number < 0.0 || *number > 100.0) return {};
    support[v] = *number;
    largest = std::max(largest, *number);
  }
  if (largest < 0.0) return {};
  for (double& share : support) share = largest > 1.0 ? share / 100.0 : share;
  return support;
}

}  // namespace

TreeSource read_tree(const fs::path& path) {
  std::error_code none;
  fs::path file = path;
  if (fs::is_directory(path, none)) {
    file = path / "tree.nwk";
    if (!fs::is_regular_file(file, none))
      core::fail(
          "{}: has no tree.nwk (a result of tertium cluster with a tree has one), give a folder that has, or a "
          "file",
          path.string());
  }
  TreeSource source{path.string(), read_named(file), {}};
  source.support = support_of(source.named);
  return source;
}

}  // namespace tertium::experiments
