#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/commands/ask/ask_input.hpp"
#include "experiments/commands/ask/ask_options.hpp"

namespace tertium::experiments {

/// How well the embedding of what was asked foretells answers held out, by one way of choosing.
struct LearningCurve {
  ChoiceRule rule;
  std::vector<std::vector<double>> foretold{};  ///< share, of every checkpoint, of every run

  double mean(std::size_t checkpoint) const;
  /// Of the mean over runs; NaN of a single one.
  double error(std::size_t checkpoint) const;
};

struct Simulation {
  std::vector<std::int64_t> answers{};  ///< after which there is a checkpoint, ascending
  std::vector<LearningCurve> curves{};  ///< in the order of the options

  /// The curve of a rule; null if it was not tried.
  const LearningCurve* find(ChoiceRule rule) const;
  /// After how many answers the mean of a curve is as high for good, between checkpoints by a straight line over the
  /// logarithm of answers. The first checkpoint where it is as high from there on, nothing where it never is.
  std::optional<double> answers_for(const LearningCurve& curve, double share) const;
};

/// Every rule asks the same simulated answers, batch by batch, in as many runs as the options say, each of which holds
/// out others. Runs are shared by threads, and the same for any number of them. Throws UserError if there is too little
/// to be asked or held out.
Simulation simulate(const AskInput& input, const AskOptions& options);

/// A table, and what it says of the answers that choosing saves.
std::string simulation_report(const AskInput& input, const AskOptions& options, const Simulation& found);
/// choose,answers,run,foretold
std::string simulation_csv(const Simulation& found);
/// Draws the curves beside their table FILE.csv, as FILE.pdf, .svg and .png. False if that could not be done.
bool draw_simulation(const std::filesystem::path& table, const AskInput& input, const AskOptions& options);

}  // namespace tertium::experiments
