#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/asking/choice.hpp"
#include "answers/asking/oracle.hpp"
#include "answers/asking/question_lists.hpp"
#include "answers/asking/simulation.hpp"
#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// The program that answers the questions.
struct OracleOptions {
  std::string command;  ///< for /bin/sh -c; empty: a record answers all
  std::filesystem::path log;
  std::filesystem::path record{};  ///< a log that answers what it can; empty: none
  double seconds = 600.0;          ///< that it may take for a batch
  double cost = 0.0;               ///< of an answer
  answers::OraclePlan plan{};
  std::string method{};  ///< that makes a tree of the log; empty: the default
};

/// What `tertium ask` was asked for.
struct AskOptions {
  answers::AnswerSource source;             ///< an empty path: nothing was asked before
  answers::ChoiceOptions choice;            ///< form and rule are settled once the file is read
  std::optional<files::AnswerForm> form{};  ///< of the questions; empty: that of the file's answers
  std::vector<std::string> rules{};         ///< of choosing; empty: the default
  std::int64_t count = 20;
  std::int64_t votes = 1;
  std::filesystem::path output;  ///< empty: the standard output
  bool force = false;
  std::optional<OracleOptions> oracle{};
  std::optional<answers::SimulationPlan> simulation{};
  std::optional<answers::ListPlan> lists{};  ///< objects apart
  std::filesystem::path survey{};            ///< a page that asks the lists; empty: none
  std::filesystem::path timeline{};          ///< the lists for jsPsych; empty: none
  std::filesystem::path images{};            ///< folder of pictures of the objects, for the page; empty: none
  std::string title = "What is alike?";      ///< of the page
  std::filesystem::path prior{};             ///< vectors of the objects, by which questions are chosen; empty: none
  bool cosine = false;                       ///< of them
};

/// Settles what to ask, beside answers of that form. Throws UsageError for rules that are not for such questions.
void settle_form(files::AnswerForm answered, AskOptions& options);

/// Nothing when the help page was asked for, which is then printed. Throws UsageError.
std::optional<AskOptions> parse_ask_options(const std::vector<std::string>& args);

}  // namespace tertium::program
