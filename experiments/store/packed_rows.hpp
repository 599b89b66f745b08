#pragma once

#include <span>
#include <vector>

#include "experiments/store/packer.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Rows as a rank sends them to the writer and a segment holds them; exact: what is taken equals what was put in every
/// bit. Taking throws UserError for what no row can be, trees included.
void put_row(Packer& out, const TrialRow& row);
TrialRow take_row(Unpacker& in);

void put_rows(Packer& out, std::span<const TrialRow> rows);
std::vector<TrialRow> take_rows(Unpacker& in);

/// Who wrote them.
void put_run_record(Packer& out, const RunRecord& run);
RunRecord take_run_record(Unpacker& in);

}  // namespace tertium::experiments
