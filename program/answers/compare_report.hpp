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

}  // namespace tertium::program
