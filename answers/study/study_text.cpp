#include "answers/study/study_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/base/version.hpp"
#include "core/methods/bibliography.hpp"

namespace tertium::answers {
namespace {

double share(std::int64_t part, std::int64_t all) {
  return all == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(all);
}

/// "a, b and c".
std::string enumerated(std::vector<std::string> names) {
  if (names.empty()) return "none";
  for (std::string& name : names) name = core::one_plain_line(name);
  const std::string last = std::move(names.back());
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string people_text(std::size_t count) {
  return count == 1 ? "1 participant" : fmt::format("{} participants", count);
}

/// A standard error over fewer parts is itself too uncertain for two or three of it to tell anything.
constexpr std::int32_t kFewestParts = 6;

/// "That is indistinguishable from chance (50.0 %) by three standard errors", where that is so: what is the best of
/// several by chance is above it by two often enough. Nothing where it is told apart. `over`: how many parts the error
/// is over.
std::string chance_text(const Estimate& predicted, double chance, std::size_t tried, std::int32_t over) {
  if (over < kFewestParts)
    return fmt::format(" So few parts cannot show whether that is more than chance ({})", core::percent(chance));
  const bool several = tried > 1;
  if (predicted.value - (several ? 3.0 : 2.0) * predicted.error > chance) return "";
  return fmt::format(" That is indistinguishable from chance ({}) by {} standard errors", core::percent(chance),
                     several ? "three" : "two");
}

std::string repetition_sentences(const Overview& overview) {
  const Repetition& found = overview.repetition;
  if (found.questions == 0) return " No question was answered twice, so the reliability of the answers is unknown.";
  std::string text = fmt::format(
      " {} answered more than once ({} answers), {} of them in more than one way; two answers to the same question "
      "agreed in {} of all cases (chance {}).",
      core::counted(static_cast<std::size_t>(found.questions), "question") + (found.questions == 1 ? " was" : " were"),
      found.answers, found.contradicted, core::percent(found.agreement), core::percent(1.0 / overview.choices));
  if (found.own_pairs > 0)
    text += fmt::format(" Two answers of the same participant to the same question agreed in {} of {} pairs.",
                        core::percent(share(found.own_agreeing, found.own_pairs)), found.own_pairs);
  if (!found.tells_ceiling()) return text;
  return text + fmt::format(
                    " From this agreement, the noise ceiling (the accuracy if the probability of every answer were "
                    "known) is about {}, and at most {} for any distribution of the probabilities.",
                    core::percent(found.ceiling.value), core::percent(found.ceiling.at_most));
}

std::string reliability_sentence(const SplitHalf& found) {
  if (found.splits == 0) return "";
  return fmt::format(
      " Split-half reliability: similarities ({}) from two random halves of the {} have a correlation of {:.2f} (mean "
      "of {} splits), so those of all {} have a reliability of {:.2f} [@spearman1910correlation; @brown1910some].",
      found.kernel, found.split == "subjects" ? people_text(static_cast<std::size_t>(found.units)) : "answers",
      found.correlation, found.splits, found.split == "subjects" ? "participants" : "answers", found.reliability());
}

std::string people_sentences(const AnswerInput& input, const Overview& overview) {
  const std::vector<std::string>& dropped = input.comparisons.metadata.dropped;
  std::string text;
  if (!dropped.empty())
    text += fmt::format(" The answers of {} were left out: {}.", people_text(dropped.size()), enumerated(dropped));
  if (overview.subjects.empty()) return text + " Who answered is unknown.";
  std::vector<std::string> careless, misread;
  std::size_t unjudged = 0;
  for (const Subject& subject : overview.subjects) {
    if (!subject.flags.empty()) (subject.exchanged ? misread : careless).push_back(subject.name);
    unjudged += subject.evaluated ? 0 : 1;
  }
  if (!overview.prediction.share)
    return text + fmt::format(" Participants could not be compared with predictions from the others' answers: {}.",
                              overview.prediction.why);
  text += careless.empty() ? std::string(" No participant's answers looked careless")
                           : fmt::format(" The answers of {} looked careless and were not left out: {}",
                                         people_text(careless.size()), enumerated(careless));
  if (!misread.empty())
    text += fmt::format("; those of {} look as if two options were exchanged: {}", people_text(misread.size()),
                        enumerated(misread));
  return text +
         (unjudged == 0 ? "." : fmt::format("; {} gave too few answers to be evaluated.", people_text(unjudged)));
}

/// How many other methods there were, and how they compare with the best.
std::string others_sentence(const Comparison& found) {
  if (found.best_first.size() == 1) return "";
  if (found.folds.blocks < kFewestParts)
    return fmt::format(" With only {}, methods cannot be distinguished.", found.folds.errors_over());
  const std::vector<std::string> as_good = found.as_good_as_best();
  const std::string rule =
      fmt::format("by two standard errors of the difference over the same {}", found.folds.blocks_called);
  const std::string text = as_good.empty()
                               ? fmt::format(" All others were less accurate {}.", rule)
                               : fmt::format(" {} indistinguishable from it {}: {}.",
                                             as_good.size() == 1 ? "One is" : fmt::format("{} are", as_good.size()),
                                             rule, enumerated(as_good));
  return text + " As the best of several, its accuracy is, if anything, slightly overestimated.";
}

std::string errors_sentence(const AnswerInput& input, const Folds& folds) {
  if (folds.blocks < 2) return " No standard error is known.";
  const std::string text = fmt::format(" ± is a standard error over the {}", folds.errors_over());
  if (folds.blocks_called == "subjects") return text + ".";
  return text + fmt::format(": it is over answers, as {}, and says nothing about other participants.",
                            input.comparisons.metadata.subjects.empty() ? "who gave them is unknown"
                                                                        : "all are from one participant");
}

std::string support_sentences(const BranchSupport& support) {
  const bool people = support.drawn == "subjects";
  const std::string others =
      support.of_nobody > 0 ? fmt::format(" and {} sets of objects asked about without a subject", support.of_nobody)
                            : "";
  const std::string of = people ? fmt::format("the {} participants{}", support.units, others)
                                : fmt::format("the {} sets of objects asked about", support.units);
  const std::ptrdiff_t branches = std::max<std::ptrdiff_t>(0, std::ssize(support.counts) - 1);
  return fmt::format(
      " The support of its branches is from {} bootstrap trees, fitted to samples of {}, drawn with replacement "
      "[@felsenstein1985confidence]. Of {} branches, {} are in at least 95 % of these trees and {} in at least half; "
      "{} have a transfer support [@lemoine2018renewing] of at least 0.95, {} of at least 0.5. {}",
      support.replicates, of, branches, support.at_least(0.95), support.at_least(0.5), support.transfer_at_least(0.95),
      support.transfer_at_least(0.5),
      people ? "This shows whether other participants like these would give the same tree."
             : "As participants were not resampled, this says nothing about other participants.");
}

/// "@ghoshdastidar2019foundations; @tertium".
std::string cited(const core::Method& method) {
  std::vector<std::string> keys;
  for (const core::Reference& reference : core::references_of(method)) keys.push_back("@" + reference.key);
  return fmt::format("{}", fmt::join(keys, "; "));
}

/// "-0.541 ± 0.004".
std::string score_text(const Estimate& score) {
  return std::isfinite(score.error) ? fmt::format("{:.3f} ± {:.3f}", score.value, score.error)
                                    : fmt::format("{:.3f}", score.value);
}

/// How sure the number of clusters is.
std::string certainty_sentence(const NumberChoice& choice) {
  if (choice.blocks < kFewestParts)
    return " With so few parts, the uncertainty of the number is unknown: the answers do not decide it.";
  if (choice.indistinguishable.front() == 1)
    return " By two standard errors of the difference, the best number is indistinguishable from one cluster: the "
           "answers do not decide whether there are clusters.";
  if (choice.indistinguishable.size() == 1)
    return " All other numbers predicted worse by more than two standard errors.";
  return fmt::format(" By two standard errors of the difference, k = {} are indistinguishable from the best.",
                     core::ranges_text(choice.indistinguishable));
}

std::string held_out_sentences(const NumberChoice& choice) {
  const auto score_of = [&](core::Label k) {
    return score_text(choice.tried[static_cast<std::size_t>(k) - 1].log_likelihood);
  };
  std::string text = fmt::format(
      " That is the smallest number from 1 to {} that predicted held-out answers as well as the best, within one "
      "standard error of the difference [@breiman1984classification]. Numbers were compared by the log likelihood of a "
      "held-out comparison. Its model is a table of clusters: for every three clusters, the probability that an object "
      "of the first is judged more like one of the second than one of the third. The log likelihood is {}, and {} for "
      "one cluster",
      choice.tried.back().clusters, score_of(choice.taken), score_of(1));
  text += choice.taken == choice.best
              ? "; no other number has a higher one."
              : fmt::format("; the highest, {}, is that of k = {}.", score_of(choice.best), choice.best);
  if (choice.taken == kMostTried) text += " Larger numbers were not tried.";
  return text + certainty_sentence(choice);
}

std::string criterion_sentences(const NumberChoice& choice) {
  return fmt::format(
      " That is the number from 1 to {} with the lowest Bayesian information criterion [@schwarz1978estimating] for "
      "the {} comparisons. Its model is a table of clusters: for every three clusters, the probability that an object "
      "of the first is judged more like one of the second than one of the third. The criterion assumes independent "
      "answers, and uses those that made the tree: it does not show whether there are clusters at all.",
      choice.tried.back().clusters, choice.statements);
}

std::string number_sentences(const NumberChoice& choice) {
  return choice.rule == NumberRule::kHeldOut ? held_out_sentences(choice) : criterion_sentences(choice);
}

std::string membership_sentence(const ClusterMembership& membership) {
  double sum = 0.0;
  std::size_t lost = 0;
  for (core::Object i = 0; i < std::ssize(membership.stays); ++i) {
    sum += membership.share(i);
    lost += membership.share(i) < 0.5 ? 1 : 0;
  }
  return fmt::format(
      " On average, objects are in their cluster in {:.0f} % of the samples, {} of them in less than half.",
      100.0 * sum / static_cast<double>(std::max<std::size_t>(1, membership.stays.size())), lost);
}

}  // namespace

std::string answers_paragraph(const AnswerInput& input, const Overview& overview, const SplitHalf& reliability) {
  const files::ComparisonFile& file = input.comparisons;
  const std::string people =
      overview.subjects.empty() ? "" : fmt::format(" of {}", people_text(overview.subjects.size()));
  std::string text = fmt::format(
      "We analysed {} answers ({}){} about {} objects with Tertium {} [@tertium]. They answer {} different questions "
      "of the {:.0f} possible ones.",
      overview.answers, name_of(file.form), people, file.objects, core::version(), overview.questions,
      overview.possible_questions);
  if (const auto rows = static_cast<std::size_t>(file.metadata.missing_rows); rows > 0)
    text += fmt::format(" {} no answer.", core::counted(rows, "row") + (rows == 1 ? " has" : " have"));
  if (const auto rows = static_cast<std::size_t>(file.bad_rows); rows > 0)
    text += fmt::format(" {} left out as unreadable.", core::counted(rows, "row") + (rows == 1 ? " was" : " were"));
  if (overview.groups.size() > 1)
    text += fmt::format(" The objects fall into {} groups that no answer links: how the groups relate is unknown.",
                        overview.groups.size());
  return text + people_sentences(input, overview) + repetition_sentences(overview) + reliability_sentence(reliability);
}

std::string comparison_paragraph(const AnswerInput& input, const Comparison& found) {
  const HeldOut& best = found.best_first.front();
  const Estimate predicted = share_predicted(best.of_all());
  const double chance = 1.0 / found.choices;
  std::string text = fmt::format(
      "Methods were compared by held-out accuracy, the fraction of {} answers that they predict without having seen "
      "them ({}). Of {} methods that make trees, {} was the most accurate: {} (chance {}).",
      found.answers, found.folds.sentence, found.best_first.size(), best.method.name, predicted.text(),
      core::percent(chance));
  if (found.best_first.size() == 1)
    text = fmt::format(
        "Held-out accuracy is the fraction of {} answers that {} predicts without having seen them ({}). It is {} "
        "(chance {}).",
        found.answers, best.method.name, found.folds.sentence, predicted.text(), core::percent(chance));
  if (const std::string by_chance = chance_text(predicted, chance, found.best_first.size(), found.folds.blocks);
      !by_chance.empty())
    text += by_chance + ": what follows may be meaningless.";
  return text + errors_sentence(input, found.folds) + others_sentence(found);
}

namespace {

/// How a tree with lengths was cut.
std::string parts_sentence(std::ptrdiff_t cut) {
  return fmt::format(
      " They are the parts that remain when {} of its branches {} cut, regardless of the root. Branches were chosen by "
      "the path lengths between objects, centred by rows, inside clusters per object (forward selection and exchanges "
      "of one branch).",
      cut, cut == 1 ? "is" : "are");
}

}  // namespace

std::string tree_paragraph(const ClusterRequest& request, const Clustering& found,
                           const std::optional<NumberChoice>& number) {
  std::string text = fmt::format("A tree was fitted to all answers by {} [{}], seed {}.",
                                 request.method.with_parameters(), cited(request.method), request.seed);
  if (found.agreement) {
    text += fmt::format(" It agrees with {} of the comparisons that it was made from",
                        core::percent(found.agreement->satisfied));
    text += found.satisfied_by_chance
                ? fmt::format("; for random answers to the same questions this would be {} (mean of {} runs).",
                              core::percent(*found.satisfied_by_chance), kChanceRuns)
                : ".";
  }
  if (found.support) text += support_sentences(*found.support);
  text += fmt::format(" The tree was cut into {} of {} objects.",
                      found.labels.clusters() == 1 ? std::string("k = 1 cluster")
                                                   : fmt::format("k = {} clusters", found.labels.clusters()),
                      enumerated([&] {
                        std::vector<std::string> sizes;
                        for (const core::Object size : found.sizes()) sizes.push_back(std::to_string(size));
                        return sizes;
                      }()));
  if (!found.cut_branches.empty()) text += parts_sentence(std::ssize(found.cut_branches));
  text += number ? number_sentences(*number) : " The number was given.";
  return found.membership ? text + membership_sentence(*found.membership) : text;
}

std::string map_paragraph(const ObjectMap& map, std::uint64_t seed) {
  std::string text = fmt::format("A map of the objects was fitted to all answers by {} [{}], seed {}.",
                                 map.method.with_parameters(), cited(map.method), seed);
  if (map.dimensions && map.dimensions->why.empty())
    text += fmt::format(
        " Of 1 to {} dimensions, this is the smallest number that predicted held-out {} ({} folds) as well as the "
        "best, within one standard error over the {} [@breiman1984classification].",
        map.dimensions->tried.size(), map.dimensions->folds_of == "subjects" ? "answers of subjects" : "answers",
        map.dimensions->folds, map.dimensions->errors_over);
  if (map.satisfied) text += fmt::format(" It agrees with {} of the answers.", core::percent(*map.satisfied));
  if (!map.spread) return text;
  return text + fmt::format(
                    " Ellipses contain 95 % of a normal distribution with the covariance of an object's coordinates in "
                    "{} maps of resampled answers ({}), each aligned with this map by Procrustes analysis "
                    "[@gower1975generalized]. They show what other answers of the same kind would change; they are not "
                    "confidence regions of true coordinates.",
                    map.spread->replicates, map.spread->drawn_text());
}

std::string groups_paragraph(const GroupRequest& request, const GroupComparison& found) {
  std::vector<std::string> groups;
  for (const AnsweringGroup& group : found.groups)
    groups.push_back(fmt::format("{} ({} participants, {} answers)", group.name, group.people, group.answers));
  const auto test = [](const PermutationTest& one) { return fmt::format("p = {:.2g}", one.p()); };
  return fmt::format(
      "Groups of participants were compared: {}. {} [{}] was fitted to each group's answers. The closest pair differs "
      "between groups in {} of the triples of objects (permuted groups: {} on average; {}). Participants' own group "
      "predicts {} of their answers, equally many participants of {} {} (difference {:+.1f} ± {:.1f} points, standard "
      "error over the {} participants; {}). p-values are from {} permutations of participants, including the observed "
      "groups [@phipson2010permutation]. By the smaller p, doubled for two tests, the groups {} (p = {:.2g}).",
      enumerated(std::move(groups)), request.method.with_parameters(), cited(request.method),
      core::percent(found.distance.observed), core::percent(found.distance.mean()), test(found.distance),
      core::percent(found.shares.own.value), found.groups.size() == 2 ? "the other one" : "the others",
      core::percent(found.shares.other.value), 100.0 * found.shares.difference.value,
      100.0 * found.shares.difference.error, found.people, test(found.nearer), found.distance.permuted.size(),
      found.p() <= kGroupLevel ? "differ" : "are indistinguishable", found.p());
}

}  // namespace tertium::answers
