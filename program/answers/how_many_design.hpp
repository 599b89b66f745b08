#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "answers/asking/study_design.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// The design that `tertium ask --how-many --participants` simulates.
struct DesignOptions {
  answers::StudyDesign design{};
  std::vector<std::string> methods{};  ///< empty: those that are recommended
};

/// Options of a design, beside those of what is planted.
void add_design_options(CommandLine& line, DesignOptions& options);

/// Simulates it, and prints a table and after how many participants a score of .9 is reached; with `output` the curves
/// go there, and are drawn beside it.
int run_design(DesignOptions options, const std::filesystem::path& output, bool force);

}  // namespace tertium::program
