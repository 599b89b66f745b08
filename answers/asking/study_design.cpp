#include "answers/asking/study_design.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <variant>

#include "answers/asking/questions.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/fit.hpp"
#include "core/random/random.hpp"
#include "metrics/measures/rand_index.hpp"
#include "partition/trees/tree_parts.hpp"
#include "problems/models/model.hpp"

namespace tertium::answers {
namespace {

using core::Object;

/// Planted similarities in units of their standard deviation, and the true clusters.
problems::ModelSample planted(const StudyDesign& design, const core::CellKey& cell) {
  const problems::Model& model = problems::find_model(design.levels > 0 ? "planted-hierarchy" : "planted-flat");
  core::Parameters values(model.parameters);
  const std::int64_t objects = objects_of(design);
  if (design.levels > 0) {
    values.set("n0", objects >> design.levels);
    values.set("levels", std::int64_t{design.levels});
    values.set("sigma", 1.0);
    values.set("delta", design.gap);
  } else {
    values.set("n", objects);
    values.set("k", std::int64_t{design.clusters});
    values.set("family", std::string("normal"));
    constexpr double kApart = 8.0;  // nothing in common any more, and the model asks for less than 1
    values.set("delta", std::erf(0.5 * std::min(design.gap, kApart)));  // 2 Phi(gap / sqrt 2) - 1
  }
  return model.sample(values, cell);
}

/// Somebody who sees the planted similarities, and errs.
class PlantedAnswers {
 public:
  PlantedAnswers(const core::Similarities& similarities, double error, const core::CellKey& cell)
      : similarities_(similarities), error_(error), draws_(cell, core::Purpose::kSimulatedAnswers) {}

  core::Quadruplet answer(const Screen& question) {
    const std::size_t choices = choices_of(question.form);
    std::size_t best = 0;
    for (std::size_t choice = 1; choice < choices; ++choice)
      if (likeness(question, choice) > likeness(question, best)) best = choice;
    if (draws_.uniform() < error_) best = (best + 1 + draws_.below(choices - 1)) % choices;
    return statement_of(question, best);
  }

 private:
  double likeness(const Screen& question, std::size_t choice) const {
    const auto [i, j] = closest_by(question, choice);
    return similarities_(i, j);
  }

  const core::Similarities& similarities_;
  double error_;
  core::Stream draws_;
};

double score_of(const core::Product& product, const StudyDesign& design, const core::Truth& truth) {
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  if (design.levels > 0) return metrics::averaged_adjusted_rand_index(std::get<core::Dendrogram>(product), truth);
  const core::Partition clusters =
      tree != nullptr ? partition::clusters_of_tree(*tree, design.clusters) : std::get<core::Partition>(product);
  return metrics::adjusted_rand_index(clusters, truth.front());
}

/// The scores of all methods after so many people, by checkpoint and method.
std::vector<std::vector<double>> scores_of_run(const StudyDesign& design, std::span<const std::int64_t> people,
                                               std::uint64_t run) {
  const core::CellKey cell{.master_seed = design.lists.seed, .repetition = run + 1};
  const problems::ModelSample sample = planted(design, cell);
  PlantedAnswers answers(sample.get<core::Similarities>(), design.error, cell);
  KnownAnswers known(sample.objects);
  AnswerInput input;
  input.comparisons.form = design.lists.form;
  input.comparisons.objects = sample.objects;
  ListPlan plan = design.lists;
  plan.seed = core::hash64(std::to_string(plan.seed) + "," + std::to_string(run));
  plan.participants = people.back();
  const std::vector<ListedScreen> lists = question_lists(plan);
  auto next = lists.begin();
  std::vector<std::vector<double>> scores;
  for (const std::int64_t checkpoint : people) {
    for (; next != lists.end() && next->participant <= checkpoint; ++next)
      known.add(plan.form, answers.answer(next->screen));
    input.comparisons.statements = known.statements;
    std::vector<double>& of_methods = scores.emplace_back();
    for (const core::Method& method : design.methods)
      of_methods.push_back(score_of(fit(input, method, run + 1).product, design, sample.get<core::Truth>()));
  }
  return scores;
}

}  // namespace

Object objects_of(const StudyDesign& design) {
  const auto clusters = static_cast<Object>(1) << design.levels;
  return design.levels == 0 ? design.objects : std::max<Object>(2, design.objects / clusters) * clusters;
}

std::vector<std::string> recommended_methods(const StudyDesign& design) {
  const bool of_three = design.lists.form != files::AnswerForm::kQuadruplet;
  if (design.levels == 0) return {"4-AL+search+lengths", of_three ? "AddS-3+SDP-k" : "AddS-4+SDP-k"};
  return of_three ? std::vector<std::string>{"t-STE+AL", "AddS-3-AL+search"}
                  : std::vector<std::string>{"AddS-4-AL", "4K-AL"};
}

Simulation simulate_design(StudyDesign design, const JobCallback& progress) {
  design.lists.objects = objects_of(design);
  for (core::Method& method : design.methods)
    for (const core::MethodParameter& parameter : core::parameters_of(method))
      if (design.levels == 0 && parameter.name == "k") core::set_parameter(method, "k", std::int64_t{design.clusters});
  Simulation simulation;
  for (const std::int64_t eighths : {1, 2, 4, 8, 16, 32}) {
    const std::int64_t people = std::max<std::int64_t>(1, design.lists.participants * eighths / 8);
    if (simulation.answers.empty() || people > simulation.answers.back()) simulation.answers.push_back(people);
  }
  for (const core::Method& method : design.methods)
    simulation.curves.push_back({method.name, std::vector<std::vector<double>>(simulation.answers.size())});
  std::vector<std::vector<std::vector<double>>> runs(static_cast<std::size_t>(design.runs));
  JobCounter counter(runs.size(), "studies", progress);
  const double n = design.lists.objects;
  do_jobs(design.runs, 100.0 * n * n + 1e8, [&](std::int64_t run) {
    runs[static_cast<std::size_t>(run)] = scores_of_run(design, simulation.answers, static_cast<std::uint64_t>(run));
    counter.add_one();
  });
  for (const auto& run : runs)
    for (std::size_t c = 0; c < run.size(); ++c)
      for (std::size_t m = 0; m < run[c].size(); ++m) simulation.curves[m].predicted[c].push_back(run[c][m]);
  return simulation;
}

}  // namespace tertium::answers
