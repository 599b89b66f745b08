#pragma once

#include <string>
#include <vector>

#include "answers/resampling/held_out.hpp"
#include "answers/tables/agreement.hpp"
#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_options.hpp"

namespace tertium::experiments {

/// What a summary of this calls the program, and which files are its results.
inline constexpr const char* kCompareProgram = "tertium cluster --compare";
inline const std::vector<std::string> kCompareFiles{"comparison.csv", "folds.csv", "summary.json"};

/// What `all` takes: methods whose fits take no longer than this, in seconds of one core, by the costs that they state.
inline constexpr double kSecondsOfEachMethod = 60.0;

/// Methods, and those that would apply but are left out, with the reason, as in "LP-rounding (at most 160 objects)".
struct MethodChoice {
  std::vector<core::Method> methods;
  std::vector<std::string> left_out;
};

/// How well methods foretell answers that they have not seen.
struct Comparison {
  std::vector<double> shares{};  ///< of the answers seen; the last is 1
  answers::Folds folds{};
  int choices = 2;                   ///< possible answers to a question
  std::int64_t answers = 0;          ///< held out
  answers::Repetition repetition{};  ///< of the answers held out
  std::vector<answers::HeldOut> best_first{};
  std::vector<answers::HeldOut> failed{};
  std::vector<std::string> left_out{};

  /// Whether the first of all is better by more than two standard errors of the difference over the same blocks.
  bool is_worse(const answers::HeldOut& other) const;
};

/// Throws UserError where the answers are no list, or where a method does not work on them.
Comparison compare(const ClusterInput& input, const ClusterOptions& options);

/// A table, best first, and what it says.
std::string compare_report(const ClusterInput& input, const Comparison& found);
/// The same as tables and as JSON, which begins with the program.
std::string comparison_csv(const Comparison& found);
std::string folds_csv(const Comparison& found);
std::string compare_summary(const ClusterInput& input, const ClusterOptions& options, const Comparison& found,
                            const std::string& command_line);

}  // namespace tertium::experiments
