#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "answers/conclusions/groups.hpp"

namespace tertium::program {

/// What the program prints.
std::string groups_report(const answers::AnswerInput& input, const answers::GroupRequest& request,
                          const answers::GroupComparison& found);
/// summary.json.
std::string groups_json(const answers::AnswerInput& input, const answers::GroupRequest& request,
                        const answers::GroupComparison& found, const std::string& command_line);
/// What pictures/groups.py draws, the page apart.
nlohmann::ordered_json groups_picture(const answers::GroupComparison& found);

}  // namespace tertium::program
