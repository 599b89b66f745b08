#include "answers/fits/fit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "partition/trees/tree_parts.hpp"

namespace tertium::answers {
namespace {

/// Steps that make such products of nothing but answers.
std::vector<std::string> steps_to(core::ProductKind kind) {
  std::vector<std::string> names;
  for (const core::Step& step : core::all<core::Step>())
    if (step.needs && kOfAnswers.includes(*step.needs) && step.returns == kind) names.push_back(step.name);
  return names;
}

}  // namespace

Fit fit(const AnswerInput& input, const core::Method& method, std::uint64_t seed,
        std::span<const std::int32_t> weights) {
  check_fit(input, method);
  const problems::AssembledProblem data = problem_of(input, seed, weights);
  core::Outcome found = core::run_method(method, data.problem);
  return {.product = core::relabelled(found.product, core::inverse(data.new_id)),
          .reports = std::move(found.reports),
          .seconds = found.seconds};
}

std::vector<core::Label> numbers_as_drawn(const core::Partition& clusters, const core::Dendrogram& tree) {
  const auto rows = core::scipy_linkage(tree);
  const int n = tree.objects();
  std::vector<int> smallest(static_cast<std::size_t>(n));
  std::iota(smallest.begin(), smallest.end(), 0);
  const auto child = [&](int node, int side) { return static_cast<int>(rows[node - n][side]); };
  for (int node = n; node < n + static_cast<int>(rows.size()); ++node)
    smallest.push_back(std::min(smallest[child(node, 0)], smallest[child(node, 1)]));
  std::vector<core::Label> numbers(clusters.clusters(), -1);
  core::Label next = 0;
  std::vector<int> open{static_cast<int>(smallest.size()) - 1};
  while (!open.empty()) {
    const int node = open.back();
    open.pop_back();
    if (node >= n) {
      const int first = smallest[child(node, 0)] < smallest[child(node, 1)] ? 0 : 1;
      open.push_back(child(node, 1 - first));
      open.push_back(child(node, first));
    } else if (core::Label& number = numbers[clusters[node]]; number < 0) {
      number = next++;
    }
  }
  return numbers;
}

std::optional<std::vector<core::Label>> labels_of(const core::Product& product, core::Label k, core::Object least) {
  const auto* partition = std::get_if<core::Partition>(&product);
  if (partition != nullptr) return std::vector<core::Label>(partition->labels().begin(), partition->labels().end());
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  if (tree == nullptr) return std::nullopt;
  expect_sizes(*tree, k, least);
  const core::Partition clusters = partition::clusters_of_tree(*tree, k, least);
  const std::vector<core::Label> numbers = numbers_as_drawn(clusters, *tree);
  std::vector<core::Label> labels;
  for (const core::Label label : clusters.labels()) labels.push_back(numbers[label]);
  return labels;
}

void expect_sizes(const core::Dendrogram& tree, core::Label k, core::Object least) {
  const core::Label most = least > 1 ? partition::most_clusters(tree, least) : k;
  if (k > most)
    core::fail("the tree has at most {} clusters of {} objects or more ({} are asked for), lower one of the two", most,
               least, k);
}

core::Object objects_in(const core::Product& product) {
  if (const auto* places = std::get_if<core::Coordinates>(&product)) return places->objects;
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) return tree->objects();
  if (const auto* partition = std::get_if<core::Partition>(&product)) return partition->objects();
  return std::visit([](const auto& similarities) { return similarities->objects(); },
                    std::get<core::SimilarityMatrix>(product));
}

Predicted predict_all(const core::Product& product, const files::ComparisonFile& file) {
  const metrics::ProductDistances apart(product);
  const core::Object known = objects_in(product);
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  Predicted tally;
  for (std::size_t k = 0; k < file.statements.size(); k += step) {
    const core::Quadruplet& s = file.statements[k];
    const std::int64_t times = file.weight(k);
    if (std::max({s.i, s.j, s.k, s.l}) < known)
      add_prediction(file.form, s, times, apart, tally);
    else
      tally += {times, times * (step == 2 ? 2 : 3), times};
  }
  return tally;
}

std::vector<std::string> methods_on(core::Provisions provided) {
  std::vector<std::string> names;
  for (const std::string& name : core::method_names())
    if (provided.includes(core::find_method(name).needs())) names.push_back(name);
  return names;
}

std::vector<std::string> embeddings_of_answers() {
  return steps_to(core::ProductKind::kCoordinates);
}

std::vector<std::string> chains_of_answers() {
  return {"AddS-3-AL+search", "4-AL+search", "AddS-3-AL+search+lengths", "4-AL+search+lengths", "t-STE+AL", "FORTE+AL"};
}

std::vector<std::string> kernels_of_answers() {
  return steps_to(core::ProductKind::kSimilarity);
}

core::Method kernel_called(const std::string& name) {
  core::Method method = core::find_method(name + "+AL");
  method.links.pop_back();
  method.name = name;
  if (method.returns() != core::ProductKind::kSimilarity)
    throw core::UsageError(fmt::format("{} makes {} (no similarities), take one of {}", name, name_of(method.returns()),
                                       fmt::join(kernels_of_answers(), ", ")));
  return method;
}

}  // namespace tertium::answers
