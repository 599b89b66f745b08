#pragma once

#include <string>
#include <vector>

#include "experiments/report/report_table.hpp"

namespace tertium::experiments {

/// Texts of a table, row by row, the heads first.
using Cells = std::vector<std::vector<std::string>>;

/// What stands over all blocks: "t_cluster (s): mean (population standard deviation) over 10 values".
std::string heading(const ReportTable& table);

/// "p = 0.1, n0 = 30": all dimensions but the last, which is that of the rows.
std::string block_title(const ReportTable& table, const Place& place);

/// The places, one list per block.
std::vector<std::vector<Place>> blocks(const ReportTable& table);

/// One row per place, one column per method, behind the value of the last dimension.
Cells block_cells(const ReportTable& table, const std::vector<Place>& places);

/// What is to be known of the numbers: values left out, means over several parameters. A line each; may be empty.
std::string notes(const ReportTable& table);

/// The blocks as LaTeX tables (package booktabs): captions, the best of each row in bold, parts where a block is wider
/// than a page.
std::string as_latex(const ReportTable& table);

}  // namespace tertium::experiments
