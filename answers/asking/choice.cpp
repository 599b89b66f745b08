#include "answers/asking/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "answers/asking/answer_model.hpp"
#include "answers/fits/fit.hpp"
#include "core/base/error.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {
namespace {

using core::Object;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// What a question counts for: its anchor, or all of its objects.
std::span<const Object> subjects_of(const Screen& question) {
  return std::span(question.objects).first(subjects_in(question.form));
}

/// How often what questions are about was asked about: in all, and among those that are taken.
struct Counts {
  std::vector<std::int64_t> asked, mine;

  template <typename Groups>
  void add(const Groups& groups) {
    for (const auto group : groups) {
      ++asked[group];
      ++mine[group];
    }
  }
};

/// Takes questions out of those that are open.
class Selection {
 public:
  Selection(const AskedCounts& asked, std::span<const Screen> open, std::size_t count)
      : open_(open), count_(std::min(count, open.size())), aim_(count_), taken_(open.size(), false) {
    for (Object subject = 0; subject < asked.objects(); ++subject) subjects_.asked.push_back(asked.of_object(subject));
    subjects_.mine.assign(subjects_.asked.size(), 0);
  }

  bool is_full() const { return chosen_.size() >= aim_; }
  /// Nothing is taken beyond a part of those that are missing, rounded up.
  void aim_at(double part) {
    const std::size_t missing = count_ - chosen_.size();
    aim_ = chosen_.size() + static_cast<std::size_t>(std::ceil(part * static_cast<double>(missing)));
  }
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  /// In the order given, no subject more than `most` times.
  void take_in_order(std::span<const std::size_t> order, std::int64_t most);
  /// Subjects in turn: the one that is here least, then the one asked least, while that is less than `limit` times,
  /// then the one whose question comes first; each with the first question of its own in the order given.
  void take_in_turn(std::span<const std::size_t> order, std::int64_t limit) {
    take_in_turn(order, limit, subjects_, [&](std::size_t k) { return subjects_of(open_[k]); });
  }
  /// The same of branches, which the questions test; kNone: no one.
  void take_by_branch(std::span<const std::size_t> order, std::span<const core::Node> tested, Counts& branches) {
    take_in_turn(order, kNoLimit, branches,
                 [&](std::size_t k) { return tested.subspan(k, tested[k] == BranchQuestions::kNone ? 0 : 1); });
  }

 private:
  template <typename GroupsOf>
  void take_in_turn(std::span<const std::size_t> order, std::int64_t limit, Counts& counts, GroupsOf&& groups_of);

  void take(std::size_t question) {
    taken_[question] = true;
    chosen_.push_back(question);
    subjects_.add(subjects_of(open_[question]));
  }

  std::span<const Screen> open_;
  std::size_t count_, aim_;
  std::vector<bool> taken_;
  Counts subjects_{};
  std::vector<std::size_t> chosen_;
};

void Selection::take_in_order(std::span<const std::size_t> order, std::int64_t most) {
  const auto has_room = [&](Object subject) { return subjects_.mine[subject] < most; };
  for (const std::size_t k : order) {
    if (is_full()) return;
    if (!taken_[k] && std::ranges::all_of(subjects_of(open_[k]), has_room)) take(k);
  }
}

template <typename GroupsOf>
void Selection::take_in_turn(std::span<const std::size_t> order, std::int64_t limit, Counts& counts,
                             GroupsOf&& groups_of) {
  const std::size_t groups = counts.asked.size();
  std::vector<std::vector<std::size_t>> of_group(groups);  // places in the order
  for (std::size_t place = order.size(); place-- > 0;)
    for (const auto group : groups_of(order[place])) of_group[group].push_back(place);
  while (!is_full()) {
    std::size_t next = groups;
    const auto turn = [&](std::size_t group) {
      return std::tuple(counts.mine[group], counts.asked[group], of_group[group].back());
    };
    for (std::size_t group = 0; group < groups; ++group) {
      std::vector<std::size_t>& places = of_group[group];
      while (!places.empty() && taken_[order[places.back()]]) places.pop_back();
      if (!places.empty() && counts.asked[group] < limit && (next == groups || turn(group) < turn(next))) next = group;
    }
    if (next == groups) return;
    const std::size_t question = order[of_group[next].back()];
    take(question);
    if (&counts != &subjects_) counts.add(groups_of(question));
  }
}

/// Best first; those that are as good in the order given.
std::vector<std::size_t> best_first(std::vector<std::size_t> order, const std::vector<double>& score) {
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return score[a] > score[b]; });
  return order;
}

std::vector<std::size_t> any_order(std::size_t count, core::Stream& draws) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(std::span(order));
  return order;
}

}  // namespace

const std::vector<std::string>& choice_rules() {
  static const std::vector<std::string> names{"mixed", "arr", "infogain", "uncertain", "branches", "random"};
  return names;
}

std::string name_of(ChoiceRule rule) {
  return choice_rules()[static_cast<std::size_t>(rule)];
}

std::vector<std::string> choice_rules(files::AnswerForm form) {
  if (form == files::AnswerForm::kTriplet) return choice_rules();
  std::vector<std::string> names{name_of(ChoiceRule::kMixed), name_of(ChoiceRule::kUncertain)};
  if (objects_in(form) == 3) names.push_back(name_of(ChoiceRule::kBranches));
  names.push_back(name_of(ChoiceRule::kRandom));
  return names;
}

ChoiceRule choice_rule(const std::string& name, files::AnswerForm form) {
  const auto found = std::find(choice_rules().begin(), choice_rules().end(), name);
  const std::vector<std::string> known = choice_rules(form);
  if (found == choice_rules().end()) core::fail_unknown("way of choosing", name, known);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw core::UsageError(fmt::format(
        "{} goes by {} ({} have {}), take {}", name,
        name == name_of(ChoiceRule::kBranches) ? "questions about three objects"
                                               : "the information of an answer about its anchor",
        files::name_of(form), name == name_of(ChoiceRule::kBranches) ? "four" : "none", fmt::join(known, ", ")));
  return static_cast<ChoiceRule>(found - choice_rules().begin());
}

core::Coordinates places_of(const KnownAnswers& known, const core::Method& method, std::uint64_t seed) {
  files::ComparisonFile file;
  const bool triplets = std::all_of(known.statements.begin(), known.statements.end(), core::is_triplet);
  file.form = triplets ? files::AnswerForm::kTriplet : files::AnswerForm::kQuadruplet;
  file.objects = known.objects;
  file.statements = known.statements;
  file.counts = known.counts;
  core::Method fitted = method;
  if (!triplets) core::set_parameters(fitted, {{"input", "quadruplets"}});
  return std::get<core::Coordinates>(fit({.comparisons = std::move(file)}, fitted, seed).product);
}

namespace {

std::shared_ptr<const BranchQuestions> branches_of(const KnownAnswers& known, const ChoiceOptions& options) {
  return std::make_shared<const BranchQuestions>(tree_by(known, options.form, options.prior.get(), options.seed));
}

/// Answers about each branch, by node.
std::vector<std::int64_t> answers_about(const BranchQuestions& branches, const KnownAnswers& known) {
  std::vector<std::int64_t> answers(static_cast<std::size_t>(branches.nodes()), 0);
  for (std::size_t k = 0; k < known.statements.size(); ++k) {
    if (!core::is_triplet(known.statements[k])) continue;
    const auto [anchor, near, far] = core::as_triplet(known.statements[k]);
    const core::Node branch = branches.tested_by({files::AnswerForm::kOddOneOut, {anchor, near, far}});
    if (branch != BranchQuestions::kNone) answers[branch] += known.counts[k];
  }
  return answers;
}

/// A third of them tests branches, and the others are any, of all subjects as often. With a half, more is saved where
/// answers are right, and more is lost where few are there of which 30 of a hundred are wrong.
void select_by_branches(const BranchQuestions& branches, const KnownAnswers& known, std::span<const Screen> open,
                        std::span<const std::size_t> any, Selection& selection) {
  std::vector<core::Node> tested;
  for (const Screen& question : open) tested.push_back(branches.tested_by(question));
  constexpr double kTesting = 1.0 / 3.0;
  Counts counts{answers_about(branches, known), {}};
  counts.mine.assign(counts.asked.size(), 0);
  selection.aim_at(kTesting);
  selection.take_by_branch(any, tested, counts);
  selection.aim_at(1.0);
  selection.take_in_turn(any, kNoLimit);
}

}  // namespace

std::vector<ChosenQuestion> choose(const KnownAnswers& known, std::span<const Screen> open, std::size_t count,
                                   const ChoiceOptions& options) {
  core::Stream draws({.master_seed = options.seed}, core::Purpose::kQuestions, options.round);
  const std::vector<std::size_t> any = any_order(open.size(), draws);
  Selection selection(known.asked, open, count);
  std::vector<double> gains(open.size(), kNotKnown);
  if (options.rule == ChoiceRule::kRandom) {
    selection.take_in_order(any, kNoLimit);
  } else if (options.prior == nullptr) {
    selection.take_in_turn(any, known.statements.empty() ? kNoLimit : options.warm_up);
  }
  if (!selection.is_full() && options.rule == ChoiceRule::kBranches) {
    select_by_branches(options.branches ? *options.branches : *branches_of(known, options), known, open, any,
                       selection);
  } else if (!selection.is_full()) {
    const AnswerModel model(places_of(known, options.method, options.seed), options.method);
    const bool anchored = options.form == files::AnswerForm::kTriplet;
    gains = anchored ? information_gains(model, Posterior(model, known), open) : uncertainties(model, open);
    const bool uncertain = options.rule == ChoiceRule::kUncertain;
    const std::vector<std::size_t> order = best_first(any, uncertain && anchored ? uncertainties(model, open) : gains);
    const std::int64_t subjects =
        static_cast<std::int64_t>(count) * static_cast<std::int64_t>(subjects_in(options.form));
    const std::int64_t share = std::max<std::int64_t>(1, 2 * subjects / known.objects);
    if (options.rule == ChoiceRule::kMixed) selection.aim_at(0.5);
    if (options.rule == ChoiceRule::kInfogain || uncertain) selection.take_in_order(order, share);
    selection.take_in_turn(order, kNoLimit);
    selection.aim_at(1.0);
    selection.take_in_order(any, kNoLimit);
  }
  std::vector<ChosenQuestion> chosen;
  for (const std::size_t k : selection.chosen()) chosen.push_back({open[k], gains[k]});
  return chosen;
}

std::vector<Screen> candidates(const KnownAnswers& known, std::int64_t votes, std::size_t count,
                               ChoiceOptions& options) {
  std::vector<Screen> open = open_questions(known.asked, options.form, votes, options.seed, options.round);
  const bool knows = options.prior != nullptr || !known.statements.empty();
  if (options.rule != ChoiceRule::kBranches || !knows) return open;
  options.branches = branches_of(known, options);
  const std::span<const core::Node> branches = options.branches->branches();
  if (are_all_listed(known.objects, options.form) || branches.empty()) return open;
  core::Stream draws({.master_seed = options.seed, .repetition = 4}, core::Purpose::kQuestions, options.round);
  std::set<Screen> there(open.begin(), open.end());
  for (std::size_t k = 0; k < count + branches.size(); ++k) {
    const Screen question = options.branches->draw(branches[k % branches.size()], options.form, draws);
    if (known.asked(question) < votes && there.insert(question).second) open.push_back(question);
  }
  return open;
}

std::vector<ChosenQuestion> next_questions(const KnownAnswers& known, std::size_t count, std::int64_t votes,
                                           ChoiceOptions options) {
  options.round = known.statements.size();
  const std::vector<Screen> open = candidates(known, votes, count, options);
  return choose(known, open, count, options);
}

}  // namespace tertium::answers
