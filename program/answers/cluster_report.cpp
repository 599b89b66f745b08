#include "program/answers/cluster_report.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "answers/tables/coverage.hpp"
#include "files/answers/words/name_table.hpp"
#include "linkage/agglomeration/ties.hpp"
#include "program/answers/answers_report.hpp"
#include "program/answers/embed.hpp"
#include "program/options/method_settings.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Of too many answers to be listed.
std::string unlisted_text(const answers::AnswerInput& input) {
  return fmt::format(
      "{} answers, {} while reading (single answers are not kept: questions, satisfied and revenue are not reported)",
      input.unlisted_answers(), input.sums ? "added up" : "packed by anchor");
}

/// "24000 answers to 400 questions, 120 of them answered both ways (3 evenly)".
std::string answers_text(const answers::AnswerInput& input, const core::AnswerSummary& answers) {
  if (input.sums || input.packed) return unlisted_text(input);
  std::string text = fmt::format("{} answers to {} questions", answers.answers, answers.questions);
  if (answers.disputed == 0) return text;
  text += fmt::format(", {} of them answered both ways", answers.disputed);
  return answers.tied == 0 ? text : text + fmt::format(" ({} evenly split)", answers.tied);
}

std::string edges_text(const core::Graph& graph) {
  const double n = graph.vertices(), pairs = 0.5 * n * (n - 1.0);
  std::string text = fmt::format("{} edges, {:.3g} % of all pairs", graph.edges(),
                                 100.0 * static_cast<double>(graph.edges()) / std::max(1.0, pairs));
  return graph.unweighted() ? text + ", without weights"
                            : text + fmt::format(", total weight {:g}", graph.total_weight());
}

std::string satisfied_text(const answers::Clustering& outcome) {
  const std::string text = fmt::format("{:.1f} % of the answers", 100.0 * outcome.agreement->satisfied);
  if (!outcome.satisfied_by_chance) return text;
  return text + fmt::format(" (random answers to the same questions: {:.1f} %, mean of {} runs)",
                            100.0 * *outcome.satisfied_by_chance, answers::kChanceRuns);
}

/// What is proved about the optimum of a semidefinite program; nothing of other methods.
std::string proof_text(const std::map<std::string, double>& reports) {
  const auto certified = reports.find("certified"), gap = reports.find("gap");
  if (certified == reports.end()) return "";
  if (certified->second > 0.0)
    return gap != reports.end() ? "these clusters are the optimum of the semidefinite program"
                                : "these clusters are proved to be the optimum of the semidefinite program (the proof "
                                  "draws random vectors and is valid with probability 1 - 10^-9)";
  if (gap == reports.end()) return "";
  return fmt::format(
      "the optimum of the semidefinite program is at most {:.2g} % better than this result, "
      "and need not be a partition",
      100.0 * gap->second);
}

/// Where a method that finds the number of clusters cannot have told it from these answers; else nothing.
std::string doubt_text(const std::map<std::string, double>& reports) {
  const auto found = reports.find("k_hat"), out = reports.find("stand_out");
  if (found == reports.end() || out == reports.end() || out->second + 1.0 == found->second) return "";
  if (out->second + 1.0 < found->second)
    return fmt::format(
        "only {:g} eigenvalues of the similarities exceed the noise: these {:g} clusters may be chance; more answers "
        "would decide it",
        out->second, found->second);
  return fmt::format(
      "{:g} eigenvalues of the similarities exceed the noise, which suggests {:g} clusters or more; without a given "
      "number these answers separate only {:g} (AddS-3+SDP-k takes the number from -k)",
      out->second, out->second + 1.0, found->second);
}

/// "1: -0.693, 2: -0.541".
std::string likelihoods_text(const answers::NumberChoice& choice) {
  std::vector<std::string> tried;
  for (const answers::ClusterNumber& one : choice.tried)
    tried.push_back(fmt::format("{}: {:.3f}", one.clusters, one.log_likelihood.value));
  return fmt::format("{}", fmt::join(tried, ", "));
}

/// "k = 4 is the smallest number that ...; log likelihood ... with k = 1: -0.693, ...; indistinguishable from ...".
std::string held_out_text(const answers::NumberChoice& choice) {
  return fmt::format(
      "k = {} is the smallest number whose table P(b before c | a) of clusters predicts held-out answers as well as "
      "the best, within one standard error over the {} ({}). Log likelihood per comparison, by k: {}. "
      "Indistinguishable from the best, k = {}, by two standard errors of the difference: {}",
      choice.taken, choice.errors_over, choice.folds, likelihoods_text(choice), choice.best,
      core::ranges_text(choice.indistinguishable));
}

/// "k = 4 has the least ...; above that are 1: 530.2, ...".
std::string criterion_text(const answers::NumberChoice& choice) {
  const double least = choice.tried[static_cast<std::size_t>(choice.taken) - 1].criterion;
  std::vector<std::string> above;
  for (const answers::ClusterNumber& one : choice.tried)
    if (one.clusters != choice.taken) above.push_back(fmt::format("{}: {:.1f}", one.clusters, one.criterion - least));
  return fmt::format(
      "k = {} has the lowest Bayesian information criterion ({} comparisons, table P(b before c | a) of clusters). "
      "Differences to it, by k: {}. The criterion uses the same answers as the tree: it finds two clusters even in "
      "random answers, where -k held-out finds one. Neither distinguishes clusters from evenly spread objects",
      choice.taken, choice.statements, fmt::join(above, ", "));
}

std::string number_line(const answers::NumberChoice& choice) {
  return choice.rule == answers::NumberRule::kHeldOut ? terminal::report_line("held out", held_out_text(choice))
                                                      : terminal::report_line("auto", criterion_text(choice));
}

/// "search predicts 69.8 %; lengths: +6.6 ± 0.3 points; interchanges: +6.0 ± 0.4 points".
std::string gains_text(const answers::DefaultChoice& choice) {
  std::string text;
  const answers::TriedMethod* before = nullptr;
  for (const answers::TriedMethod& one : choice.tried) {
    if (before == nullptr) {
      text = fmt::format("{} predicts {}", one.method.name, core::percent(answers::share_predicted(one.blocks).value));
    } else {
      const answers::Estimate gain = answers::lead_over(one, *before);
      text += fmt::format("; {}: {:+.1f} ± {:.1f} points", one.adds, 100.0 * gain.value, 100.0 * gain.error);
    }
    before = &one;
  }
  return text;
}

/// How the default was chosen. `simple`: what it is beside the best, "without lengths it is"; empty: it is the best.
std::string choice_text(const answers::DefaultChoice& choice, std::string_view simple) {
  constexpr std::string_view kInsist = "--method sets the method";
  if (!choice.why.empty()) return fmt::format("no cross-validation was possible ({}); {}", choice.why, kInsist);
  const std::string why =
      simple.empty() ? std::string("this is the best")
                     : fmt::format("{} within one standard error of the best, over the {}", simple, choice.errors_over);
  return fmt::format("by cross-validation of {} in {} folds ({:.2f} s): {}; {}; {}", choice.folds_of, choice.folds,
                     choice.seconds, gains_text(choice), why, kInsist);
}

/// What a method could be chosen by may be chance.
std::string choice_warning(const answers::AnswerInput& input, const std::optional<answers::DefaultChoice>& choice) {
  if (!choice || choice->tried.empty()) return "";
  const std::vector<answers::Predicted>& blocks = choice->tried.front().blocks;
  std::int64_t answers = 0;
  for (const answers::Predicted& block : blocks) answers += block.answers;
  return chance_warning("for held-out answers, the tree predicts", answers::share_predicted(blocks).value, answers,
                        files::statements_of(input.comparisons.form) + 1);
}

/// What was read.
std::string input_lines(const answers::AnswerInput& input) {
  const files::ComparisonFile& read = input.comparisons;
  std::string text = terminal::report_line(
      "read", fmt::format("{}: {} objects, {} rows, {}", input.source, read.objects, read.rows, input.kind()));
  for (const std::string& note : read.notes) text += terminal::report_line("", note);
  return text;
}

std::string method_line(const answers::ClusterRequest& request, double seconds) {
  if (request.given) return terminal::report_line("tree", fmt::format("{}, as given", request.given->name));
  return terminal::report_line(
      "method", fmt::format("{}, seed {}: {:.2f} s", request.method.with_parameters(), request.seed, seconds));
}

/// Where a cut of a tree without lengths leaves clusters of one or two objects, though there are more for each.
std::string small_clusters_text(const answers::Clustering& outcome, const core::Method& method, bool listed) {
  const std::vector<core::Object> sizes = outcome.sizes();
  const auto small = std::ranges::count_if(sizes, [](core::Object size) { return size <= 2; });
  if (!outcome.tree || outcome.tree->has_lengths() || !outcome.cut_branches.empty() || small == 0 ||
      outcome.labels.objects() <= 2 * std::ssize(sizes))
    return "";
  const std::string text = fmt::format(
      "{} of {} clusters {} one or two objects: the cut undoes the last merges, which join the most dissimilar objects",
      small, sizes.size(), small == 1 ? "has" : "have");
  return listed ? text + fmt::format("; with lengths ({}+lengths) the tree is cut into parts of similar objects",
                                     method.name)
                : text;
}

/// What answers count by who gave them, where that is not the same.
std::string people_line(const std::optional<answers::CountedPeople>& people, const answers::AnswerInput& input) {
  if (!people) return "";
  std::vector<std::string> left_out;
  double least = 1.0;
  const std::vector<answers::CountedPerson> listed = people->listed(input.comparisons.metadata.subjects);
  for (const answers::CountedPerson& one : listed) {
    least = std::min(least, one.weight);
    if (one.weight == 0.0) left_out.push_back(one.name);
  }
  const std::string named = left_out.empty()
                                ? std::string("no participant is")
                                : fmt::format("{} of {} {} ({})", left_out.size(), listed.size(),
                                              left_out.size() == 1 ? "is" : "are", files::first_names(left_out));
  std::string text = fmt::format("{} left out (rule: predicted no better than by chance)", named);
  if (people->rule == answers::PeopleRule::kWeighed) {
    const std::string nothing = left_out.empty() ? "" : fmt::format("; {} left out", named);
    text = fmt::format("weights of {:.2g} to 1, by how well the others' answers predict those of each participant{}",
                       least, nothing);
  }
  return terminal::report_line("people", text);
}

/// Where a penalty left no coordinate, so that all places are the same; else nothing.
std::string nothing_left_text(const std::map<std::string, double>& reports) {
  const auto dimensions = reports.find("embedding_dimensions");
  if (dimensions == reports.end() || dimensions->second > 0.0) return "";
  return "all coordinates are 0 (no dimensions are left): the embedding is empty; try a smaller penalty";
}

/// How many answers a cover took out, of those that the method was given.
std::string left_out_line(const answers::Clustering& outcome) {
  std::int64_t taken = 0;
  for (const answers::LeftOut& one : outcome.left_out) taken += one.times;
  if (taken == 0) return "";
  return terminal::report_line(
      "left out",
      fmt::format("{} of {:.0f} odd-one-outs, so that the others do not contradict each other (omitted.csv)", taken,
                  outcome.reports.at(core::kComparisons)));
}

/// Where the order of the objects, which the seed draws, decided between merges.
std::string ties_line(const answers::Clustering& outcome) {
  if (!outcome.other_seeds) return "";
  const auto& [trees, distance, farthest] = *outcome.other_seeds;
  const auto tied = static_cast<std::size_t>(outcome.reports.at(linkage::kTiedMerges));
  const std::string far =
      trees == 1 ? "the tree of another seed differs" : fmt::format("trees of {} other seeds differ", trees);
  const std::string most = trees == 1 ? "" : fmt::format(" on average, {} at most", core::percent(farthest));
  return terminal::report_line(
      "ties", fmt::format("{} had equally good alternatives, and --seed decided: {} in {} of all triples{}",
                          core::counted(tied, "merge"), far, core::percent(distance), most));
}

std::string reported_line(const std::map<std::string, double>& reports) {
  std::vector<std::string> reported;
  for (const auto& [name, value] : reports)
    if (name != core::kComparisons && name != linkage::kTiedMerges)
      reported.push_back(fmt::format("{} = {:g}", name, value));
  return reported.empty() ? "" : terminal::report_line("reported", fmt::format("{}", fmt::join(reported, ", ")));
}

}  // namespace

std::string fit_report(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                       const answers::ObjectMap& made) {
  std::string text = input_lines(input);
  if (input.sums || input.packed) text += terminal::report_line("answers", unlisted_text(input));
  text += method_line(request, made.fit.seconds) + people_line(made.people, input);
  if (const auto& chosen = made.dimensions) {
    const bool last = chosen->taken + 1 == chosen->tried.size();
    text += terminal::report_line("chosen", choice_text(*chosen, last ? "" : "these are the fewest dimensions"));
  }
  if (made.satisfied)
    text += terminal::report_line("satisfied", fmt::format("{:.1f} % of the answers", 100.0 * *made.satisfied));
  if (made.spread) text += spread_line(*made.spread);
  if (made.against) text += against_lines(*made.against);
  if (const std::string warning = nothing_left_text(made.fit.reports); !warning.empty())
    text += terminal::report_line("warning", warning);
  return text + reported_line(made.fit.reports);
}

std::string cluster_report(const ClusterResult& result) {
  const auto& [input, request, outcome, number, method_choice, collapse, method_is_default, against] = result;
  std::string text = choice_warning(input, method_choice) + input_lines(input);
  text += input.graph ? terminal::report_line("edges", edges_text(*input.graph))
                      : terminal::report_line("answers", answers_text(input, outcome.answers));
  text += method_line(request, outcome.seconds) + people_line(outcome.people, input);
  if (method_choice)
    text += terminal::report_line(
        "chosen", choice_text(*method_choice, method_choice->clusters_by() ? "without lengths it is" : ""));
  else if (method_is_default && !input.graph && !request.given)
    text += terminal::report_line("",
                                  "the default; tertium compare shows which method has the highest held-out accuracy; "
                                  "faster methods suffice for --support");
  if (!request.outgroup.empty())
    text += terminal::report_line(
        "root", fmt::format("between the outgroup of {} and the {} other objects", request.outgroup.size(),
                            input.comparisons.objects - std::ssize(request.outgroup)));
  if (outcome.cost)
    text += terminal::report_line("cost", fmt::format("{:g} (Dasgupta's cost of the tree)", *outcome.cost));
  if (outcome.revenue) text += revenue_line(*outcome.revenue);
  if (outcome.agreement) {
    text += terminal::report_line("satisfied", satisfied_text(outcome)) + bound_lines(outcome);
    text +=
        terminal::report_line("revenue", fmt::format("{} ({:.4f} per answer and object)", outcome.agreement->revenue,
                                                     outcome.agreement->normalised_revenue(input.comparisons.objects)));
  }
  text += ties_line(outcome) + support_lines(outcome, collapse);
  if (outcome.odd_one_outs_satisfied)
    text += terminal::report_line(
        "satisfied", fmt::format("{:.1f} % of the answers have the odd one in one cluster and the other two in another",
                                 100.0 * *outcome.odd_one_outs_satisfied));
  text += left_out_line(outcome);
  if (const std::string proof = proof_text(outcome.reports); !proof.empty())
    text += terminal::report_line("proof", proof);
  if (const std::string doubt = doubt_text(outcome.reports); !doubt.empty())
    text += terminal::report_line("warning", doubt);
  if (const std::string warning = nothing_left_text(outcome.reports); !warning.empty())
    text += terminal::report_line("warning", warning);
  text += reported_line(outcome.reports);
  if (number) text += number_line(*number);
  text += terminal::report_line(
      "clusters",
      fmt::format(
          "k = {}{}{}: {} objects", outcome.labels.clusters(),
          request.clusters || number || !outcome.tree ? "" : " (the default, -k chooses)",
          request.min_cluster_size > 1 ? fmt::format(", each of at least {} objects", request.min_cluster_size) : "",
          fmt::join(outcome.sizes(), ", ")));
  if (const std::string small = small_clusters_text(outcome, request.method, input.listed() && !request.given);
      !small.empty())
    text += terminal::report_line("warning", small);
  if (request.clusters_by) text += terminal::report_line("", "parts of the tree, by branch lengths fitted to it");
  text += cut_lines(outcome) + membership_lines(outcome) + member_lines(outcome, input.labels());
  if (outcome.ari)
    text += terminal::report_line(
        "ARI",
        fmt::format("{:.3f} with the {} known classes", *outcome.ari, input.truth->clusters()) +
            (outcome.ari_without_outliers ? fmt::format(", {:.3f} without the outliers", *outcome.ari_without_outliers)
                                          : ""));
  return against ? text + against_lines(*against) : text;
}

std::string coverage_warning(const answers::AnswerInput& input) {
  const files::ComparisonFile& comparisons = input.comparisons;
  const answers::Coverage found = answers::coverage(input);
  if (!found.uncompared_objects.empty())
    return fmt::format("{} of {} objects {} ({}): their position in the tree is arbitrary",
                       found.uncompared_objects.size(), comparisons.objects,
                       input.graph ? "have no edge" : "are in no comparison",
                       files::first_names(comparisons.names, found.uncompared_objects));
  if (found.groups.size() > 1)
    return fmt::format(
        "the objects fall into {} groups that no answer links ({} objects): how these are merged is arbitrary",
        found.groups.size(), fmt::join(found.groups, ", "));
  if (found.uncompared_pairs > 0)
    return fmt::format("{} of {} pairs of objects are in no comparison", found.uncompared_pairs, found.pairs);
  return "";
}

}  // namespace tertium::program
