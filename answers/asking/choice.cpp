#include "answers/asking/choice.hpp"

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
#include "files/statements/comparison_file.hpp"

namespace tertium::answers {
namespace {

using core::Object;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

/// Takes questions out of those that are open.
class Selection {
 public:
  Selection(const AskedCounts& asked, std::span<const TripletQuestion> open, std::size_t count)
      : open_(open), count_(std::min(count, open.size())), aim_(count_), taken_(open.size(), false) {
    for (Object anchor = 0; anchor < asked.objects(); ++anchor) asked_.push_back(asked.of_anchor(anchor));
    mine_.assign(asked_.size(), 0);
  }

  bool is_full() const { return chosen_.size() >= aim_; }
  /// Nothing is taken beyond a part of those that are missing, rounded up.
  void aim_at(double part) {
    const std::size_t missing = count_ - chosen_.size();
    aim_ = chosen_.size() + static_cast<std::size_t>(std::ceil(part * static_cast<double>(missing)));
  }
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  /// In the order given, no anchor more than `most` times.
  void take_in_order(std::span<const std::size_t> order, std::int64_t most);
  /// Anchors in turn: the one that is here least, then the one asked least, while that is less than `limit` times, then
  /// the one whose question comes first; each with the first question of its own in the order given.
  void take_in_turn(std::span<const std::size_t> order, std::int64_t limit);

 private:
  void take(std::size_t question) {
    taken_[question] = true;
    chosen_.push_back(question);
    ++asked_[open_[question].anchor];
    ++mine_[open_[question].anchor];
  }

  std::span<const TripletQuestion> open_;
  std::size_t count_, aim_;
  std::vector<bool> taken_;
  std::vector<std::int64_t> asked_, mine_;  // of anchors: in all, and here
  std::vector<std::size_t> chosen_;
};

void Selection::take_in_order(std::span<const std::size_t> order, std::int64_t most) {
  for (const std::size_t k : order) {
    if (is_full()) return;
    if (!taken_[k] && mine_[open_[k].anchor] < most) take(k);
  }
}

void Selection::take_in_turn(std::span<const std::size_t> order, std::int64_t limit) {
  std::vector<std::vector<std::size_t>> of_anchor(asked_.size());  // places in the order
  for (std::size_t place = order.size(); place-- > 0;)
    if (!taken_[order[place]]) of_anchor[open_[order[place]].anchor].push_back(place);
  while (!is_full()) {
    std::size_t next = asked_.size();
    const auto turn = [&](std::size_t anchor) {
      return std::tuple(mine_[anchor], asked_[anchor], of_anchor[anchor].back());
    };
    for (std::size_t anchor = 0; anchor < asked_.size(); ++anchor)
      if (!of_anchor[anchor].empty() && asked_[anchor] < limit && (next == asked_.size() || turn(anchor) < turn(next)))
        next = anchor;
    if (next == asked_.size()) return;
    take(order[of_anchor[next].back()]);
    of_anchor[next].pop_back();
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

ChoiceRule choice_rule(const std::string& name) {
  const auto found = std::find(choice_rules().begin(), choice_rules().end(), name);
  if (found == choice_rules().end()) core::fail_unknown("way of choosing", name, choice_rules());
  return static_cast<ChoiceRule>(found - choice_rules().begin());
}

core::Coordinates places_of(const KnownAnswers& known, const core::Method& method, std::uint64_t seed) {
  files::ComparisonFile file;
  file.form = files::AnswerForm::kTriplet;
  file.objects = known.objects;
  for (const core::Triplet& answer : known.answers) file.statements.push_back(core::as_quadruplet(answer));
  file.counts = known.counts;
  return std::get<core::Coordinates>(fit({.comparisons = std::move(file)}, method, seed).product);
}

std::vector<ChosenQuestion> choose(const KnownAnswers& known, std::span<const TripletQuestion> open, std::size_t count,
                                   const ChoiceOptions& options) {
  core::Stream draws({.master_seed = options.seed}, core::Purpose::kQuestions, options.round);
  const std::vector<std::size_t> any = any_order(open.size(), draws);
  Selection selection(known.asked, open, count);
  std::vector<double> gains(open.size(), kNotKnown);
  if (options.rule == ChoiceRule::kRandom) {
    selection.take_in_order(any, kNoLimit);
  } else {
    selection.take_in_turn(any, known.answers.empty() ? kNoLimit : options.warm_up);
  }
  if (!selection.is_full()) {
    const AnswerModel model(places_of(known, options.method, options.seed), options.method);
    gains = information_gains(model, Posterior(model, known), open);
    const bool uncertain = options.rule == ChoiceRule::kUncertain;
    const std::vector<std::size_t> order = best_first(any, uncertain ? uncertainties(model, open) : gains);
    const std::int64_t share = std::max<std::int64_t>(1, 2 * static_cast<std::int64_t>(count) / known.objects);
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
  options.round = known.answers.size();
  return choose(known, open_questions(known.asked, votes, options.seed, options.round), count, options);
}

}  // namespace tertium::answers
