#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/asking/question_lists.hpp"

namespace tertium::program {

/// A page that asks lists of questions: one file for browsers, with pictures in the place of names where there are any.
/// What it saves is a file of answers. `images`: as images_of has them. Nothing, and a line on stderr, if its template
/// is missing. Throws UserError where pictures are larger than 20 MB together.
std::optional<std::string> survey_page(const std::string& title, const std::vector<std::string>& names,
                                       const std::vector<std::string>& images, files::AnswerForm form,
                                       std::span<const answers::ListedScreen> lists);

/// The same lists as JSON: of each participant, by number, what jsPsych calls timeline variables.
std::string survey_timeline(const std::vector<std::string>& names, files::AnswerForm form,
                            std::span<const answers::ListedScreen> lists);

}  // namespace tertium::program
