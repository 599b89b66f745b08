#pragma once

#include <string>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// What a summary of this calls the program, and which files are its results.
inline constexpr const char* kCompareProgram = "tertium compare";
inline const std::vector<std::string> kCompareFiles{"comparison.csv", "folds.csv", "summary.json"};

/// A table, best first, and what it says.
std::string compare_report(const answers::AnswerInput& input, const answers::Comparison& found);
/// The same as tables and as JSON, which begins with the program.
std::string comparison_csv(const answers::Comparison& found);
std::string folds_csv(const answers::Comparison& found);
std::string compare_summary(const answers::AnswerInput& input, const answers::CompareRequest& request,
                            const answers::Comparison& found, const std::string& command_line);

}  // namespace tertium::program
