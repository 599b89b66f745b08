#include "answers/asking/prior.hpp"

#include <cstddef>
#include <unordered_map>
#include <variant>

#include "core/base/error.hpp"
#include "core/methods/problem.hpp"

namespace tertium::answers {

Prior prior_of(const files::NamedVectors& table, const std::vector<std::string>& names, bool cosine) {
  std::unordered_map<std::string, core::Object> row_of;
  for (const std::string& name : table.names) row_of.emplace(name, static_cast<core::Object>(row_of.size()));
  Prior prior{{static_cast<core::Object>(names.size()), table.places.dimensions, {}}, cosine};
  for (const std::string& name : names) {
    const auto found = row_of.find(name);
    if (found == row_of.end())
      core::fail("{} has no row for {} (every object needs a vector), add one, or give other names by --names",
                 table.source, name);
    for (int d = 0; d < table.places.dimensions; ++d) prior.places.values.push_back(table.places(found->second, d));
  }
  return prior;
}

core::Method method_behind(const Prior& prior, const std::string& chain) {
  core::Method method = core::find_method(chain);
  if (prior.cosine) core::set_parameters(method, {{"metric", "cosine"}});
  return method;
}

core::Dendrogram tree_of(const Prior& prior) {
  core::Problem problem;
  problem.objects = prior.places.objects;
  problem.provide<core::Coordinates>(core::Coordinates(prior.places));
  return std::get<core::Dendrogram>(core::run_method(method_behind(prior, "features+AL"), problem).product);
}

}  // namespace tertium::answers
