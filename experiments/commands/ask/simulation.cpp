#include "experiments/commands/ask/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "answers/resampling/parallel_jobs.hpp"
#include "core/base/error.hpp"
#include "experiments/commands/ask/simulated_answers.hpp"
#include "experiments/commands/options/job_progress.hpp"

namespace tertium::experiments {
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

/// One way of choosing asks one run's answers.
class SimulatedRun {
 public:
  SimulatedRun(std::unique_ptr<SimulatedAnswers> answers, const AskOptions& options, ChoiceRule rule, std::int64_t run,
               core::Object objects)
      : answers_(std::move(answers)), batch_(options.simulation->batch), choice_(options.choice), known_(objects) {
    choice_.rule = rule;
    choice_.seed = core::hash64(std::to_string(options.choice.seed) + "," + std::to_string(run));
  }

  /// Shares foretold, until there is nothing left to be asked.
  std::vector<double> foretold_at(const std::vector<std::int64_t>& checkpoints) {
    std::vector<double> foretold;
    for (const std::int64_t checkpoint : checkpoints) {
      if (!ask_until(checkpoint)) break;
      const core::Product places = places_of(known_, choice_.method, choice_.seed);
      foretold.push_back(share_foretold(core::ProductDistances(places), answers_->held_out()));
    }
    return foretold;
  }

 private:
  bool ask_until(std::int64_t checkpoint) {
    while (std::ssize(known_.answers) < checkpoint) {
      choice_.round = known_.answers.size();
      const auto count = static_cast<std::size_t>(std::min(batch_, checkpoint - std::ssize(known_.answers)));
      const std::vector<ChosenQuestion> chosen = choose(known_, answers_->open(), count, choice_);
      if (chosen.empty()) return false;
      for (const ChosenQuestion& one : chosen) known_.add(answers_->ask(one.question));
    }
    return true;
  }

  std::unique_ptr<SimulatedAnswers> answers_;
  std::int64_t batch_;
  ChoiceOptions choice_;
  KnownAnswers known_;
};

/// All curves end where the first of all runs has nothing left to ask.
void gather(const std::vector<std::vector<double>>& found, std::size_t runs, Simulation& simulation) {
  std::size_t common = simulation.answers.size();
  for (const std::vector<double>& run : found) common = std::min(common, run.size());
  simulation.answers.resize(common);
  for (std::size_t job = 0; job < found.size(); ++job) {
    LearningCurve& curve = simulation.curves[job / runs];
    curve.foretold.resize(common);
    for (std::size_t c = 0; c < common; ++c) curve.foretold[c].push_back(found[job][c]);
  }
}

}  // namespace

double LearningCurve::mean(std::size_t checkpoint) const {
  const std::vector<double>& runs = foretold[checkpoint];
  return std::accumulate(runs.begin(), runs.end(), 0.0) / static_cast<double>(runs.size());
}

double LearningCurve::error(std::size_t checkpoint) const {
  const std::vector<double>& runs = foretold[checkpoint];
  const auto n = static_cast<double>(runs.size());
  if (runs.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double squares = 0.0;
  for (const double share : runs) squares += std::pow(share - mean(checkpoint), 2);
  return std::sqrt(squares / (n - 1.0) / n);
}

const LearningCurve* Simulation::find(ChoiceRule rule) const {
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const auto& curve) { return curve.rule == rule; });
  return found == curves.end() ? nullptr : &*found;
}

std::optional<double> Simulation::answers_for(const LearningCurve& curve, double share) const {
  std::size_t reached = answers.size();  // from here on it is as high
  while (reached > 0 && curve.mean(reached - 1) >= share) --reached;
  if (reached == answers.size()) return std::nullopt;
  if (reached == 0) return static_cast<double>(answers.front());
  const double low = curve.mean(reached - 1), high = curve.mean(reached);
  const double before = std::log(static_cast<double>(answers[reached - 1]));
  const double after = std::log(static_cast<double>(answers[reached]));
  return std::exp(before + (after - before) * (share - low) / (high - low));
}

Simulation simulate(const AskInput& input, const AskOptions& options) {
  const SimulationOptions& wanted = *options.simulation;
  Simulation simulation{.answers = checkpoints_up_to(wanted.budget)};
  for (const ChoiceRule rule : wanted.rules) simulation.curves.push_back({.rule = rule});
  const auto runs = static_cast<std::size_t>(wanted.runs);
  std::optional<AnswerModel> model;
  if (wanted.truth != Truth::kFile)
    model.emplace(places_of(input.known, options.choice.method, options.choice.seed), options.choice.method);
  std::vector<std::vector<double>> found(runs * wanted.rules.size());
  answers::JobCounter counter(found.size(), "runs", told_on_stderr());
  const double n = input.known.objects;
  answers::do_jobs(std::ssize(found), 24.0 * n * n + 1e8, [&](std::int64_t job) {
    const std::uint64_t run = static_cast<std::uint64_t>(job) % runs, seed = options.choice.seed;
    auto answers =
        model ? answers_of_model(*model, wanted.truth == Truth::kExact ? Answering::kExactly : Answering::kByChance,
                                 options.votes, seed, run)
              : answers_of_file(input.answers.comparisons, options.votes, seed, run);
    if (answers->held_out().empty())
      core::fail("{}: has answers about less than five sets of three objects (a fifth is held out), take another file",
                 input.answers.source);
    SimulatedRun one(std::move(answers), options, wanted.rules[static_cast<std::size_t>(job) / runs],
                     static_cast<std::int64_t>(run), input.known.objects);
    found[static_cast<std::size_t>(job)] = one.foretold_at(simulation.answers);
    counter.add_one();
  });
  gather(found, runs, simulation);
  if (simulation.answers.empty())
    core::fail("{}: has less than 50 answers that can be asked for, take another file", input.answers.source);
  return simulation;
}

}  // namespace tertium::experiments
