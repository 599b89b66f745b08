#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/commands/answers/answer_options.hpp"
#include "experiments/commands/ask/choose.hpp"

namespace tertium::experiments {

/// Who answers the questions, and how many are asked.
struct OracleOptions {
  std::string command;  ///< for /bin/sh -c
  std::int64_t budget = 0;
  std::int64_t batch = 20;
  std::filesystem::path log;
  double seconds = 600.0;  ///< that it may take for a batch
  bool swap = false;
  double cost = 0.0;  ///< of an answer
};

/// Who answers in a simulation.
enum class Truth {
  kFile,   ///< the file: its own answers to the questions that it has
  kModel,  ///< somebody who answers any question as an embedding of the file says, by chance
  kExact,  ///< the same without chance: always the nearer one
};

/// What a simulation tries.
struct SimulationOptions {
  std::vector<ChoiceRule> rules;
  Truth truth = Truth::kFile;
  std::int64_t budget = 2000;
  std::int64_t batch = 20;
  std::int64_t runs = 10;
};

/// What `tertium ask` was asked for.
struct AskOptions {
  answers::AnswerSource source;  ///< an empty path: nothing was asked before
  ChoiceOptions choice;
  std::int64_t count = 20;
  std::int64_t votes = 1;
  std::filesystem::path output;  ///< empty: the standard output
  std::optional<OracleOptions> oracle{};
  std::optional<SimulationOptions> simulation{};
};

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<AskOptions> parse_ask_options(const std::vector<std::string>& args);

}  // namespace tertium::experiments
