#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "experiments/commands/cluster/cluster_report.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// "12 of 34 branches are in at least 95 % of the trees of 1000 samples of the 39 subjects, 25 in at least half".
std::string trees_text(const answers::BranchSupport& support) {
  return fmt::format(
      "{} of {} branches are in at least 95 % of {} trees from samples of the {} {}, {} in at least half ({:.2g} s)",
      support.at_least(0.95), std::max<std::ptrdiff_t>(0, std::ssize(support.counts) - 1), support.replicates,
      support.units, support.drawn, support.at_least(0.5), support.seconds);
}

/// "29 branches have a transfer support of 0.5 or more, ...".
std::string transfer_text(const answers::BranchSupport& support) {
  return fmt::format(
      "{} have a transfer support of 0.5 or more, {} of 0.95: a branch counts as far as it is there, less the objects "
      "that "
      "have to be moved",
      support.transfer_at_least(0.5), support.transfer_at_least(0.95));
}

/// What drawing people again cannot tell.
std::string support_limits() {
  return "it tells whether other people like these would say the same; where what all of them see alike is no tree, "
         "one "
         "in seven branches above 95 % was wrong in simulations (docs/answers-support.md)";
}

/// "of 34 branches 20 have a local support of 0.9 or more; 3 have more answers against them than for them".
std::string local_text(const std::vector<metrics::VotesOnBranch>& votes) {
  std::int64_t sure = 0, outvoted = 0, silent = 0;
  for (std::size_t row = 0; row + 1 < votes.size(); ++row) {
    sure += votes[row].support() >= 0.9 ? 1 : 0;
    outvoted += votes[row].concordance() < 0.5 ? 1 : 0;
    silent += std::isnan(votes[row].concordance()) ? 1 : 0;
  }
  std::string text = fmt::format(
      "{} of {} branches have a local support of 0.9 or more, by the answers for them and against them beside their "
      "two "
      "rivals; {} have fewer answers for them than against them",
      sure, std::max<std::ptrdiff_t>(0, std::ssize(votes) - 1), outvoted);
  return silent == 0 ? text : text + fmt::format("; of {} no answer says anything", silent);
}

std::string collapsed_text(const answers::Clustering& found, const Collapse& collapse) {
  const std::vector<bool> kept = answers::rows_kept(branch_supports(found, collapse.by), collapse.least);
  const std::string_view kind = answers::kSupportNames[static_cast<std::size_t>(collapse.by)];
  return fmt::format("{} of {} branches are left in tree.nwk and tree.html: the others have a {} below {:g}",
                     std::count(kept.begin(), kept.end(), true) - 1, std::ssize(kept) - 1,
                     collapse.by == answers::SupportKind::kFelsenstein ? "support" : fmt::format("{} support", kind),
                     collapse.least);
}

/// "objects are in their cluster in 91 % of the samples in the mean, 3 of them in less than half (labels.csv)".
std::string membership_text(const answers::Clustering& found) {
  const answers::ClusterMembership& membership = *found.membership;
  double sum = 0.0;
  std::int64_t lost = 0;
  for (core::Object i = 0; i < found.labels.objects(); ++i) {
    sum += membership.share(i);
    lost += 2 * membership.stays[i] < membership.replicates ? 1 : 0;
  }
  return fmt::format("objects are in their cluster in {:.0f} % of {} samples in the mean, {} of them in less than half",
                     100.0 * sum / std::max(1, found.labels.objects()), membership.replicates, lost);
}

}  // namespace

std::string support_lines(const answers::Clustering& found, const std::optional<Collapse>& collapse) {
  std::string text;
  if (found.support)
    text += report_line("support", trees_text(*found.support)) + report_line("", transfer_text(*found.support));
  if (found.support && found.support->drawn == "subjects") text += report_line("", support_limits());
  if (!found.votes.empty()) text += report_line(found.support ? "" : "support", local_text(found.votes));
  if (collapse) text += report_line("collapsed", collapsed_text(found, *collapse));
  return text;
}

std::string membership_lines(const answers::Clustering& found) {
  return found.membership ? report_line("", membership_text(found)) : "";
}

}  // namespace tertium::experiments
