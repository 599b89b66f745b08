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
  return count == 1 ? "1 person" : fmt::format("{} people", count);
}

/// A standard error over fewer parts is itself too uncertain for two or three of it to tell anything.
constexpr std::int32_t kFewestParts = 6;

/// "That is indistinguishable from chance (50.0 %) by three standard errors", where that is so: what is the best of
/// several by chance is above it by two often enough. Nothing where it is told apart. `over`: how many parts the error
/// is over.
std::string chance_text(const Estimate& predicted, double chance, std::size_t tried, std::int32_t over) {
  if (over < kFewestParts)
    return fmt::format(" From so few parts it cannot be told whether that is more than chance ({})",
                       core::percent(chance));
  const bool several = tried > 1;
  if (predicted.value - (several ? 3.0 : 2.0) * predicted.error > chance) return "";
  return fmt::format(" That is indistinguishable from chance ({}) by {} standard errors", core::percent(chance),
                     several ? "three" : "two");
}

std::string repetition_sentences(const Overview& overview) {
  const Repetition& found = overview.repetition;
  if (found.questions == 0) return " No question was answered twice, so that how reliable answers are is not known.";
  std::string text = fmt::format(
      " {} answered more than once ({} answers), {} of them in more than one way; two answers to the same "
      "question agreed in {} of all cases (by chance {}).",
      core::counted(static_cast<std::size_t>(found.questions), "question") + (found.questions == 1 ? " was" : " were"),
      found.answers, found.contradicted, core::percent(found.agreement), core::percent(1.0 / overview.choices));
  if (found.own_pairs > 0)
    text += fmt::format(" Two answers of the same person to the same question agreed in {} of {} pairs.",
                        core::percent(share(found.own_agreeing, found.own_pairs)), found.own_pairs);
  if (!found.tells_ceiling()) return text;
  return text +
         fmt::format(
             " By that agreement, who knew how probable each answer is would be right about some {} of "
             "these answers (the noise ceiling), and about no more than {} however the probabilities are distributed.",
             core::percent(found.ceiling.value), core::percent(found.ceiling.at_most));
}

std::string reliability_sentence(const SplitHalf& found) {
  if (found.splits == 0) return "";
  return fmt::format(
      " Split-half reliability: similarities ({}) by two random halves of the {} correlate {:.2f} in the mean of {} "
      "splits, so that those of all {} have a reliability of {:.2f} [@spearman1910correlation; @brown1910some].",
      found.kernel, found.split == "subjects" ? people_text(static_cast<std::size_t>(found.units)) : "answers",
      found.correlation, found.splits, found.split == "subjects" ? "people" : "answers", found.reliability());
}

std::string people_sentences(const AnswerInput& input, const Overview& overview) {
  const std::vector<std::string>& dropped = input.comparisons.metadata.dropped;
  std::string text;
  if (!dropped.empty())
    text += fmt::format(" Answers of {} were left out: {}.", people_text(dropped.size()), enumerated(dropped));
  if (overview.subjects.empty()) return text + " Who answered is not known.";
  std::vector<std::string> careless, misread;
  std::size_t unjudged = 0;
  for (const Subject& subject : overview.subjects) {
    if (!subject.flags.empty()) (subject.exchanged ? misread : careless).push_back(subject.name);
    unjudged += subject.evaluated ? 0 : 1;
  }
  if (!overview.prediction.share)
    return text +
           fmt::format(" Nobody could be judged by what the others' answers predict: {}.", overview.prediction.why);
  text += careless.empty() ? std::string(" Nobody's answers looked careless")
                           : fmt::format(" Answers of {} looked careless and were not left out: {}",
                                         people_text(careless.size()), enumerated(careless));
  if (!misread.empty())
    text += fmt::format("; those of {} look as if two options were exchanged: {}", people_text(misread.size()),
                        enumerated(misread));
  return text + (unjudged == 0 ? "." : fmt::format("; {} answered too little to be judged.", people_text(unjudged)));
}

/// How many other methods there were, and how they compare with the best.
std::string others_sentence(const Comparison& found) {
  if (found.best_first.size() == 1) return "";
  if (found.folds.blocks < kFewestParts)
    return fmt::format(" From {} methods are indistinguishable.", found.folds.errors_over());
  const std::vector<std::string> as_good = found.as_good_as_best();
  const std::string rule =
      fmt::format("by two standard errors of the difference over the same {}", found.folds.blocks_called);
  const std::string text = as_good.empty()
                               ? fmt::format(" All others predicted less {}.", rule)
                               : fmt::format(" {} indistinguishable from it {}: {}.",
                                             as_good.size() == 1 ? "One is" : fmt::format("{} are", as_good.size()),
                                             rule, enumerated(as_good));
  return text + " As the best of several its share is, if anything, a little high.";
}

std::string errors_sentence(const AnswerInput& input, const Folds& folds) {
  if (folds.blocks < 2) return " No standard error is known.";
  const std::string text = fmt::format(" ± is a standard error over the {}", folds.errors_over());
  if (folds.blocks_called == "subjects") return text + ".";
  return text + fmt::format(": it goes by answers, as {}, and says nothing of other people.",
                            input.comparisons.metadata.subjects.empty() ? "who gave them is not known"
                                                                        : "all are of one person");
}

std::string support_sentences(const BranchSupport& support) {
  const bool people = support.drawn == "subjects";
  const std::string others =
      support.of_nobody > 0 ? fmt::format(" and {} sets of objects asked about without a subject", support.of_nobody)
                            : "";
  const std::string of = people ? fmt::format("the {} people{}", support.units, others)
                                : fmt::format("the {} sets of objects asked about", support.units);
  const std::ptrdiff_t branches = std::max<std::ptrdiff_t>(0, std::ssize(support.counts) - 1);
  return fmt::format(
      " {} trees of samples of {}, drawn with replacement [@felsenstein1985confidence], tell how sure its branches "
      "are: "
      "of {} branches {} are in at least 95 % of these trees and {} in at least half; {} have a transfer support "
      "[@lemoine2018renewing] of 0.95 or more, {} of 0.5 or more. {}",
      support.replicates, of, branches, support.at_least(0.95), support.at_least(0.5), support.transfer_at_least(0.95),
      support.transfer_at_least(0.5),
      people ? "This tells whether other people like these would say the same."
             : "As people were not drawn, this tells nothing of other people.");
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
    return " From so few parts it cannot be told how sure the number is: the answers do not decide it.";
  if (choice.indistinguishable.front() == 1)
    return " Two standard errors of the difference do not tell the best number apart from one cluster: the answers do "
           "not decide whether there are clusters.";
  if (choice.indistinguishable.size() == 1) return " All other numbers predicted less by two standard errors.";
  return fmt::format(" By two standard errors of the difference k = {} are indistinguishable from the best.",
                     core::ranges_text(choice.indistinguishable));
}

std::string held_out_sentences(const NumberChoice& choice) {
  const auto score_of = [&](core::Label k) {
    return score_text(choice.tried[static_cast<std::size_t>(k) - 1].log_likelihood);
  };
  std::string text = fmt::format(
      " That is the smallest number from 1 to {} that predicted these answers held out as well as the best, within one "
      "standard error of the difference [@breiman1984classification]. Numbers were judged by the log likelihood that a "
      "table of clusters gives a statement, the probability for each three clusters that an object of the first is "
      "said to be more like one of the second than one of the third: {}, where one cluster has {}",
      choice.tried.back().clusters, score_of(choice.taken), score_of(1));
  text += choice.taken == choice.best
              ? "; no other has more."
              : fmt::format("; most of all, {}, has k = {}.", score_of(choice.best), choice.best);
  if (choice.taken == kMostTried) text += " More were not tried.";
  return text + certainty_sentence(choice);
}

std::string criterion_sentences(const NumberChoice& choice) {
  return fmt::format(
      " That is the number from 1 to {} with the least Bayesian information criterion [@schwarz1978estimating] of the "
      "{} statements by a table of clusters, the probability for each three clusters that an object of the first is "
      "said to be more like one of the second than one of the third. The criterion takes answers for independent, and "
      "goes by those that made the tree: it does not tell whether there are clusters at all.",
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
      " Objects are in their cluster in {:.0f} % of the samples in the mean, {} of them in less than half.",
      100.0 * sum / static_cast<double>(std::max<std::size_t>(1, membership.stays.size())), lost);
}

}  // namespace

std::string answers_paragraph(const AnswerInput& input, const Overview& overview, const SplitHalf& reliability) {
  const files::ComparisonFile& file = input.comparisons;
  const std::string people =
      overview.subjects.empty() ? "" : fmt::format(" of {}", people_text(overview.subjects.size()));
  std::string text = fmt::format(
      "We analysed {} answers ({}){} about {} objects with Tertium {} [@tertium]. They are "
      "answers to {} different questions of the {:.0f} possible ones.",
      overview.answers, name_of(file.form), people, file.objects, core::version(), overview.questions,
      overview.possible_questions);
  if (const auto rows = static_cast<std::size_t>(file.metadata.missing_rows); rows > 0)
    text += fmt::format(" {} no answer.", core::counted(rows, "row") + (rows == 1 ? " has" : " have"));
  if (const auto rows = static_cast<std::size_t>(file.bad_rows); rows > 0)
    text +=
        fmt::format(" {} left out that cannot be read.", core::counted(rows, "row") + (rows == 1 ? " was" : " were"));
  if (overview.groups.size() > 1)
    text += fmt::format(
        " The objects fall into {} groups that no answer links: how these lie to each other is not "
        "known.",
        overview.groups.size());
  return text + people_sentences(input, overview) + repetition_sentences(overview) + reliability_sentence(reliability);
}

std::string comparison_paragraph(const AnswerInput& input, const Comparison& found) {
  const HeldOut& best = found.best_first.front();
  const Estimate predicted = share_predicted(best.of_all());
  const double chance = 1.0 / found.choices;
  std::string text = fmt::format(
      "Methods were judged by the share of {} answers that they predict without having seen them ({}). Of {} that "
      "make "
      "trees none predicted more than {}, {} (by chance {}).",
      found.answers, found.folds.sentence, found.best_first.size(), best.method.name, predicted.text(),
      core::percent(chance));
  if (found.best_first.size() == 1)
    text = fmt::format(
        "The share of {} answers was counted that {} predicts without having seen them ({}). It is {} "
        "(by chance {}).",
        found.answers, best.method.name, found.folds.sentence, predicted.text(), core::percent(chance));
  if (const std::string by_chance = chance_text(predicted, chance, found.best_first.size(), found.folds.blocks);
      !by_chance.empty())
    text += by_chance + ": what follows need not mean anything.";
  return text + errors_sentence(input, found.folds) + others_sentence(found);
}

namespace {

/// How a tree with lengths was cut.
std::string parts_sentence(std::ptrdiff_t cut) {
  return fmt::format(
      " These are what is left when {} of its branches {} cut, wherever the root is, chosen by the path lengths "
      "between "
      "objects, centred by rows, inside clusters per object (forward selection, and exchanges of one branch).",
      cut, cut == 1 ? "is" : "are");
}

}  // namespace

std::string tree_paragraph(const ClusterRequest& request, const Clustering& found,
                           const std::optional<NumberChoice>& number) {
  std::string text = fmt::format("The tree of all answers was made by {} [{}], seed {}.",
                                 request.method.with_parameters(), cited(request.method), request.seed);
  if (found.agreement) {
    text += fmt::format(" It agrees with {} of the statements that it was made of",
                        core::percent(found.agreement->satisfied));
    text += found.satisfied_by_chance
                ? fmt::format("; of random answers to the same questions it would be {}, the mean of {} runs.",
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
  text += number ? number_sentences(*number) : " That number was given.";
  return found.membership ? text + membership_sentence(*found.membership) : text;
}

std::string map_paragraph(const ObjectMap& map, std::uint64_t seed) {
  std::string text = fmt::format("A map of the objects was made of all answers by {} [{}], seed {}.",
                                 map.method.with_parameters(), cited(map.method), seed);
  if (map.dimensions && map.dimensions->why.empty())
    text += fmt::format(
        " Of 1 to {} dimensions this is the smallest number that predicted {} held out ({} folds) as well as the best, "
        "within one standard error over the {} [@breiman1984classification].",
        map.dimensions->tried.size(), map.dimensions->folds_of == "subjects" ? "answers of subjects" : "answers",
        map.dimensions->folds, map.dimensions->errors_over);
  if (map.satisfied) text += fmt::format(" It agrees with {} of the answers.", core::percent(*map.satisfied));
  if (!map.spread) return text;
  return text +
         fmt::format(
             " Ellipses hold 95 % of a normal distribution with the covariance of an object's places in {} maps of "
             "resampled answers ({}), each moved onto this map by Procrustes [@gower1975generalized]; they tell what "
             "other answers of the same kind would change, and are no regions for true places.",
             map.spread->replicates, map.spread->drawn_text());
}

std::string groups_paragraph(const GroupRequest& request, const GroupComparison& found) {
  std::vector<std::string> groups;
  for (const AnsweringGroup& group : found.groups)
    groups.push_back(fmt::format("{} ({} people, {} answers)", group.name, group.people, group.answers));
  const auto test = [](const PermutationTest& one) { return fmt::format("p = {:.2g}", one.p()); };
  return fmt::format(
      "Groups of people were compared: {}. What {} [{}] makes of each group's answers has another closest pair in {} "
      "of "
      "the triples of objects (permuted groups {} in the mean; {}). People's own group predicts {} of their answers, "
      "as many people of {} {} (difference {:+.1f} ± {:.1f} points, a standard error over the {} people; {}). p are "
      "those of {} permutations of people, the groups as they are among them [@phipson2010permutation]. By the smaller "
      "p, twice for two tests, the groups {} (p = {:.2g}).",
      enumerated(std::move(groups)), request.method.with_parameters(), cited(request.method),
      core::percent(found.distance.observed), core::percent(found.distance.mean()), test(found.distance),
      core::percent(found.shares.own.value), found.groups.size() == 2 ? "the other one" : "the others",
      core::percent(found.shares.other.value), 100.0 * found.shares.difference.value,
      100.0 * found.shares.difference.error, found.people, test(found.nearer), found.distance.permuted.size(),
      found.p() <= kGroupLevel ? "differ" : "are indistinguishable", found.p());
}

}  // namespace tertium::answers
