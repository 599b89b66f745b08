#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "answers/conclusions/groups.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"

/// Studies of groups of people whose differences are known.
namespace tertium::answers::test {

using core::Object;

/// Triplets of people, each in one group or in several.
class GroupStudy {
 public:
  GroupStudy(Object objects, std::vector<std::string> groups) {
    input_.source = "study";
    input_.comparisons.form = files::AnswerForm::kTriplet;
    input_.comparisons.objects = objects;
    for (Object i = 0; i < objects; ++i) input_.comparisons.names.push_back(std::to_string(i));
    input_.comparisons.metadata.groups = std::move(groups);
  }

  std::int32_t person() {
    auto& subjects = input_.comparisons.metadata.subjects;
    subjects.push_back(fmt::format("P{}", subjects.size()));
    return static_cast<std::int32_t>(subjects.size()) - 1;
  }
  void say(std::int32_t subject, std::int32_t group, Object anchor, Object near, Object far) {
    input_.comparisons.statements.push_back({anchor, near, anchor, far});
    files::AnswerOrigin origin;
    origin.subject = subject;
    origin.group = group;
    input_.comparisons.metadata.origins.push_back(origin);
  }
  /// So many answers to random questions, by places on a line, each object moved by up to `spread` for this person.
  void answer(std::int32_t subject, std::int32_t group, const std::vector<double>& places, int count, double spread,
              core::Stream& draws) {
    const std::vector<double> own = moved(places, spread, draws);
    for (int k = 0; k < count; ++k) say_what_is_near(subject, group, own, random_question(places.size(), draws));
  }
  /// The same of a list of questions.
  void answer(std::int32_t subject, std::int32_t group, const std::vector<double>& places,
              const std::vector<core::Triplet>& questions, double spread, core::Stream& draws) {
    const std::vector<double> own = moved(places, spread, draws);
    for (const core::Triplet& question : questions) say_what_is_near(subject, group, own, question);
  }
  static core::Triplet random_question(std::size_t objects, core::Stream& draws) {
    const auto any = [&] { return static_cast<Object>(draws.below(objects)); };
    for (;;)
      if (const core::Triplet asked{any(), any(), any()};
          asked.anchor != asked.near && asked.anchor != asked.far && asked.near != asked.far)
        return asked;
  }
  AnswerInput& input() { return input_; }
  AnswerTable table() const { return tabulate(input_.comparisons); }

 private:
  static std::vector<double> moved(std::vector<double> places, double spread, core::Stream& draws) {
    for (double& place : places) place += spread * (2.0 * draws.uniform() - 1.0);
    return places;
  }
  void say_what_is_near(std::int32_t subject, std::int32_t group, const std::vector<double>& places,
                        core::Triplet asked) {
    if (std::abs(places[asked.anchor] - places[asked.near]) > std::abs(places[asked.anchor] - places[asked.far]))
      std::swap(asked.near, asked.far);
    say(subject, group, asked.anchor, asked.near, asked.far);
  }

  AnswerInput input_;
};

inline GroupRequest quick(std::int64_t permutations, std::uint64_t seed = 1) {
  return {.method = core::find_method("4K-AL"), .permutations = permutations, .folds = 2, .seed = seed};
}

inline const std::vector<double> kPlaces{0.0, 1.0, 2.0, 10.0, 11.0, 12.5};
inline const std::vector<double> kOtherPlaces{0.0, 10.0, 2.0, 1.0, 12.5, 11.0};

/// Different questions about six objects.
inline std::vector<core::Triplet> questions(std::size_t count, core::Stream& draws) {
  std::vector<core::Triplet> all;
  for (Object a = 0; a < 6; ++a)
    for (Object j = 0; j < 6; ++j)
      for (Object l = 0; l < j; ++l)
        if (a != j && a != l) all.push_back({a, j, l});
  draws.shuffle(std::span(all));
  all.resize(count);
  return all;
}

/// Two groups of people who are asked lists of so many questions, of which they have so many in common. `second`: how
/// the second group sees the objects. All people are in both groups, or half of them in each.
inline GroupStudy study_of_lists(std::size_t length, std::size_t common, bool within, const std::vector<double>& second,
                                 std::uint64_t seed) {
  core::Stream draws({.master_seed = 900 + seed}, core::Purpose::kTest);
  const std::vector<core::Triplet> all = questions(2 * length - common, draws);
  const std::vector<core::Triplet> one(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(length));
  const std::vector<core::Triplet> two(all.end() - static_cast<std::ptrdiff_t>(length), all.end());
  GroupStudy study(6, {"one", "two"});
  for (int person = 0; person < 12; ++person) {
    const std::int32_t subject = study.person();
    if (within || person % 2 == 0) study.answer(subject, 0, kPlaces, one, 5.0, draws);
    if (within || person % 2 == 1) study.answer(subject, 1, second, two, 5.0, draws);
  }
  return study;
}

}  // namespace tertium::answers::test
