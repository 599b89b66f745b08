#include "answers/asking/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "answers/asking/answer_model.hpp"
#include "answers/asking/simulated_answers.hpp"
#include "answers/fits/predictions.hpp"
#include "core/base/error.hpp"
#include "core/random/random.hpp"
#include "metrics/measures/product_distances.hpp"

namespace tertium::answers {
namespace {

/// 50, 70, 100, 140, 200, ... and the budget.
std::vector<std::int64_t> checkpoints_up_to(std::int64_t budget) {
  std::vector<std::int64_t> checkpoints;
  for (std::int64_t hundreds = 50; hundreds < budget; hundreds *= 2)
    for (const std::int64_t answers : {hundreds, hundreds * 7 / 5})
      if (answers < budget) checkpoints.push_back(answers);
  checkpoints.push_back(budget);
  return checkpoints;
}

/// The share of the answers that is predicted.
double share_of(files::AnswerForm form, const metrics::ProductDistances& apart,
                const std::vector<core::Quadruplet>& held_out) {
  Predicted tally;
  for (const core::Quadruplet& answer : held_out) add_prediction(form, answer, 1, apart, tally);
  return share_predicted(std::span(&tally, 1)).value;
}

/// One way of choosing asks one run's answers.
class SimulatedRun {
 public:
  SimulatedRun(std::unique_ptr<SimulatedAnswers> answers, const SimulationPlan& plan, ChoiceRule rule,
               std::uint64_t run, core::Object objects)
      : answers_(std::move(answers)), batch_(plan.batch), choice_(plan.choice), known_(objects) {
    choice_.rule = rule;
    choice_.seed = core::hash64(std::to_string(plan.choice.seed) + "," + std::to_string(run));
  }

  /// Shares predicted, until there is nothing left to be asked.
  std::vector<double> predicted_at(const std::vector<std::int64_t>& checkpoints) {
    std::vector<double> predicted;
    for (const std::int64_t checkpoint : checkpoints) {
      if (!ask_until(checkpoint)) break;
      const core::Product places = places_of(known_, choice_.method, choice_.seed);
      predicted.push_back(share_of(choice_.form, metrics::ProductDistances(places), answers_->held_out()));
    }
    return predicted;
  }

 private:
  bool ask_until(std::int64_t checkpoint) {
    while (given_ < checkpoint) {
      choice_.round = static_cast<std::uint64_t>(given_);
      const auto count = static_cast<std::size_t>(std::min(batch_, checkpoint - given_));
      const std::vector<ChosenQuestion> chosen = choose(known_, answers_->open(), count, choice_);
      if (chosen.empty()) return false;
      for (const ChosenQuestion& one : chosen) known_.add(choice_.form, answers_->ask(one.question));
      given_ += std::ssize(chosen);
    }
    return true;
  }

  std::unique_ptr<SimulatedAnswers> answers_;
  std::int64_t batch_;
  ChoiceOptions choice_;
  KnownAnswers known_;
  std::int64_t given_ = 0;
};

std::unique_ptr<SimulatedAnswers> answers_of_run(const files::ComparisonFile& file,
                                                 const std::optional<AnswerModel>& model, const SimulationPlan& plan,
                                                 std::uint64_t run) {
  if (!model) return answers_of_file(file, plan.choice.form, plan.votes, plan.choice.seed, run);
  const Answering answering = plan.truth == SimulatedTruth::kExact ? Answering::kExactly : Answering::kByChance;
  return answers_of_model(*model, plan.choice.form, answering, plan.votes, plan.choice.seed, run);
}

/// All curves end where the first of all runs has nothing left to ask.
void gather(const std::vector<std::vector<double>>& found, std::size_t runs, Simulation& simulation) {
  std::size_t common = simulation.answers.size();
  for (const std::vector<double>& run : found) common = std::min(common, run.size());
  simulation.answers.resize(common);
  for (std::size_t job = 0; job < found.size(); ++job) {
    AskingCurve& curve = simulation.curves[job / runs];
    curve.predicted.resize(common);
    for (std::size_t c = 0; c < common; ++c) curve.predicted[c].push_back(found[job][c]);
  }
}

}  // namespace

const std::vector<std::string>& simulated_truths() {
  static const std::vector<std::string> names{"file", "model", "exact"};  // in the order of the enumerators
  return names;
}

SimulatedTruth simulated_truth(const std::string& name) {
  const auto found = std::find(simulated_truths().begin(), simulated_truths().end(), name);
  if (found == simulated_truths().end()) core::fail_unknown("truth", name, simulated_truths());
  return static_cast<SimulatedTruth>(found - simulated_truths().begin());
}

double AskingCurve::mean(std::size_t checkpoint) const {
  const std::vector<double>& runs = predicted[checkpoint];
  return std::accumulate(runs.begin(), runs.end(), 0.0) / static_cast<double>(runs.size());
}

double AskingCurve::error(std::size_t checkpoint) const {
  const std::vector<double>& runs = predicted[checkpoint];
  const auto n = static_cast<double>(runs.size());
  if (runs.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double squares = 0.0;
  for (const double share : runs) squares += std::pow(share - mean(checkpoint), 2);
  return std::sqrt(squares / (n - 1.0) / n);
}

const AskingCurve* Simulation::find(const std::string& name) const {
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const auto& curve) { return curve.name == name; });
  return found == curves.end() ? nullptr : &*found;
}

std::optional<double> Simulation::answers_for(const AskingCurve& curve, double share) const {
  std::size_t reached = answers.size();  // from here on it is as high
  while (reached > 0 && curve.mean(reached - 1) >= share) --reached;
  if (reached == answers.size()) return std::nullopt;
  if (reached == 0) return static_cast<double>(answers.front());
  const double low = curve.mean(reached - 1), high = curve.mean(reached);
  const double before = std::log(static_cast<double>(answers[reached - 1]));
  const double after = std::log(static_cast<double>(answers[reached]));
  return std::exp(before + (after - before) * (share - low) / (high - low));
}

Simulation simulate(const files::ComparisonFile& file, const std::string& source, const SimulationPlan& plan,
                    const JobCallback& progress) {
  const files::AnswerForm form = plan.choice.form;
  const KnownAnswers known = known_answers(file, form, source);
  if (plan.truth == SimulatedTruth::kFile && form != files::AnswerForm::kTriplet && form != file.form)
    core::fail("{}: answers no {} (it contains {}), let a model of it answer (truth model), or ask others", source,
               files::name_of(form), files::name_of(file.form));
  Simulation simulation{.answers = checkpoints_up_to(plan.budget)};
  for (const ChoiceRule rule : plan.rules) simulation.curves.push_back({.name = name_of(rule)});
  const auto runs = static_cast<std::size_t>(plan.runs);
  std::optional<AnswerModel> model;
  if (plan.truth != SimulatedTruth::kFile)
    model.emplace(places_of(known, plan.choice.method, plan.choice.seed), plan.choice.method);
  std::vector<std::vector<double>> found(runs * plan.rules.size());
  JobCounter counter(found.size(), "runs", progress);
  const double n = file.objects;
  do_jobs(std::ssize(found), 24.0 * n * n + 1e8, [&](std::int64_t job) {
    const std::uint64_t run = static_cast<std::uint64_t>(job) % runs;
    std::unique_ptr<SimulatedAnswers> answers = answers_of_run(file, model, plan, run);
    if (answers->held_out().empty())
      core::fail("{}: has answers about fewer than five sets of objects (a fifth is held out), use another file",
                 source);
    SimulatedRun one(std::move(answers), plan, plan.rules[static_cast<std::size_t>(job) / runs], run, file.objects);
    found[static_cast<std::size_t>(job)] = one.predicted_at(simulation.answers);
    counter.add_one();
  });
  gather(found, runs, simulation);
  if (simulation.answers.empty())
    core::fail("{}: has fewer than 50 answers that can be asked for, use another file", source);
  return simulation;
}

}  // namespace tertium::answers
