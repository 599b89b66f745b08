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
#include "answers/resampling/group_permutations.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

/// Of every group, which objects its answers are about.
std::vector<std::vector<bool>> asked_about(const AnswerTable& table, const GroupPermutations& permutations,
                                           core::Object objects, std::size_t groups) {
  std::vector<std::vector<bool>> asked(groups, std::vector<bool>(static_cast<std::size_t>(objects), false));
  for (std::size_t k = 0; k < table.answers.size(); ++k) {
    const std::int32_t part = permutations.part_of_answer()[k];
    if (part == GroupPermutations::kNowhere) continue;
    for (const core::Object object : table.questions[table.answers[k].question])
      if (object >= 0) asked[permutations.parts()[part].group][object] = true;
  }
  return asked;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The groups with their people and answers. Throws UserError where they are nothing to be compared. `balanced`:
/// answers to questions that only some groups were asked are no longer there.
std::vector<AnsweringGroup> groups_of(const AnswerInput& input, const AnswerTable& table,
                                      const GroupPermutations& permutations, bool balanced) {
  const files::AnswerMetadata& metadata = input.comparisons.metadata;
  if (metadata.groups.empty())
    core::fail(
        "{}the groups are unknown (of participants, or conditions), name their column group, use --columns NAME=group, "
        "or give a table of participants (--groups)",
        input.head());
  if (metadata.subjects.empty())
    core::fail(
        "{}who answered is unknown (permutations exchange participants between groups), name that column subject, or "
        "use --columns NAME=subject",
        input.head());
  std::vector<AnsweringGroup> groups;
  for (const std::int32_t group : permutations.groups()) groups.push_back({.name = metadata.groups[group]});
  for (const GroupPart& part : permutations.parts()) ++groups[part.group].people;
  for (std::size_t k = 0; k < table.answers.size(); ++k)
    if (const std::int32_t part = permutations.part_of_answer()[k]; part != GroupPermutations::kNowhere)
      groups[permutations.parts()[part].group].answers += table.answers[k].count;
  if (groups.size() < 2)
    core::fail("{}{} (two groups are needed), check the rows of others", input.head(),
               groups.empty() ? "no answer has a group and a known participant"
                              : "all answers are of the group " + groups.front().name);
  if (groups.size() > kMostGroups)
    core::fail("{}there are {} groups (at most {} are compared), name a column with fewer", input.head(), groups.size(),
               kMostGroups);
  for (const AnsweringGroup& group : groups)
    if (group.people < 2)
      core::fail(
          "{}only one participant of the group {} answered{} (permutations need two of each group), leave its rows "
          "out, or join it with another group",
          input.head(), group.name, balanced ? " questions that all groups were asked" : "");
  return groups;
}

/// Leaves what cannot be compared out of the table.
QuestionBalance balanced(const AnswerInput& input, AnswerTable& table, std::uint64_t seed) {
  const QuestionBalance found = balance_questions(table, input.comparisons.form, seed);
  if (found.differ && found.common == 0)
    core::fail(
        "{}the groups were asked different questions, and none of the {} was asked of all groups (differences may be "
        "due to the questions), compare groups that were asked the same ones",
        input.head(), found.asked);
  return found;
}

/// Objects that some group was asked about; `found` is told how many all were. Which ones all were would depend on the
/// permutation.
std::vector<core::Object> objects_asked(const AnswerInput& input, const AnswerTable& table,
                                        const GroupPermutations& permutations, GroupComparison& found) {
  const std::vector<std::vector<bool>> asked =
      asked_about(table, permutations, input.comparisons.objects, found.groups.size());
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

/// One number of the groups as they are and of each permutation, which all threads find together.
template <typename Number, typename Find>
std::vector<Number> of_permutations(std::int64_t permutations, double bytes, JobCounter& counter, const Find& find) {
  std::vector<Number> numbers(static_cast<std::size_t>(permutations) + 1);
  do_jobs(std::ssize(numbers), bytes, [&](std::int64_t permutation) {
    numbers[static_cast<std::size_t>(permutation)] = find(static_cast<std::uint64_t>(permutation));
    counter.add_one();
  });
  return numbers;
}

/// The first is that of the groups as they are.
PermutationTest test_of(std::vector<double> numbers) {
  PermutationTest test{.observed = numbers.front()};
  numbers.erase(numbers.begin());
  test.permuted = std::move(numbers);
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

/// Of a pair people of these two groups alone are permuted: others may differ from both.
struct PairPermutations {
  std::size_t first = 0, second = 0;
  GroupPermutations permutations;

  GroupPair tested(std::vector<double> distances) const {
    return {.first = first, .second = second, .distance = test_of(std::move(distances))};
  }
};

/// Of two groups they are those of all.
std::vector<PairPermutations> permutations_of_pairs(const AnswerTable& table, const GroupPermutations& all) {
  std::vector<PairPermutations> pairs;
  for (std::size_t b = 1; b < all.groups().size() && all.groups().size() > 2; ++b)
    for (std::size_t a = 0; a < b; ++a)
      pairs.push_back({a, b, GroupPermutations(table, {all.groups()[a], all.groups()[b]})});
  return pairs;
}

}  // namespace

core::Method group_method(const AnswerInput& input) {
  const core::Method method = core::find_method(kGroupMethod);
  return provided_by(input).includes(method.needs()) ? method : core::find_method(kGroupMethodOfQuadruplets);
}

double PermutationTest::mean() const {
  return mean_of(permuted);
}

double PermutationTest::quantile(double share) const {
  std::vector<double> sorted = permuted;
  std::sort(sorted.begin(), sorted.end());
  const auto place = static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(sorted.size()))) - 1;
  return sorted[static_cast<std::size_t>(std::max(std::ptrdiff_t{0}, place))];
}

double PermutationTest::effect() const {
  const auto [least, most] = std::minmax_element(permuted.begin(), permuted.end());
  if (*least == *most) return std::numeric_limits<double>::quiet_NaN();
  const double middle = mean();
  double squares = 0.0;
  for (const double value : permuted) squares += (value - middle) * (value - middle);
  return (observed - middle) / std::sqrt(squares / (static_cast<double>(permuted.size()) - 1.0));
}

double PermutationTest::p() const {
  const auto as_large =
      std::count_if(permuted.begin(), permuted.end(), [&](double value) { return value >= observed; });
  return (1.0 + static_cast<double>(as_large)) / (1.0 + static_cast<double>(permuted.size()));
}

double GroupComparison::p() const {
  return std::min(1.0, 2.0 * std::min(distance.p(), nearer.p()));
}

double GroupComparison::least_p() const {
  return std::min(1.0, 2.0 / (1.0 + static_cast<double>(distance.permuted.size())));
}

namespace {

/// Who is compared, and what is left out, once the table has only answers that are compared.
GroupComparison about_groups(const AnswerInput& input, const AnswerTable& table, const GroupPermutations& permutations,
                             const QuestionBalance& questions) {
  GroupComparison found{.groups = groups_of(input, table, permutations, questions.differ),
                        .in_several = permutations.in_several(),
                        .arrangements = permutations.arrangements(),
                        .questions = questions};
  std::set<std::int32_t> people;
  for (const GroupPart& part : permutations.parts()) people.insert(part.subject);
  found.people = static_cast<std::int32_t>(people.size());
  found.left_out = table.count() - questions.left_out;
  for (const AnsweringGroup& group : found.groups) found.left_out -= group.answers;
  return found;
}

}  // namespace

GroupComparison compare_groups(const AnswerInput& input, const GroupRequest& request, const JobCallback& progress) {
  const files::ComparisonFile& file = input.comparisons;
  if (input.graph) core::fail("{}a graph has no answers of participants, give answers", input.head());
  check_fit(input, request.method);
  AnswerTable table = tabulate(file);
  (void)groups_of(input, table, GroupPermutations(table), false);  // refused before anything is left out
  const QuestionBalance questions = balanced(input, table, request.seed);
  const GroupPermutations permutations(table);
  GroupComparison found = about_groups(input, table, permutations, questions);
  const std::vector<ObjectTriple> triples = triples_of(objects_asked(input, table, permutations, found), request.seed);
  found.triples = std::ssize(triples);

  const GroupFigures figures(file, table, permutations, request, triples, questions.differ);
  const double bytes = bytes_needed(input, request.method);
  const std::vector<PairPermutations> pairs = permutations_of_pairs(table, permutations);
  std::int64_t jobs = permutations.permutations(request.permutations) + 1;
  for (const PairPermutations& pair : pairs) jobs += pair.permutations.permutations(request.permutations) + 1;
  JobCounter counter(static_cast<std::size_t>(jobs), "permutations", progress);
  std::vector<double> distances, nearer;
  for (const PermutationFigures& one : of_permutations<PermutationFigures>(
           permutations.permutations(request.permutations), bytes, counter,
           [&](std::uint64_t permutation) { return figures.of_permutation(permutation); })) {
    distances.push_back(one.distance);
    nearer.push_back(one.nearer);
  }
  found.distance = test_of(std::move(distances));
  found.nearer = test_of(std::move(nearer));
  const std::vector<std::int32_t> as_it_is = permutations.permuted(request.seed, 0);
  found.made = figures.made(as_it_is);
  found.shares = figures.shares(as_it_is, 0);
  if (pairs.empty()) found.pairs.push_back({.first = 0, .second = 1, .distance = found.distance});
  for (const PairPermutations& pair : pairs) {
    const GroupFigures between(file, table, pair.permutations, request, triples, questions.differ);
    found.pairs.push_back(
        pair.tested(of_permutations<double>(pair.permutations.permutations(request.permutations), bytes, counter,
                                            [&](std::uint64_t permutation) { return between.distance(permutation); })));
  }
  adjust(found.pairs);
  return found;
}

}  // namespace tertium::answers
