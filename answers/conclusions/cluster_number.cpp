#include <algorithm>
#include <utility>

#include "answers/conclusions/clustering.hpp"
#include "answers/fits/outgroup.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"
#include "core/base/registry.hpp"

namespace tertium::answers {
namespace {

/// The partition of so many clusters that the method comes to.
core::Method making(const ClusterRequest& request, core::Label clusters) {
  core::Method method = with_clusters(request, clusters).method;
  if (method.returns() != core::ProductKind::kTree) return method;
  const core::Step& cut = core::find<core::Step>("step", gives_lengths(method) ? "parts" : "cut");
  core::Link& link = method.links.emplace_back(core::Link{&cut, core::Parameters(cut.parameters)});
  link.parameters.set("k", std::int64_t{clusters});
  return method;
}

/// By what was foretold with each number, and the numbers in the same order.
void take_number(const std::vector<HeldOut>& found, NumberChoice& choice) {
  const auto value = [](const HeldOut& one) { return share_foretold(one.of_all()).value; };
  const auto best = std::max_element(found.begin(), found.end(),
                                     [&](const HeldOut& a, const HeldOut& b) { return value(a) < value(b); });
  const auto lead_over = [&](const HeldOut& one) { return difference_foretold(best->of_all(), one.of_all()); };
  const auto as_good = std::find_if(found.begin(), found.end(), [&](const HeldOut& one) {
    const Estimate lead = lead_over(one);
    return lead.value <= lead.error;
  });
  choice.best = choice.tried[static_cast<std::size_t>(best - found.begin())].clusters;
  choice.taken = choice.tried[static_cast<std::size_t>(std::min(best, as_good) - found.begin())].clusters;
  for (std::size_t k = 0; k < found.size(); ++k)
    if (const Estimate lead = lead_over(found[k]); !(lead.value > 2.0 * lead.error))
      choice.not_told_apart.push_back(choice.tried[k].clusters);
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
                           const JobCallback& told) {
  check_fit(input, request.method);
  if (input.graph) core::fail("{}a graph has no answers to hold out, give a number of clusters", input.head());
  expect_people(input, request.people);
  expect_counted(input, request.people, request.method);
  const files::ComparisonFile& file = input.comparisons;
  HeldOutPlan plan{.methods = {}, .seed = request.seed, .people = request.people};
  const core::Label most = std::min<core::Label>(kMostTried, file.objects), least = std::min<core::Label>(2, most);
  for (core::Label k = least; k <= most; ++k) plan.methods.push_back(making(request, k));
  const AnswerTable table = tabulate(file);
  const Folds parts = make_folds(file, table, folds, request.seed);
  const std::vector<HeldOut> found =
      foretell(file, table, parts, plan, bytes_needed(input, request.method, most_counted(request.people)), told);
  NumberChoice choice{.folds = parts.sentence, .errors_over = parts.errors_over(), .blocks = parts.blocks};
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (!found[k].failure.empty()) core::fail("{}{}", input.head(), found[k].failure);
    choice.tried.push_back({static_cast<core::Label>(k) + least, share_foretold(found[k].of_all())});
  }
  take_number(found, choice);
  return choice;
}

}  // namespace tertium::answers
