#include <fmt/format.h>

#include <variant>

#include "answers/results/results.hpp"
#include "embedding/dense/procrustes.hpp"

namespace tertium::answers {
namespace {

using files::Json;

Record of_test(const PermutationTest& test) {
  if (test.permuted.empty()) return of_test({.observed = 0.0, .permuted = {0.0}});  // the names alone
  return {
      {"observed", "of the groups as they are", test.observed},
      {"permuted_mean", "the mean of permutations", test.mean()},
      {"permuted_95_percent", "not exceeded by 95 % of the permutations", test.quantile(kMostOfChance)},
      {"standard_deviations", "by which the observed value exceeds the mean", test.effect()},
      {"p", "fraction of permutations with at least this value", test.p()},
  };
}

Json json_of(const Estimate& estimate) {
  return {{"value", estimate.value}, {"standard_error", estimate.error}};
}

}  // namespace

Record record_of(const AnsweringGroup& group, const char* name) {
  return {{name, "what it is called", group.name},
          {"people", "how many", group.people},
          {"answers", "that they gave", group.answers}};
}

Record record_of(const GroupPair& pair, const GroupComparison& found) {
  Record record = of_test(pair.distance);
  record.insert(record.begin(),
                {"groups", "their names", {found.groups[pair.first].name, found.groups[pair.second].name}});
  if (const auto* places = std::get_if<core::Coordinates>(&found.made[pair.second]))
    record.push_back({"procrustes_distance", "of their maps, from 0 to 1",
                      embedding::moved_onto(*places, std::get<core::Coordinates>(found.made[pair.first])).distance});
  record.push_back({"holm_p", "p adjusted for the number of pairs", pair.holm_p});
  return record;
}

Record permutation_of(const GroupComparison& found, std::size_t permutation) {
  const auto value = [permutation](const PermutationTest& test) {
    if (permutation > test.permuted.size()) return Json();  // of a pair there are fewer ways to deal groups out
    return Json(permutation == 0 ? test.observed : test.permuted[permutation - 1]);
  };
  Record record{{"permutation", "its number", permutation},
                {"distance", "between the groups", value(found.distance), "{}"},
                {"own_minus_other", "accuracy of the own group minus that of others", value(found.nearer), "{}"}};
  if (found.pairs.size() < 2) return record;
  for (const GroupPair& pair : found.pairs)
    record.push_back({fmt::format("distance {} {}", found.groups[pair.first].name, found.groups[pair.second].name),
                      "between two groups", value(pair.distance), "{}"});
  return record;
}

Record record_of(const GroupComparison& found) {
  return {
      {"groups", "which ones, and how large", files::json_of(found.groups, files::recorded("name"))},
      {"people", "in all of them", found.people},
      {"people_in_several_groups", "how many", found.in_several},
      {"answers_left_out", "without a group or a known participant", found.left_out},
      {"questions", "that some group was asked", found.questions.asked},
      {"questions_in_all_groups", "that all groups were asked", found.questions.common},
      {"different_questions", "whether only common ones are compared, because groups differ in them",
       found.questions.differ},
      {"answers_to_other_questions", "left out for that", found.questions.left_out},
      {"objects_asked_about", "in some group", found.asked},
      {"objects_in_all_groups", "that are compared", found.common},
      {"arrangements", "possible assignments to groups", found.arrangements},
      {"triples", "of objects that are compared", found.triples},
      {"distance", "fraction of them whose closest pair differs", files::json_of(of_test(found.distance))},
      {"own_minus_other", "accuracy of the own group minus that of others", files::json_of(of_test(found.nearer))},
      {"accuracy_of_own_group", "fraction of the participants' answers", json_of(found.shares.own)},
      {"accuracy_of_others", "by as many participants of other groups", json_of(found.shares.other)},
      {"difference", "of these fractions", json_of(found.shares.difference)},
      {"pairs", "of groups", files::json_of(found.pairs, files::recorded(found))},
      {"p", "of both tests together", found.p()},
      {"least_p", "the smallest possible value, with this many permutations or participants", found.least_p()},
      {"differ", "whether p shows a difference between groups", found.p() <= kGroupLevel},
  };
}

}  // namespace tertium::answers
