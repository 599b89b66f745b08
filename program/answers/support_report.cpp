#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "program/answers/cluster_report.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// "12 of 34 branches are in at least 95 % of the trees of 1000 samples of the 39 subjects, 25 in at least half".
std::string trees_text(const answers::BranchSupport& support) {
  return fmt::format(
      "{} of {} branches are in at least 95 % of {} bootstrap trees ({} resampled), {} in at least half ({:.2g} s)",
      support.at_least(0.95), std::max<std::ptrdiff_t>(0, std::ssize(support.counts) - 1), support.replicates,
      support.drawn_text(), support.at_least(0.5), support.seconds);
}

/// "29 branches have a transfer support of 0.5 or more, ...".
std::string transfer_text(const answers::BranchSupport& support) {
  return fmt::format(
      "{} have a transfer support of at least 0.5, {} of at least 0.95 (1 minus the fraction of a branch's objects "
      "that would have to move)",
      support.transfer_at_least(0.5), support.transfer_at_least(0.95));
}

/// What drawing people again cannot tell.
std::string support_limits() {
  return "support shows whether other participants like these would give the same tree. Where the similarities that "
         "all share are not a tree, one in seven branches above 95 % was wrong in simulations "
         "(docs/answers-support.md)";
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
      "{} of {} branches have a local support of at least 0.9 (from the answers for and against them, compared with "
      "their two rivals); {} have more answers against them than for them",
      sure, std::max<std::ptrdiff_t>(0, std::ssize(votes) - 1), outvoted);
  return silent == 0 ? text : text + fmt::format("; {} have no answers", silent);
}

std::string collapsed_text(const answers::Clustering& found, const Collapse& collapse) {
  const std::vector<bool> kept = answers::rows_kept(branch_supports(found, collapse.by), collapse.least);
  const std::string_view kind = answers::kSupportNames[static_cast<std::size_t>(collapse.by)];
  return fmt::format("{} of {} branches are left in tree.nwk and tree.html: the others have {} below {:g}",
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
  return fmt::format("on average, objects are in their cluster in {:.0f} % of {} samples; {} objects in less than half",
                     100.0 * sum / std::max(1, found.labels.objects()), membership.replicates, lost);
}

/// "98, 91 %", or of many "12 to 98 %"; `share`: of the k-th.
template <typename Share>
std::string percents_text(std::size_t count, Share&& share) {
  constexpr std::size_t kMostListed = 20;
  std::vector<std::string> listed;
  double least = 1.0, most = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    listed.push_back(fmt::format("{:.0f}", 100.0 * share(k)));
    least = std::min(least, share(k));
    most = std::max(most, share(k));
  }
  return count <= kMostListed ? fmt::format("{} %", fmt::join(listed, ", "))
                              : fmt::format("{:.0f} to {:.0f} %", 100.0 * least, 100.0 * most);
}

/// "the 2 branches that are cut are in 98, 91 % of the trees, ...".
std::string cut_support_text(const answers::BranchSupport& support) {
  const std::size_t count = support.counts.size();
  return fmt::format("the {} cut {} in {} of the bootstrap trees, regardless of their roots (transfer support {})",
                     count == 1 ? "branch" : fmt::format("{} branches", count), count == 1 ? "is" : "are",
                     percents_text(count, [&](std::size_t k) { return support.share(k); }),
                     percents_text(count, [&](std::size_t k) { return support.transfer(k); }));
}

}  // namespace

std::string cut_lines(const answers::Clustering& found) {
  if (found.cut_branches.empty()) return "";
  const std::size_t count = found.cut_branches.size();
  std::string text = terminal::report_line(
      "", fmt::format("parts that remain when {} of the tree {} cut (dashed in its pictures), regardless of the root: "
                      "a cluster need not be one branch, and clusters of k + 1 need not be nested in those of k",
                      count == 1 ? "a branch" : fmt::format("{} branches", count), count == 1 ? "is" : "are"));
  if (found.cut_support) text += terminal::report_line("", cut_support_text(*found.cut_support));
  return text;
}

std::string support_lines(const answers::Clustering& found, const std::optional<Collapse>& collapse) {
  std::string text;
  if (found.support)
    text += terminal::report_line("support", trees_text(*found.support)) +
            terminal::report_line("", transfer_text(*found.support));
  if (found.support && found.support->drawn == "subjects") text += terminal::report_line("", support_limits());
  if (!found.votes.empty()) text += terminal::report_line(found.support ? "" : "support", local_text(found.votes));
  if (collapse) text += terminal::report_line("collapsed", collapsed_text(found, *collapse));
  return text;
}

std::string membership_lines(const answers::Clustering& found) {
  return found.membership ? terminal::report_line("", membership_text(found)) : "";
}

}  // namespace tertium::program
