#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Rows as bytes: what a rank sends to the writer and what a segment holds. Little-endian; texts that repeat (names,
/// hosts) are stored once; exact: unpack(pack(rows)) equals rows in every bit.
std::vector<std::byte> pack(std::span<const TrialRow> rows);

/// The inverse of pack. Every length is checked against what is left, so arbitrary bytes are refused, never read past.
/// Throws UserError when `bytes` are not whole, or were packed by a newer version.
std::vector<TrialRow> unpack(std::span<const std::byte> bytes);

}  // namespace tertium::experiments
