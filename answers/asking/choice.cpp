#include "answers/asking/choice.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
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

/// Takes questions out of those that are open.
class Selection {
 public:
  Selection(const AskedCounts& asked, std::span<const Screen> open, std::size_t count)
      : open_(open), count_(std::min(count, open.size())), aim_(count_), taken_(open.size(), false) {
    for (Object subject = 0; subject < asked.objects(); ++subject) asked_.push_back(asked.of_object(subject));
    mine_.assign(asked_.size(), 0);
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
  void take_in_turn(std::span<const std::size_t> order, std::int64_t limit);

 private:
  void take(std::size_t question) {
    taken_[question] = true;
    chosen_.push_back(question);
    for (const Object subject : subjects_of(open_[question])) {
      ++asked_[subject];
      ++mine_[subject];
    }
  }

  std::span<const Screen> open_;
  std::size_t count_, aim_;
  std::vector<bool> taken_;
  std::vector<std::int64_t> asked_, mine_;  // of subjects: in all, and here
  std::vector<std::size_t> chosen_;
};

void Selection::take_in_order(std::span<const std::size_t> order, std::int64_t most) {
  const auto has_room = [&](Object subject) { return mine_[subject] < most; };
  for (const std::size_t k : order) {
    if (is_full()) return;
    if (!taken_[k] && std::ranges::all_of(subjects_of(open_[k]), has_room)) take(k);
  }
}

void Selection::take_in_turn(std::span<const std::size_t> order, std::int64_t limit) {
  std::vector<std::vector<std::size_t>> of_subject(asked_.size());  // places in the order
  for (std::size_t place = order.size(); place-- > 0;)
    for (const Object subject : subjects_of(open_[order[place]])) of_subject[subject].push_back(place);
  while (!is_full()) {
    std::size_t next = asked_.size();
    const auto turn = [&](std::size_t subject) {
      return std::tuple(mine_[subject], asked_[subject], of_subject[subject].back());
    };
    for (std::size_t subject = 0; subject < asked_.size(); ++subject) {
      std::vector<std::size_t>& places = of_subject[subject];
      while (!places.empty() && taken_[order[places.back()]]) places.pop_back();
      if (!places.empty() && asked_[subject] < limit && (next == asked_.size() || turn(subject) < turn(next)))
        next = subject;
    }
    if (next == asked_.size()) return;
    take(order[of_subject[next].back()]);
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
  static const std::vector<std::string> names{"mixed", "arr", "infogain", "uncertain", "random"};
  return names;
}

std::string name_of(ChoiceRule rule) {
  return choice_rules()[static_cast<std::size_t>(rule)];
}

std::vector<std::string> choice_rules(files::AnswerForm form) {
  if (form == files::AnswerForm::kTriplet) return choice_rules();
  return {name_of(ChoiceRule::kMixed), name_of(ChoiceRule::kUncertain), name_of(ChoiceRule::kRandom)};
}

ChoiceRule choice_rule(const std::string& name, files::AnswerForm form) {
  const auto found = std::find(choice_rules().begin(), choice_rules().end(), name);
  const std::vector<std::string> known = choice_rules(form);
  if (found == choice_rules().end()) core::fail_unknown("way of choosing", name, known);
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw core::UsageError(fmt::format("{} goes by what an answer tells about its anchor ({} have none), take {}", name,
                                       files::name_of(form), fmt::join(known, ", ")));
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

std::vector<ChosenQuestion> choose(const KnownAnswers& known, std::span<const Screen> open, std::size_t count,
                                   const ChoiceOptions& options) {
  core::Stream draws({.master_seed = options.seed}, core::Purpose::kQuestions, options.round);
  const std::vector<std::size_t> any = any_order(open.size(), draws);
  Selection selection(known.asked, open, count);
  std::vector<double> gains(open.size(), kNotKnown);
  if (options.rule == ChoiceRule::kRandom) {
    selection.take_in_order(any, kNoLimit);
  } else {
    selection.take_in_turn(any, known.statements.empty() ? kNoLimit : options.warm_up);
  }
  if (!selection.is_full()) {
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

std::vector<ChosenQuestion> next_questions(const KnownAnswers& known, std::size_t count, std::int64_t votes,
                                           ChoiceOptions options) {
  options.round = known.statements.size();
  return choose(known, open_questions(known.asked, options.form, votes, options.seed, options.round), count, options);
}

}  // namespace tertium::answers
