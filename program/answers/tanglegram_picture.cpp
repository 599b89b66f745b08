#include "program/answers/tanglegram_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/base/error.hpp"
#include "files/text/csv.hpp"
#include "pictures/drawing.hpp"

namespace tertium::program {
namespace {

using answers::TreePair;
using answers::TreesComparison;
using Json = nlohmann::ordered_json;

/// The column called by the first of the words that occurs.
std::optional<std::size_t> column_of(const std::vector<std::string>& header, std::initializer_list<const char*> words) {
  for (const char* word : words)
    for (std::size_t k = 0; k < header.size(); ++k)
      if (header[k] == word) return k;
  return std::nullopt;
}

/// The largest nodes of the first tree, but the root, that the second one has too, none below another.
std::vector<core::Node> largest_shared(const TreePair& pair, const TreesComparison& found, core::Object most) {
  const core::RootedTree& tree = pair.trees[0].tree;
  std::vector<core::Node> largest;
  core::Object end = 0;  // of the leaves below the last one taken
  for (core::Node v = 1; v < tree.nodes(); ++v) {
    if (tree.is_leaf(v) || found.shared[0][v] < 0 || tree.size(v) > most || tree.first(v) < end) continue;
    largest.push_back(v);
    end = tree.first(v) + tree.size(v);
  }
  return largest;
}

/// A pair of trees to be drawn in the place of another, and how many objects each leaf stands for.
struct DrawnPair {
  TreePair pair;
  std::vector<core::Object> counts;
  std::vector<core::Object> standing_for;  // an object of the whole pair
};

DrawnPair with_leaves(const TreePair& pair, const std::vector<core::Object>& counts) {
  DrawnPair drawn;
  std::vector<core::Object> new_id(pair.names.size(), -1);
  std::vector<std::string> names;
  for (core::Object i = 0; i < pair.objects(); ++i) {
    if (counts[i] == 0) continue;
    new_id[i] = static_cast<core::Object>(names.size());
    names.push_back(counts[i] == 1 ? pair.names[i] : fmt::format("{} and {} more", pair.names[i], counts[i] - 1));
    drawn.counts.push_back(counts[i]);
    drawn.standing_for.push_back(i);
  }
  drawn.pair = answers::pruned(pair, new_id, std::move(names));
  return drawn;
}

/// The counts with a leaf for each branch that both trees have and that is no larger than `most`.
std::vector<core::Object> joined(const TreePair& pair, const TreesComparison& found, core::Object most) {
  std::vector<core::Object> counts(pair.names.size(), 1);
  for (const core::Node v : largest_shared(pair, found, most)) {
    const std::span<const core::Object> below = pair.trees[0].tree.below(v);
    for (const core::Object i : below) counts[i] = 0;
    counts[*std::min_element(below.begin(), below.end())] = pair.trees[0].tree.size(v);
  }
  return counts;
}

/// As few leaves as a picture shows: small branches that both trees have become one leaf, larger ones only where need
/// be; what is left beyond kMostDrawn is thinned out evenly.
DrawnPair summarised(const TreePair& pair, const TreesComparison& found) {
  std::vector<core::Object> counts(pair.names.size(), 1);
  const auto leaves = [&] { return std::count_if(counts.begin(), counts.end(), [](auto count) { return count > 0; }); };
  for (core::Object most = 2; leaves() > kMostNamed && most < 2 * pair.objects(); most *= 2)
    counts = joined(pair, found, most);
  const std::int64_t step = (leaves() + kMostDrawn - 1) / kMostDrawn;
  std::int64_t place = 0;
  for (const core::Object i : found.tanglegram.first)
    if (counts[i] > 0 && place++ % step != 0) counts[i] = 0;
  return with_leaves(pair, counts);
}

/// What the line of each object is coloured by; empty: by nothing.
std::vector<std::string> groups_of(const TreePair& pair, const TreesComparison& found, const ClassTable& classes) {
  std::vector<std::string> groups(pair.names.size());
  if (!classes.empty()) {
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (const auto known = classes.find(pair.names[i]); known != classes.end()) groups[i] = known->second;
    return groups;
  }
  int number = 0;
  for (const core::Node v : largest_shared(pair, found, pair.objects())) {
    ++number;
    for (const core::Object i : pair.trees[0].tree.below(v)) groups[i] = fmt::format("{}", number);
  }
  return groups;
}

Json tree_json(const answers::ComparedTree& one, const std::vector<core::Node>& shared,
               const std::vector<core::Object>& order) {
  Json tree{{"name", one.name}, {"order", order}};
  for (core::Node v = 0; v < one.tree.nodes(); ++v) {
    tree["parent"].push_back(one.tree.parent(v));
    tree["object"].push_back(one.tree.object(v));
    tree["shared"].push_back(shared[v] >= 0);
    if (!one.support.empty()) tree["support"].push_back(std::isnan(one.support[v]) ? Json() : Json(one.support[v]));
  }
  return tree;
}

Json description_of(const TreePair& pair, const TreesComparison& found, const ClassTable& classes) {
  const DrawnPair drawn = summarised(pair, found);
  const TreesComparison shown = pair.objects() > drawn.pair.objects() ? answers::compare_trees(drawn.pair) : found;
  const std::vector<std::string> groups = groups_of(pair, found, classes);
  Json description{{"leaves", pair.objects()},
                   {"distance", found.triples.distance()},
                   {"crossings", found.tanglegram.crossings},
                   {"named", drawn.pair.objects() <= kMostNamed},
                   {"classes", !classes.empty()},
                   {"names", drawn.pair.names},
                   {"counts", drawn.counts}};
  for (const core::Object i : drawn.standing_for) description["groups"].push_back(groups[i]);
  description["trees"] = {tree_json(drawn.pair.trees[0], shown.shared[0], shown.tanglegram.first),
                          tree_json(drawn.pair.trees[1], shown.shared[1], shown.tanglegram.second)};
  return description;
}

}  // namespace

ClassTable read_classes(const std::filesystem::path& path, const std::vector<std::string>& names) {
  files::CsvReader rows(path);
  rows.next();
  std::vector<std::string> header;
  for (const std::string_view field : rows.fields()) header.push_back(files::lower_case(field));
  const auto named = column_of(header, {"name", "object"}), classed = column_of(header, {"class", "label", "cluster"});
  if (header.size() != 2 && !(named && classed))
    rows.fail_file("has {} columns, none of them called {}, give a table with columns name and class", header.size(),
                   named ? "class" : "name");
  const std::size_t name = named.value_or(classed == 0U ? 1 : 0), of = classed.value_or(name == 1 ? 0 : 1);
  const std::set<std::string> known(names.begin(), names.end());
  ClassTable classes;
  while (rows.next()) {
    if (rows.fields().size() <= std::max(name, of))
      rows.fail_here("{} fields (names are in field {}, classes in field {}), correct the row", rows.fields().size(),
                     name + 1, of + 1);
    std::string object(rows.fields()[name]);
    if (known.contains(object)) classes.emplace(std::move(object), rows.fields()[of]);
  }
  if (classes.empty())
    rows.fail_file("has none of the trees' leaves in field {}, give a table with columns name and class", name + 1);
  return classes;
}

bool draw_tanglegram(const std::filesystem::path& file, const TreePair& pair, const TreesComparison& found,
                     const ClassTable& classes, const Json& page) {
  Json description = description_of(pair, found, classes);
  description["page"] = page;
  return pictures::run_figure_script("tanglegram", {file}, pictures::description_text(description));
}

}  // namespace tertium::program
