#include "answers/conclusions/cluster_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <variant>

#include "answers/conclusions/clustering.hpp"
#include "answers/fits/cluster_table.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

/// By number of clusters, 1, 2, ..., and by block.
using Scores = std::vector<std::vector<LogScore>>;

void check_form(files::AnswerForm form, const std::string& head) {
  if (form == files::AnswerForm::kQuadruplet)
    core::fail(
        "{}these answers are quadruplets (auto needs answers about one object and two others), give a number of "
        "clusters, or held-out",
        head);
}

/// The methods whose clusters are tried: the tree's own, or one for each number from 2 on, for one cluster tells
/// nothing.
std::vector<core::Method> methods_of(const ClusterRequest& request, core::Label most) {
  if (request.method.returns() == core::ProductKind::kTree) return {request.method};
  std::vector<core::Method> methods;
  for (core::Label k = 2; k <= most; ++k) methods.push_back(with_clusters(request, k).method);
  return methods;
}

/// Of one cluster: every statement is a coin's.
std::vector<LogScore> scores_of_one(const std::vector<LogScore>& blocks) {
  std::vector<LogScore> scores;
  for (const LogScore& block : blocks)
    scores.push_back({block.statements, -std::numbers::ln2 * static_cast<double>(block.statements)});
  return scores;
}

Scores scores_of(const AnswerInput& input, const ClusterRequest& request, std::vector<HeldOut> found) {
  Scores scores;
  for (HeldOut& one : found) {
    if (!one.failure.empty()) core::fail("{}{}", input.head(), one.failure);
    for (std::vector<LogScore>& blocks : one.by_clusters) scores.push_back(std::move(blocks));
  }
  if (request.method.returns() != core::ProductKind::kTree)
    scores.insert(scores.begin(), scores_of_one(scores.front()));
  return scores;
}

/// By the scores of 1, 2, ... clusters.
void take_number(const Scores& scores, NumberChoice& choice) {
  for (std::size_t k = 0; k < scores.size(); ++k)
    choice.tried.push_back({static_cast<core::Label>(k) + 1, mean_log_score(scores[k])});
  const auto best = std::max_element(
      choice.tried.begin(), choice.tried.end(),
      [](const ClusterNumber& a, const ClusterNumber& b) { return a.log_likelihood.value < b.log_likelihood.value; });
  choice.best = choice.taken = best->clusters;
  const auto lead_over = [&](const ClusterNumber& one) {
    return difference_of_log_scores(scores[static_cast<std::size_t>(choice.best) - 1],
                                    scores[static_cast<std::size_t>(one.clusters) - 1]);
  };
  const auto as_good = std::find_if(choice.tried.begin(), best, [&](const ClusterNumber& one) {
    const Estimate lead = lead_over(one);
    return lead.value <= lead.error;
  });
  choice.taken = as_good->clusters;
  for (const ClusterNumber& one : choice.tried)
    if (const Estimate lead = lead_over(one); !(lead.value > 2.0 * lead.error))
      choice.indistinguishable.push_back(one.clusters);
}

/// Whether a method takes the number of its clusters as a parameter.
bool takes_number(const core::Method& method) {
  return std::ranges::any_of(core::parameters_of(method),
                             [](const core::MethodParameter& one) { return one.name == "k"; });
}

}  // namespace

ClusterRequest with_clusters(ClusterRequest request, core::Label clusters) {
  if (request.method.returns() == core::ProductKind::kTree)
    request.clusters = clusters;
  else
    core::set_parameter(request.method, "k", std::int64_t{clusters});
  return request;
}

NumberChoice choose_number(const AnswerInput& input, const ClusterRequest& request, const FoldChoice& folds,
                           const JobCallback& progress) {
  check_fit(input, request.method);
  if (input.graph) core::fail("{}a graph has no answers to hold out, give a number of clusters", input.head());
  expect_people(input, request.people);
  expect_counted(input, request.people, request.method);
  const files::ComparisonFile& file = input.comparisons;
  const core::Label most = std::min<core::Label>(kMostTried, file.objects);
  const HeldOutPlan plan{
      .methods = methods_of(request, most), .seed = request.seed, .people = request.people, .most_clusters = most};
  const AnswerTable table = tabulate(file);
  const Folds parts = make_folds(file, table, folds, request.seed);
  NumberChoice choice{.folds = parts.sentence, .errors_over = parts.errors_over(), .blocks = parts.blocks};
  take_number(scores_of(input, request,
                        predict(file, table, parts, plan,
                                bytes_needed(input, request.method, most_counted(request.people)), progress)),
              choice);
  return choice;
}

NumberChoice number_by_criterion(const files::ComparisonFile& file, const core::Dendrogram& tree,
                                 core::Object min_cluster_size) {
  constexpr double kTie = 1e-9;
  check_form(file.form, "");
  expect_sizes(tree, 1, min_cluster_size);
  NumberChoice choice{.rule = NumberRule::kCriterion};
  double least = std::numeric_limits<double>::infinity();
  for (const core::Partition& clusters : clusterings_of(tree, kMostTried, min_cluster_size)) {
    const ClusterTable table = cluster_table(file, clusters);
    const auto k = static_cast<core::Label>(choice.tried.size()) + 1;
    const double likelihood = table.log_likelihood() / static_cast<double>(table.statements());
    choice.statements = table.statements();
    choice.tried.push_back({k, {likelihood, std::numeric_limits<double>::quiet_NaN()}, table.criterion()});
    if (table.criterion() >= least - kTie) continue;
    least = table.criterion();
    choice.taken = choice.best = k;
  }
  return choice;
}

std::string own_number_problem(const core::Method& method) {
  if (method.returns() == core::ProductKind::kTree || takes_number(method)) return "";
  if (method.returns() != core::ProductKind::kPartition)
    return fmt::format("{} makes {}, use a method that makes a tree, or clusters: AddS-3+SDP-k", method.name,
                       name_of(method.returns()));
  return fmt::format(
      "{} finds the number of clusters itself, leave the number out, or use a method that takes it: AddS-3+SDP-k",
      method.name);
}

std::string no_number_problem(const core::Method& method) {
  if (method.returns() == core::ProductKind::kTree || !takes_number(method)) return "";
  return fmt::format(
      "{} does not find the number of clusters, give one, or held-out, or use a method that does: AddS-3+SPUR",
      method.name);
}

void check_criterion(const AnswerInput& input, const core::Method& method) {
  if (method.returns() != core::ProductKind::kTree)
    core::fail("{} makes {} (auto is for trees), give a number of clusters, or held-out", method.name,
               name_of(method.returns()));
  if (!input.listed())
    core::fail("{}{} (auto needs answers one by one), give a number of clusters", input.head(),
               input.graph ? "a graph has no answers" : "the answers were not kept");
  check_form(input.comparisons.form, input.head());
}

NumberChoice choose_number_by_criterion(const AnswerInput& input, const ClusterRequest& request) {
  check_criterion(input, request.method);
  check_fit(input, request.method);
  const core::Product made = fit_counted(input, request.method, request.seed, request.people).fit.product;
  return number_by_criterion(input.comparisons, std::get<core::Dendrogram>(made));
}

}  // namespace tertium::answers
