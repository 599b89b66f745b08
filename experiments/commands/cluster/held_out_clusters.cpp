#include "experiments/commands/cluster/held_out_clusters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"
#include "core/base/registry.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"
#include "experiments/commands/options/job_progress.hpp"

namespace tertium::experiments {
namespace {

/// The partition of so many clusters that the method comes to.
core::Method making(const ClusterOptions& options, core::Label clusters) {
  core::Method method = with_clusters(options, clusters).method;
  if (method.returns() != core::ProductKind::kTree) return method;
  const core::Step& cut = core::find<core::Step>("step", "cut");
  core::Link& link = method.links.emplace_back(core::Link{&cut, core::Parameters(cut.parameters)});
  link.parameters.set("k", std::int64_t{clusters});
  return method;
}

std::size_t taken_of(const std::vector<answers::HeldOut>& found) {
  const auto value = [](const answers::HeldOut& one) { return answers::share_foretold(one.of_all()).value; };
  const auto best =
      std::max_element(found.begin(), found.end(),
                       [&](const answers::HeldOut& a, const answers::HeldOut& b) { return value(a) < value(b); });
  const auto as_good = std::find_if(found.begin(), found.end(), [&](const answers::HeldOut& one) {
    const answers::Estimate lead = answers::difference_foretold(best->of_all(), one.of_all());
    return lead.value <= lead.error;
  });
  return static_cast<std::size_t>(std::min(best, as_good) - found.begin());
}

}  // namespace

ClusterOptions with_clusters(ClusterOptions options, core::Label clusters) {
  if (options.method.returns() == core::ProductKind::kTree)
    options.clusters = clusters;
  else
    core::set_parameter(options.method, "k", std::int64_t{clusters});
  return options;
}

NumberChoice choose_number(const ClusterInput& input, const ClusterOptions& options) {
  const core::ComparisonFile& file = input.comparisons;
  const answers::AnswerTable table = answers::tabulate(file);
  const answers::Folds folds = answers::make_folds(file, table, options.folds, options.seed);
  answers::HeldOutPlan plan{.methods = {}, .seed = options.seed};
  const core::Label most = std::min<core::Label>(kMostTried, file.objects);
  for (core::Label k = std::min<core::Label>(2, most); k <= most; ++k) plan.methods.push_back(making(options, k));
  const std::vector<answers::HeldOut> found =
      answers::foretell(file, table, folds, plan, bytes_needed(input, options.method), told_on_stderr());
  NumberChoice choice{.folds = folds.sentence};
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (!found[k].failure.empty()) core::fail("{}: {}", input.source, found[k].failure);
    choice.tried.push_back(
        {static_cast<core::Label>(k) + std::min<core::Label>(2, most), answers::share_foretold(found[k].of_all())});
  }
  choice.taken = choice.tried[taken_of(found)].clusters;
  return choice;
}

}  // namespace tertium::experiments
