#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A segment is a small immutable file of rows and the record of their writer, packed (see packed_rows.hpp) and sealed
/// by a checksum (see seal.hpp).
struct Segment {
  RunRecord run;
  std::vector<TrialRow> rows;
};

inline constexpr const char* kSegmentExtension = ".rows";

/// The bytes of a segment file.
std::vector<std::byte> encode_segment(std::span<const TrialRow> rows, const RunRecord& run);

/// Publishes rows (at least one) as a new file in `folder`, named after the key of the first row, host, pid and
/// a counter. Durable and complete when it returns. Throws UserError; then the rows are not known to be durable, and
/// publishing them again is harmless.
std::filesystem::path publish_segment(const std::filesystem::path& folder, std::span<const TrialRow> rows,
                                      const RunRecord& run);

/// Reads one segment; nullopt when the file does not exist (compacted meanwhile).
/// Throws UserError that says whether it is foreign, damaged or cut short, or from a newer version.
std::optional<Segment> read_segment(const std::filesystem::path& path);

}  // namespace tertium::experiments
