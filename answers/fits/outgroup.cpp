#include "answers/fits/outgroup.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "files/answers/words/name_table.hpp"
#include "linkage/lengths/rooting.hpp"

namespace tertium::answers {

bool gives_lengths(const core::Method& method) {
  return !method.links.empty() && method.links.back().step->gives_lengths;
}

std::vector<core::Object> objects_called(const std::vector<std::string>& names, const AnswerInput& input) {
  const std::vector<std::string>& known = input.comparisons.names;
  std::vector<core::Object> objects;
  for (const std::string& name : names) {
    const auto place = std::find(known.begin(), known.end(), name);
    if (place == known.end())
      core::fail("no object is called '{}' (there are {}: {}), write names as the answers do", name, known.size(),
                 files::first_names(known));
    objects.push_back(static_cast<core::Object>(place - known.begin()));
  }
  std::ranges::sort(objects);
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  return objects;
}

void check_outgroup(const AnswerInput& input, const core::Method& method, std::span<const core::Object> outgroup) {
  if (outgroup.empty()) return;
  if (!gives_lengths(method))
    core::fail("an outgroup is for trees whose root can be moved ({} gives no lengths), {}", method.name,
               method.returns() == core::ProductKind::kTree
                   ? fmt::format("put a step behind it: {}+lengths", method.name)
                   : std::string("take a tree that does: 4-AL+search+lengths"));
  if (std::ssize(outgroup) >= input.comparisons.objects)
    core::fail("the outgroup contains all {} objects (none is left outside), name fewer", input.comparisons.objects);
}

core::Object root_by_outgroup(core::Product& tree, std::span<const core::Object> outgroup) {
  linkage::OutgroupTree rooted = linkage::rooted_by_outgroup(std::get<core::Dendrogram>(tree), outgroup);
  tree = std::move(rooted.tree);
  return rooted.misplaced;
}

void root_by_outgroup(std::span<core::Product> trees, std::span<const core::Object> outgroup) {
  if (outgroup.empty()) return;
  for (core::Product& tree : trees) root_by_outgroup(tree, outgroup);
}

void fail_apart(const AnswerInput& input, std::span<const core::Object> outgroup, core::Object misplaced) {
  core::fail(
      "no branch of the tree separates the outgroup ({}) from all others (the nearest has {} {} on the wrong side), "
      "name objects that are together in tree.nwk",
      files::first_names(input.comparisons.names, outgroup), misplaced, misplaced == 1 ? "object" : "objects");
}

}  // namespace tertium::answers
