#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/claims/looks.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/run/run_plan.hpp"
#include "program/reproduce/papers.hpp"

namespace tertium::program {

/// A figure of a paper: what makes it, where its rows are, and how far they are.
struct PaperFigure {
  std::string name;  ///< of the configuration
  experiments::Plan plan;
  std::filesystem::path run;
  experiments::Tally tally;
  std::optional<experiments::Looks> looks{};  ///< where verdicts are of growing numbers of repetitions
};

struct PaperRuns {
  Paper paper;
  std::vector<PaperFigure> figures;
};

/// Plans every figure of the papers, its run in the folder `runs`, NAME or NAME-smoke.
std::vector<PaperRuns> plan_papers(const std::vector<Paper>& papers, const std::filesystem::path& runs, bool smoke,
                                   const experiments::CostModel& costs);

/// The verdicts of all claims are to be of growing numbers of repetitions, `most` of a figure at most.
void look_at_claims(std::vector<PaperRuns>& papers, std::optional<std::int64_t> most,
                    const experiments::CostModel& costs);

/// A line for each figure: trials, those that are done, failed, missing, predicted core time and memory; and the sum.
std::string papers_table(const std::vector<PaperRuns>& papers);

/// Draws the figures of which all rows are there into the folders of their runs, unless the picture is younger than
/// the rows. A failure is one line on stderr.
void draw_papers(const std::vector<PaperRuns>& papers);

/// What the report says, for pictures/reproduction.py:
///   smoke; known: keys of all papers that there are, in their order; made (UTC); program {commit, compiler, flags};
///   machine {processor, cores};
///   papers: {key, title, authors, source, figures: {name, title, pictures: [path without extension], points,
///   repetitions, trials, done, failed, seconds: of a core, as measured; planned: as predicted; seed, line: that makes
///   it; table: text; made: [host, commit, day]; looks: repetitions that verdicts are of at most, or null; claims:
///   {name, statement, reading, source, of_project, verdict, error: the smallest at which it
///   would be the same; survives: whether it is right together with all of the paper, or all of this project; decides,
///   needs: what would decide it, explanation}}}
nlohmann::ordered_json described(const std::vector<PaperRuns>& papers, bool smoke, const experiments::CostModel& costs);

}  // namespace tertium::program
