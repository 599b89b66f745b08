// The growth of what is done with answers besides a method's own work: reading, the look at them, folds, samples.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/scratch_folder.hpp"
#include "program/growth/growth.hpp"
#include "program/growth/planted_answers.hpp"

namespace tertium::program {
namespace {

using answers::AnswerInput;
using core::Object;

constexpr const char* kMethod = "AddS-3-AL";  // quick, so that what is around it shows
constexpr std::int64_t kReplicates = 20;

/// What is done with answers, and the work that is stated of it; empty: it goes by how many there are.
struct Use {
  std::string name;
  std::function<std::function<void()>(std::shared_ptr<const AnswerInput>)> prepare;
  std::function<double(const AnswerInput&)> stated{};
};

/// Over objects with some answers each, and over answers.
void add_both(const Use& use, std::vector<GrowthItem>& items) {
  const auto add = [&](std::string over, std::string fixed, double first, auto sizes) {
    GrowthItem item{.name = use.name, .over = std::move(over), .fixed = std::move(fixed), .first = first};
    item.stated = [stated = use.stated, sizes](double size) {
      return stated ? stated(std::apply(counted_answers, sizes(size))) : size;
    };
    item.prepare = [prepare = use.prepare, sizes](double size) {
      return prepare(std::make_shared<const AnswerInput>(std::apply(planted_answers, sizes(size))));
    };
    items.push_back(std::move(item));
  };
  add("objects", fmt::format("{} answers each", kAnswersEach), 16.0,
      [](double n) { return std::pair(static_cast<Object>(n), static_cast<std::int64_t>(kAnswersEach * n)); });
  add("answers", fmt::format("{} objects", kObjectsOfAnswers), 500.0,
      [](double m) { return std::pair(kObjectsOfAnswers, static_cast<std::int64_t>(m)); });
}

/// A file of them in a folder that lives as long as what reads it.
std::function<void()> reading(const std::shared_ptr<const AnswerInput>& input) {
  const auto folder = std::make_shared<files::ScratchFolder>("bench");
  const std::string path = (folder->path() / "answers.csv").string();
  files::replace_file(path, files::standard_rows(input->comparisons));
  return [folder, path] { answers::read_answer_input({.path = path}); };
}

double runs_stated(const AnswerInput& input, double runs) {
  return answers::seconds_needed(input, core::find_method(kMethod), runs);
}

std::vector<Use> uses() {
  const core::Method method = core::find_method(kMethod);
  const auto resampled = [method](const std::shared_ptr<const AnswerInput>& input) {
    const auto tree =
        std::make_shared<core::Dendrogram>(std::get<core::Dendrogram>(answers::fit(*input, method, 1).product));
    return [=] { answers::branch_support(*tree, answers::resample(input->comparisons, method, kReplicates, 1, 0.0)); };
  };
  const auto votes = [method](const std::shared_ptr<const AnswerInput>& input) {
    const auto tree =
        std::make_shared<core::Dendrogram>(std::get<core::Dendrogram>(answers::fit(*input, method, 1).product));
    return [=] { answers::branch_votes(*tree, input->comparisons); };
  };
  const auto clustered = [method](bool chance) {
    return [=](const std::shared_ptr<const AnswerInput>& input) {
      return [=] { answers::cluster(*input, {.method = method, .chance = chance}); };
    };
  };
  const auto compared = [](const std::shared_ptr<const AnswerInput>& input) {
    return [=] { answers::compare(*input, {.methods = {kMethod}}); };
  };
  const auto chosen = [](const std::shared_ptr<const AnswerInput>& input) {
    return [=] { answers::choose_default(*input, 1, answers::PeopleRule::kAll, false); };
  };
  const auto seen = [](const std::shared_ptr<const AnswerInput>& input) { return [=] { answers::overview(*input); }; };
  const auto fitted = [](double runs) { return [runs](const AnswerInput& input) { return runs_stated(input, runs); }; };
  return {{"reading odd-one-outs", reading},
          {"summary of answers", seen},
          {fmt::format("{}, all of cluster", kMethod), clustered(false), fitted(1.0)},
          {fmt::format("{} with --chance", kMethod), clustered(true), fitted(1.0 + answers::kChanceRuns)},
          {fmt::format("{}, {} replicates", kMethod, kReplicates), resampled, fitted(kReplicates)},
          {fmt::format("{}, local support", kMethod), votes},
          {fmt::format("{}, ten folds", kMethod), compared, fitted(10.0)},
          {"choice of the default", chosen,
           [](const AnswerInput& input) { return answers::cost_of_choice(input, false); }}};
}

/// Over folds or replicates of the same answers.
GrowthItem over_runs(std::string name, std::string over, double first,
                     std::function<void(const AnswerInput&, double)> run) {
  GrowthItem item{.name = std::move(name), .over = std::move(over), .first = first};
  item.fixed = fmt::format("{} objects, {} answers", kObjectsOfAnswers, kAnswersOfRuns);
  item.stated = [](double runs) { return runs_stated(counted_answers(kObjectsOfAnswers, kAnswersOfRuns), runs); };
  item.prepare = [run = std::move(run)](double runs) {
    const auto input = std::make_shared<const AnswerInput>(planted_answers(kObjectsOfAnswers, kAnswersOfRuns));
    return [=] { run(*input, runs); };
  };
  return item;
}

}  // namespace

std::vector<GrowthItem> growth_of_answers() {
  std::vector<GrowthItem> items;
  for (const Use& use : uses()) add_both(use, items);
  items.push_back(
      over_runs(fmt::format("compare {}", kMethod), "folds", 2.0, [](const AnswerInput& input, double folds) {
        answers::compare(input, {.methods = {kMethod}, .folds = {.count = static_cast<std::int32_t>(folds)}});
      }));
  items.push_back(over_runs(
      fmt::format("{}, support", kMethod), "replicates", 5.0, [](const AnswerInput& input, double replicates) {
        const core::Method method = core::find_method(kMethod);
        const answers::Resampling made = answers::resample(input.comparisons, method, std::llround(replicates), 1, 0.0);
        answers::branch_support(std::get<core::Dendrogram>(made.made.front()), made);
      }));
  return items;
}

}  // namespace tertium::program
