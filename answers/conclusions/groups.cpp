#include "answers/conclusions/groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "answers/conclusions/group_figures.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/group_shuffles.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

/// Of every group, which objects its answers are about.
std::vector<std::vector<bool>> asked_about(const AnswerTable& table, const GroupShuffles& shuffles,
                                           core::Object objects, std::size_t groups) {
  std::vector<std::vector<bool>> asked(groups, std::vector<bool>(static_cast<std::size_t>(objects), false));
  for (std::size_t k = 0; k < table.answers.size(); ++k) {
    const std::int32_t part = shuffles.part_of_answer()[k];
    if (part == GroupShuffles::kNowhere) continue;
    for (const core::Object object : table.questions[table.answers[k].question])
      if (object >= 0) asked[shuffles.parts()[part].group][object] = true;
  }
  return asked;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The groups with their people and answers. Throws UserError where they are nothing to be compared. `balanced`:
/// answers to questions that only some groups were asked are no longer there.
std::vector<AnsweringGroup> groups_of(const AnswerInput& input, const AnswerTable& table, const GroupShuffles& shuffles,
                                      bool balanced) {
  const files::AnswerSheet& sheet = input.comparisons.sheet;
  if (sheet.groups.empty())
    core::fail(
        "{}nothing tells groups (of people, or conditions), name their column group, or with --columns NAME=group, or "
        "give a table of people (--groups)",
        input.head());
  if (sheet.subjects.empty())
    core::fail(
        "{}nothing tells who answered (it is people whom shuffles put into other groups), name that column subject, or "
        "with --columns NAME=subject",
        input.head());
  std::vector<AnsweringGroup> groups;
  for (const std::int32_t group : shuffles.groups()) groups.push_back({.name = sheet.groups[group]});
  for (const GroupPart& part : shuffles.parts()) ++groups[part.group].people;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (const std::int32_t part = shuffles.part_of_answer()[k]; part != GroupShuffles::kNowhere)
      groups[shuffles.parts()[part].group].answers += table.answers[k].count;
  if (groups.size() < 2)
    core::fail("{}{} (two groups are needed), look for the rows of others", input.head(),
               groups.empty() ? "no answer is of a group and of somebody known"
                              : "all answers are of the group " + groups.front().name);
  if (groups.size() > kMostGroups)
    core::fail("{}there are {} groups (at most {} are compared), name the column that tells few", input.head(),
               groups.size(), kMostGroups);
  for (const AnsweringGroup& group : groups)
    if (group.people < 2)
      core::fail(
          "{}only one person of the group {} answered{} (shuffles need two people of each group), leave its rows out, "
          "or "
          "join it with another one",
          input.head(), group.name, balanced ? " questions that all groups were asked" : "");
  return groups;
}

/// Leaves what cannot be compared out of the table.
QuestionBalance balanced(const AnswerInput& input, AnswerTable& table, std::uint64_t seed) {
  const QuestionBalance found = balance_questions(table, input.comparisons.form, seed);
  if (found.differ && found.common == 0)
    core::fail(
        "{}the groups were asked different questions, and none of the {} was asked of all groups (what differs may be "
        "the questions), compare groups that were asked the same ones",
        input.head(), found.asked);
  return found;
}

/// Objects that some group was asked about; `found` is told how many all were. Which ones all were would depend on the
/// shuffle.
std::vector<core::Object> objects_asked(const AnswerInput& input, const AnswerTable& table,
                                        const GroupShuffles& shuffles, GroupComparison& found) {
  const std::vector<std::vector<bool>> asked =
      asked_about(table, shuffles, input.comparisons.objects, found.groups.size());
  std::vector<core::Object> objects;
  for (core::Object i = 0; i < input.comparisons.objects; ++i) {
    const auto times = std::count_if(asked.begin(), asked.end(), [&](const auto& group) { return group[i]; });
    if (times > 0) objects.push_back(i);
    found.common += times == std::ssize(asked) ? 1 : 0;
  }
  found.asked = static_cast<core::Object>(objects.size());
  if (found.common < 3)
    core::fail("{}all groups were asked about {} objects (three are needed), compare groups with common objects",
               input.head(), found.common);
  return objects;
}

/// One number of the groups as they are and of each shuffle, which all threads find together.
template <typename Number, typename Find>
std::vector<Number> of_shuffles(std::int64_t shuffles, double bytes, JobCounter& counter, const Find& find) {
  std::vector<Number> numbers(static_cast<std::size_t>(shuffles) + 1);
  do_jobs(std::ssize(numbers), bytes, [&](std::int64_t shuffle) {
    numbers[static_cast<std::size_t>(shuffle)] = find(static_cast<std::uint64_t>(shuffle));
    counter.add_one();
  });
  return numbers;
}

/// The first is that of the groups as they are.
ShuffleTest test_of(std::vector<double> numbers) {
  ShuffleTest test{.observed = numbers.front()};
  numbers.erase(numbers.begin());
  test.shuffled = std::move(numbers);
  return test;
}

/// Adjusted for all pairs together (Holm 1979).
void adjust(std::vector<GroupPair>& pairs) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < pairs.size(); ++k) order.emplace_back(pairs[k].distance.p(), k);
  std::sort(order.begin(), order.end());
  double least = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - k) * order[k].first));
    pairs[order[k].second].holm_p = least;
  }
}

/// Of a pair people of these two groups alone are shuffled: others may differ from both.
struct PairShuffles {
  std::size_t first = 0, second = 0;
  GroupShuffles shuffles;

  GroupPair tested(std::vector<double> distances) const {
    return {.first = first, .second = second, .distance = test_of(std::move(distances))};
  }
};

/// Of two groups they are those of all.
std::vector<PairShuffles> shuffles_of_pairs(const AnswerTable& table, const GroupShuffles& all) {
  std::vector<PairShuffles> pairs;
  for (std::size_t b = 1; b < all.groups().size() && all.groups().size() > 2; ++b)
    for (std::size_t a = 0; a < b; ++a)
      pairs.push_back({a, b, GroupShuffles(table, {all.groups()[a], all.groups()[b]})});
  return pairs;
}

}  // namespace

core::Method group_method(const AnswerInput& input) {
  const core::Method method = core::find_method(kGroupMethod);
  return provided_by(input).includes(method.needs()) ? method : core::find_method(kGroupMethodOfQuadruplets);
}

double ShuffleTest::mean() const {
  return mean_of(shuffled);
}

double ShuffleTest::quantile(double share) const {
  std::vector<double> sorted = shuffled;
  std::sort(sorted.begin(), sorted.end());
  const auto place = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(sorted.size()))) - 1;
  return sorted[static_cast<std::size_t>(std::max(std::ptrdiff_t{0}, place))];
}

double ShuffleTest::effect() const {
  const auto [least, most] = std::minmax_element(shuffled.begin(), shuffled.end());
  if (*least == *most) return std::numeric_limits<double>::quiet_NaN();
  const double middle = mean();
  double squares = 0.0;
  for (const double value : shuffled) squares += (value - middle) * (value - middle);
  return (observed - middle) / std::sqrt(squares / (static_cast<double>(shuffled.size()) - 1.0));
}

double ShuffleTest::p() const {
  const auto as_large =
      std::count_if(shuffled.begin(), shuffled.end(), [&](double value) { return value >= observed; });
  return (1.0 + static_cast<double>(as_large)) / (1.0 + static_cast<double>(shuffled.size()));
}

double GroupComparison::p() const {
  return std::min(1.0, 2.0 * std::min(distance.p(), nearer.p()));
}

double GroupComparison::least_p() const {
  return std::min(1.0, 2.0 / (1.0 + static_cast<double>(distance.shuffled.size())));
}

namespace {

/// Who is compared, and what is left out, once the table has only answers that are compared.
GroupComparison about_groups(const AnswerInput& input, const AnswerTable& table, const GroupShuffles& shuffles,
                             const QuestionBalance& questions) {
  GroupComparison found{.groups = groups_of(input, table, shuffles, questions.differ),
                        .in_several = shuffles.in_several(),
                        .arrangements = shuffles.arrangements(),
                        .questions = questions};
  std::set<std::int32_t> people;
  for (const GroupPart& part : shuffles.parts()) people.insert(part.subject);
  found.people = static_cast<std::int32_t>(people.size());
  found.left_out = table.count() - questions.left_out;
  for (const AnsweringGroup& group : found.groups) found.left_out -= group.answers;
  return found;
}

}  // namespace

GroupComparison compare_groups(const AnswerInput& input, const GroupRequest& request, const JobCallback& told) {
  const files::ComparisonFile& file = input.comparisons;
  if (input.graph) core::fail("{}a graph has no answers of people, give answers", input.head());
  check_fit(input, request.method);
  AnswerTable table = tabulate(file);
  (void)groups_of(input, table, GroupShuffles(table), false);  // refused before anything is left out
  const QuestionBalance questions = balanced(input, table, request.seed);
  const GroupShuffles shuffles(table);
  GroupComparison found = about_groups(input, table, shuffles, questions);
  const std::vector<ObjectTriple> triples = triples_of(objects_asked(input, table, shuffles, found), request.seed);
  found.triples = std::ssize(triples);

  const GroupFigures figures(file, table, shuffles, request, triples, questions.differ);
  const double bytes = bytes_needed(input, request.method);
  const std::vector<PairShuffles> pairs = shuffles_of_pairs(table, shuffles);
  std::int64_t jobs = shuffles.shuffles(request.shuffles) + 1;
  for (const PairShuffles& pair : pairs) jobs += pair.shuffles.shuffles(request.shuffles) + 1;
  JobCounter counter(static_cast<std::size_t>(jobs), "shuffles", told);
  std::vector<double> distances, nearer;
  for (const ShuffleFigures& one :
       of_shuffles<ShuffleFigures>(shuffles.shuffles(request.shuffles), bytes, counter,
                                   [&](std::uint64_t shuffle) { return figures.of_shuffle(shuffle); })) {
    distances.push_back(one.distance);
    nearer.push_back(one.nearer);
  }
  found.distance = test_of(std::move(distances));
  found.nearer = test_of(std::move(nearer));
  const std::vector<std::int32_t> as_it_is = shuffles.shuffled(request.seed, 0);
  found.made = figures.made(as_it_is);
  found.shares = figures.shares(as_it_is, 0);
  if (pairs.empty()) found.pairs.push_back({.first = 0, .second = 1, .distance = found.distance});
  for (const PairShuffles& pair : pairs) {
    const GroupFigures between(file, table, pair.shuffles, request, triples, questions.differ);
    found.pairs.push_back(
        pair.tested(of_shuffles<double>(pair.shuffles.shuffles(request.shuffles), bytes, counter,
                                        [&](std::uint64_t shuffle) { return between.distance(shuffle); })));
  }
  adjust(found.pairs);
  return found;
}

}  // namespace tertium::answers
