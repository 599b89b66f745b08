#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/asking/choice.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Who answers in a simulation.
enum class SimulatedTruth {
  kFile,   ///< the file: its own answers to the questions that it has
  kModel,  ///< somebody who answers any question as an embedding of the file says, by chance
  kExact,  ///< the same without chance: always the nearer one
};

/// "file", "model", "exact"
const std::vector<std::string>& simulated_truths();
/// Throws UsageError with the known names.
SimulatedTruth simulated_truth(const std::string& name);

/// What a simulation tries.
struct SimulationPlan {
  std::vector<ChoiceRule> rules{};
  ChoiceOptions choice{};  ///< rule and round apart
  std::int64_t votes = 1;
  SimulatedTruth truth = SimulatedTruth::kFile;
  std::int64_t budget = 2000;  ///< the most answers
  std::int64_t batch = 20;
  std::int64_t runs = 10;
};

/// How well the embedding of what was asked predicts answers held out, by one way of choosing; or how well a method
/// finds what is planted (study_design.hpp).
struct AskingCurve {
  std::string name{};
  std::vector<std::vector<double>> predicted{};  ///< share, or score, of every checkpoint, of every run

  /// Over the runs.
  double mean(std::size_t checkpoint) const;
  /// Of the mean over runs; NaN of a single one.
  double error(std::size_t checkpoint) const;
};

/// What a simulation found.
struct Simulation {
  std::vector<std::int64_t> answers{};  ///< after which there is a checkpoint, ascending
  std::vector<AskingCurve> curves{};    ///< in the order of the plan

  /// The curve of that name; null if it was not tried.
  const AskingCurve* find(const std::string& name) const;
  /// After how many answers the mean of a curve is as high for good, between checkpoints by a straight line over the
  /// logarithm of answers. The first checkpoint where it is as high from there on, nothing where it never is.
  std::optional<double> answers_for(const AskingCurve& curve, double share) const;
};

/// Every rule asks the same simulated answers, batch by batch, in as many runs as the plan says, each of which holds
/// out others. Runs are shared by threads, and the same for any number of them. `source` stands for the file in
/// messages; `told`: how many runs are done. Throws UserError if there is too little to be asked or held out.
Simulation simulate(const files::ComparisonFile& file, const std::string& source, const SimulationPlan& plan,
                    const JobCallback& progress = {});

}  // namespace tertium::answers
