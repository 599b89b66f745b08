#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::program {

/// Whether the folder holds all of the plan and more: a larger sweep, of which these trials are done and scored.
bool is_part_of_run(const experiments::Plan& plan, const experiments::RunFolder& folder);

/// Draws the figure of a plan, FOLDER/NAME.{pdf,svg,png}, as its kind has it; `page` is that of picture_page. True if
/// it worked; else one line on stderr says why not.
bool draw_figure(const experiments::Plan& plan, const std::filesystem::path& folder,
                 const std::vector<experiments::TrialRow>& rows, const nlohmann::ordered_json& page);

/// Whether it makes several pictures, NAME-*.
bool draws_several(const experiments::Plan& plan);

}  // namespace tertium::program
