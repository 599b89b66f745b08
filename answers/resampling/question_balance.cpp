#include "answers/resampling/question_balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "answers/resampling/group_permutations.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {
namespace {

/// How often something was asked of a part.
struct Asking {
  std::size_t what = 0;
  std::int64_t times = 0;
};

/// What was asked of each part: questions, or objects.
struct Askings {
  std::vector<std::vector<Asking>> of_part{};
  std::size_t different = 0;
};

Askings questions_asked(const AnswerTable& table, const GroupPermutations& permutations) {
  Askings asked{std::vector<std::vector<Asking>>(permutations.parts().size()), table.questions.size()};
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (const std::int32_t part = permutations.part_of_answer()[k]; part != GroupPermutations::kNowhere)
      asked.of_part[part].push_back({static_cast<std::size_t>(table.answers[k].question), table.answers[k].count});
  return asked;
}

/// The anchor of a triplet counts apart from the two that it is compared with.
Askings objects_asked_about(const AnswerTable& table, const Askings& questions, bool anchored) {
  core::Object most = 0;
  for (const Question& question : table.questions) most = std::max(most, *std::ranges::max_element(question));
  const auto n = static_cast<std::size_t>(most) + 1;
  Askings asked{std::vector<std::vector<Asking>>(questions.of_part.size()), 2 * n};
  for (std::size_t part = 0; part < questions.of_part.size(); ++part)
    for (const Asking& asking : questions.of_part[part]) {
      const Question& question = table.questions[asking.what];
      for (std::size_t place = 0; place < question.size(); ++place)
        if (question[place] >= 0)
          asked.of_part[part].push_back(
              {static_cast<std::size_t>(question[place]) + (anchored && place == 0 ? n : 0), asking.times});
    }
  return asked;
}

/// Of every question or object: how often each group was asked it.
std::vector<std::int64_t> counted(const Askings& asked, const std::vector<std::int32_t>& group, std::size_t groups) {
  std::vector<std::int64_t> times(asked.different * groups, 0);
  for (std::size_t part = 0; part < asked.of_part.size(); ++part)
    for (const Asking& asking : asked.of_part[part])
      times[asking.what * groups + static_cast<std::size_t>(group[part])] += asking.times;
  return times;
}

/// By how much groups differ in what they were asked, however many answers each gave: chi-squared of the table of
/// counts, but for constants.
double difference(const std::vector<std::int64_t>& times, std::size_t groups) {
  std::vector<double> of_group(groups, 0.0);
  for (std::size_t k = 0; k < times.size(); ++k) of_group[k % groups] += static_cast<double>(times[k]);
  double sum = 0.0;
  for (std::size_t begin = 0; begin < times.size(); begin += groups) {
    const std::span<const std::int64_t> row(times.data() + begin, groups);
    const auto all = static_cast<double>(std::accumulate(row.begin(), row.end(), std::int64_t{0}));
    for (std::size_t g = 0; g < groups && all > 0.0; ++g)
      if (of_group[g] > 0.0) sum += static_cast<double>(row[g]) * static_cast<double>(row[g]) / (all * of_group[g]);
  }
  return sum;
}

/// Whether groups differ more in what they were asked than permuted ones do. `disjoint`: nothing was asked of all.
bool differ(const Askings& asked, const GroupPermutations& permutations, std::uint64_t seed, bool disjoint) {
  const std::size_t groups = permutations.groups().size();
  std::vector<double> found(static_cast<std::size_t>(permutations.permutations(kQuestionPermutations)) + 1);
#pragma omp parallel for schedule(dynamic)
  for (std::ptrdiff_t k = 0; k < std::ssize(found); ++k)
    found[static_cast<std::size_t>(k)] = difference(
        counted(asked, permutations.dealt(seed, static_cast<std::uint64_t>(k), kQuestionPermutations), groups), groups);
  const auto share_from = [&](double least) {
    return static_cast<double>(std::ranges::count_if(found, [&](double one) { return one >= least * (1.0 - 1e-9); })) /
           static_cast<double>(found.size());
  };
  const double p = share_from(found.front()), smallest = share_from(*std::ranges::max_element(found));
  if (p <= kQuestionLevel) return true;
  // With few people no p is that small. Where it matters, for groups can be told apart, or all is clear anyway, the
  // smallest will do.
  const bool matters = disjoint || 2.0 * smallest <= kGroupLevel;
  return permutations.are_all(kQuestionPermutations) && matters && smallest < 1.0 && p <= smallest;
}

/// Of every question, how many answers of each group are kept: as many for each person, 0 where some group has none.
std::vector<std::int64_t> kept(const std::vector<std::int64_t>& times, const GroupPermutations& permutations) {
  const std::size_t groups = permutations.groups().size();
  std::vector<double> people(groups, 0.0);
  for (const GroupPart& part : permutations.parts()) people[static_cast<std::size_t>(part.group)] += 1.0;
  std::vector<std::int64_t> most(times.size(), 0);
  for (std::size_t begin = 0; begin < times.size(); begin += groups) {
    double rate = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < groups; ++g) rate = std::min(rate, static_cast<double>(times[begin + g]) / people[g]);
    for (std::size_t g = 0; g < groups && rate > 0.0; ++g)
      most[begin + g] = std::max(std::int64_t{1}, std::lround(rate * people[g]));
  }
  return most;
}

/// Answers beyond those leave their groups, in an order that is drawn; returns how many.
std::int64_t leave_out(AnswerTable& table, const GroupPermutations& permutations, std::vector<std::int64_t> most,
                       std::uint64_t seed) {
  const std::size_t groups = permutations.groups().size();
  std::vector<std::size_t> order(table.answers.size());
  std::iota(order.begin(), order.end(), 0);
  core::Stream({.master_seed = seed}, core::Purpose::kGroups, kDrawsKept).shuffle(std::span(order));
  std::int64_t left_out = 0;
  for (const std::size_t k : order) {
    const std::int32_t part = permutations.part_of_answer()[k];
    if (part == GroupPermutations::kNowhere) continue;
    GivenAnswer& answer = table.answers[k];
    std::int64_t& room = most[static_cast<std::size_t>(answer.question) * groups +
                              static_cast<std::size_t>(permutations.parts()[part].group)];
    if (room > 0) {
      room -= answer.count;
    } else {
      left_out += answer.count;
      answer.origin.group = -1;
    }
  }
  return left_out;
}

}  // namespace

QuestionBalance balance_questions(AnswerTable& table, files::AnswerForm form, std::uint64_t seed) {
  const GroupPermutations permutations(table);
  const std::size_t groups = permutations.groups().size();
  const Askings questions = questions_asked(table, permutations);
  const std::vector<std::int64_t> times = counted(questions, permutations.permuted(seed, 0), groups);
  QuestionBalance found;
  for (std::size_t begin = 0; begin < times.size(); begin += groups) {
    const std::span<const std::int64_t> row(times.data() + begin, groups);
    const auto of = std::ranges::count_if(row, [](std::int64_t count) { return count > 0; });
    found.asked += of > 0 ? 1 : 0;
    found.common += of == std::ssize(row) ? 1 : 0;
  }
  const bool disjoint = found.common == 0;
  found.differ =
      differ(questions, permutations, seed, disjoint) ||
      differ(objects_asked_about(table, questions, form == files::AnswerForm::kTriplet), permutations, seed, disjoint);
  if (found.differ) found.left_out = leave_out(table, permutations, kept(times, permutations), seed);
  return found;
}

}  // namespace tertium::answers
