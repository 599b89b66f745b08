#include "answers/resampling/people.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "answers/fits/requirements.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/held_out.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

constexpr std::array<std::pair<PeopleRule, std::string_view>, 3> kRules{
    {{PeopleRule::kAll, "all"}, {PeopleRule::kAttentive, "attentive"}, {PeopleRule::kWeighed, "weighted"}}};

double standard_error(double share, std::int64_t answers) {
  return std::sqrt(share * (1.0 - share) / static_cast<double>(answers));
}

double share_of(const Predicted& tally) {
  return static_cast<double>(tally.sixths) / (6.0 * static_cast<double>(tally.answers));
}

/// A beta distribution of people's shares.
struct PeopleShares {
  double mean = 0.5, answers = 0.0;  ///< as if each had so many answers more, of which that share is predicted

  double of(const Predicted& tally) const {
    if (tally.answers == 0) return mean;
    return (static_cast<double>(tally.sixths) / 6.0 + answers * mean) / (static_cast<double>(tally.answers) + answers);
  }
};

/// By moments: the variance of the shares is that of the people, and that of so many answers.
PeopleShares shares_of_people(std::span<const Predicted> predicted) {
  constexpr double kLeastVariance = 1e-4;  // of people whose differences are those of chance
  PeopleShares shares{.mean = share_predicted(predicted).value};
  double variance = 0.0, of_answers = 0.0, people = 0.0;
  for (const Predicted& tally : predicted) {
    if (tally.answers == 0) continue;
    variance += std::pow(share_of(tally) - shares.mean, 2);
    of_answers += shares.mean * (1.0 - shares.mean) / static_cast<double>(tally.answers);
    ++people;
  }
  const double between = std::max(kLeastVariance, (variance - of_answers) / people);
  shares.answers = std::max(0.0, shares.mean * (1.0 - shares.mean) / between - 1.0);
  return shares;
}

std::vector<std::int32_t> reliabilities(std::span<const Predicted> predicted, int choices) {
  constexpr double kSurest = 0.999;  // nobody is without error
  const PeopleShares shares = shares_of_people(predicted);
  std::vector<double> reliability;
  const auto add = [&](double share) {
    const double f = std::min(kSurest, share);
    reliability.push_back(std::max(0.0, std::log(f * (choices - 1) / (1.0 - f))));
  };
  for (const Predicted& tally : predicted) add(shares.of(tally));
  add(shares.mean);
  const double most = *std::max_element(reliability.begin(), reliability.end());
  std::vector<std::int32_t> weights;
  for (const double one : reliability)
    weights.push_back(most > 0.0 ? static_cast<std::int32_t>(std::lround(kWholeAnswer * one / most)) : kWholeAnswer);
  return weights;
}

std::vector<std::int32_t> attentive(std::span<const Predicted> predicted, int choices) {
  const SubjectTest test{.chance = 1.0 / choices};
  const double all = share_predicted(predicted).value;
  std::vector<std::int32_t> weights;
  for (const Predicted& tally : predicted) {
    const bool careless =
        tally.answers > 0 && test.is_enough(all, tally.answers) && !test.is_predicted(share_of(tally), tally.answers);
    weights.push_back(careless ? 0 : 1);
  }
  weights.push_back(1);
  return weights;
}

}  // namespace

std::string_view name_of(PeopleRule rule) {
  return std::find_if(kRules.begin(), kRules.end(), [&](const auto& entry) { return entry.first == rule; })->second;
}

PeopleRule people_rule(std::string_view name) {
  for (const auto& [rule, called] : kRules)
    if (called == name) return rule;
  core::fail_unknown("rule of weights", name, std::vector<std::string>{"all", "attentive", "weighted"});
}

bool SubjectTest::is_predicted(double share, std::int64_t answers) const {
  return share >= chance + standard_errors * standard_error(chance, answers);
}

bool SubjectTest::is_enough(double share_of_all, std::int64_t answers) const {
  return is_predicted(share_of_all - standard_errors * standard_error(share_of_all, answers), answers);
}

std::vector<Predicted> accuracy_of_others(const files::ComparisonFile& file, const AnswerTable& table,
                                          std::span<const std::int32_t> seen, const core::Method& method,
                                          std::int32_t folds, double bytes, bool alone) {
  Folds parts = make_folds(file, table, {FoldsOf::kSubjects, folds}, 1);
  for (std::size_t k = 0; k < seen.size(); ++k)
    if (seen[k] == 0) parts.held_in[k] = Folds::kNeverSeen;
  const HeldOut found = predict(file, table, parts, {.methods = {method}, .alone = alone}, bytes).front();
  if (!found.failure.empty()) core::fail("{}", found.failure);
  std::vector<Predicted> tallies(file.metadata.subjects.size());
  std::vector<std::int32_t> of_block(found.of_all().size(), -1);
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (parts.block[k] >= 0) of_block[parts.block[k]] = table.answers[k].origin.subject;
  for (std::size_t block = 0; block < of_block.size(); ++block)
    if (of_block[block] >= 0) tallies[of_block[block]] += found.of_all()[block];
  for (Predicted& tally : tallies) tally = tally.in_answers(file.parts);
  return tallies;
}

std::vector<std::int32_t> weights_of_people(std::span<const Predicted> predicted, int choices, PeopleRule rule) {
  if (rule == PeopleRule::kAll) return std::vector<std::int32_t>(predicted.size() + 1, 1);
  return rule == PeopleRule::kWeighed ? reliabilities(predicted, choices) : attentive(predicted, choices);
}

std::vector<CountedPerson> CountedPeople::listed(std::span<const std::string> subjects) const {
  std::vector<CountedPerson> people;
  const std::int32_t most = std::max(1, std::ranges::max(weights));
  for (std::size_t k = 0; k < predicted.size(); ++k)
    if (predicted[k].answers > 0)
      people.push_back({subjects[k], predicted[k].answers, share_predicted(std::span(&predicted[k], 1)).value,
                        static_cast<double>(weights[k]) / most});
  return people;
}

std::optional<CountedPeople> count_people(const AnswerInput& input, PeopleRule rule, const core::Method& method) {
  if (rule == PeopleRule::kAll) return std::nullopt;
  expect_counted(input, rule, method);
  expect_people(input, rule);
  const AnswerTable table = tabulate(input.comparisons);
  const core::Method judge = judge_of_people(input.comparisons.form);
  CountedPeople people{.rule = rule};
  people.predicted =
      accuracy_of_others(input.comparisons, table, {}, judge, kFoldsOfPeople, bytes_needed(input, judge), false);
  people.weights = weights_of_people(people.predicted, table.choices, rule);
  people.of_answers = weights_of_answers(table, people.weights);
  return people;
}

std::span<const std::int32_t> counts_of(const std::optional<CountedPeople>& people) {
  return people ? std::span<const std::int32_t>(people->of_answers) : std::span<const std::int32_t>();
}

CountedFit fit_counted(const AnswerInput& input, const core::Method& method, std::uint64_t seed, PeopleRule rule) {
  CountedFit found{.people = count_people(input, rule, method)};
  found.fit = fit(input, method, seed, counts_of(found.people));
  drop_counts(found.people, found.fit.reports);
  return found;
}

void drop_counts(const std::optional<CountedPeople>& people, std::map<std::string, double>& reports) {
  if (people) reports.erase(core::kComparisons);
}

void expect_people(const AnswerInput& input, PeopleRule rule) {
  if (rule == PeopleRule::kAll) return;
  if (!input.listed())
    core::fail("{}weights of participants need a list of answers (this is {}), leave them out", input.head(),
               input.graph ? "a graph" : "too long to be kept as one");
  if (units_by_subject(tabulate(input.comparisons)).subjects < 2)
    core::fail(
        "{}fewer than two participants are known (weights are by participant), name that column subject, or use "
        "--columns NAME=subject",
        input.head());
  check_fit(input, judge_of_people(input.comparisons.form));
}

std::string reason_against(PeopleRule rule, const core::Method& method) {
  return rule == PeopleRule::kWeighed && method.counts_answers()
             ? "depends on the number of answers, which weights change"
             : "";
}

void expect_counted(const AnswerInput& input, PeopleRule rule, const core::Method& method) {
  if (const std::string against = reason_against(rule, method); !against.empty())
    core::fail("{}weights {}: {} {}, use attentive or all, or another method", input.head(), name_of(rule), method.name,
               against);
}

std::int32_t most_counted(PeopleRule rule) {
  return rule == PeopleRule::kWeighed ? kWholeAnswer : 1;
}

std::vector<std::int32_t> weights_of_answers(const AnswerTable& table, std::span<const std::int32_t> of_people) {
  std::vector<std::int32_t> weights;
  weights.reserve(table.answers.size());
  for (const GivenAnswer& answer : table.answers)
    weights.push_back(answer.origin.subject < 0 ? of_people.back()
                                                : of_people[static_cast<std::size_t>(answer.origin.subject)]);
  return weights;
}

core::Method judge_of_people(files::AnswerForm form) {
  return core::find_method(form == files::AnswerForm::kQuadruplet ? "4K-AL" : "STE");
}

}  // namespace tertium::answers
