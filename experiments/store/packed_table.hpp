#pragma once

#include <cstdint>
#include <functional>

#include "experiments/store/packed_rows.hpp"
#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

/// Adds packed rows (see put_rows) to a table. What it does not hold is passed over, and nothing is made of it. Throws
/// UserError as take_rows does.
void take_rows(Unpacker& in, RowTable& table, std::int32_t version = kRowVersion);

/// Those of packed rows that `wanted` chooses by their keys.
std::vector<TrialRow> take_some_rows(Unpacker& in, const std::function<bool(const TrialKey&)>& wanted,
                                     std::int32_t version = kRowVersion);

}  // namespace tertium::experiments
