#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "answers/asking/choice.hpp"
#include "answers/asking/oracle.hpp"
#include "answers/asking/question_lists.hpp"
#include "answers/asking/questions.hpp"
#include "answers/asking/simulation.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/ask_options.hpp"

namespace tertium::program {

/// Objects to ask about, and what is answered.
struct AskInput {
  answers::AnswerInput answers{};  ///< of the file; without one, of the names alone
  answers::KnownAnswers known;
};

/// A table anchor,first,second, or of another form's columns, of questions as somebody is asked them.
std::string question_table(const AskInput& input, std::span<const answers::AskedOnce> asked, files::AnswerForm form);
/// The same with a column gain, or entropy, of what was chosen, shown by the seed.
std::string question_table(const AskInput& input, std::span<const answers::ChosenQuestion> chosen,
                           const answers::ChoiceOptions& choice);
/// The same of lists, with participant,trial before and repeats behind.
std::string list_table(const AskInput& input, std::span<const answers::ListedScreen> lists, files::AnswerForm form);

/// Answers of a log that no program gave now.
struct AnswersFrom {
  std::size_t before = 0;   ///< were there at the beginning
  std::int64_t record = 0;  ///< a record has, those before among them
};
/// What the log says in the end.
std::string oracle_report(const AskInput& input, const OracleOptions& options,
                          std::span<const answers::AskedOnce> asked, const AnswersFrom& from);

/// A table, and what it says of the answers that choosing saves.
std::string simulation_report(const AskInput& input, const answers::SimulationPlan& plan,
                              const answers::Simulation& found);
/// A row for each curve, checkpoint and run, by a header of four words: "choose,answers,run,accuracy".
std::string simulation_csv(const answers::Simulation& found, const std::string& header);
/// FILE.pdf, .svg and .png beside a table FILE.csv.
std::vector<std::filesystem::path> simulation_pictures(const std::filesystem::path& table);
/// Draws the curves of a table of runs into them. `description`: titles, and x and y, what the axes are; the table's
/// first column names the curve. False if that could not be done.
bool draw_curves(const std::filesystem::path& table, nlohmann::ordered_json description);
/// The same of a simulation.
bool draw_simulation(const std::filesystem::path& table, const AskInput& input, const answers::SimulationPlan& plan);

}  // namespace tertium::program
