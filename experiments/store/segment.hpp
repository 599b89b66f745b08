#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "experiments/store/packed_rows.hpp"
#include "experiments/store/run_folder.hpp"
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
/// random digits. Durable and complete when it returns. Throws UserError; then the rows are not known to be durable,
/// and publishing them again is harmless.
std::filesystem::path publish_segment(const std::filesystem::path& folder, std::span<const TrialRow> rows,
                                      const RunRecord& run);

/// Reads one segment; nullopt when the file does not exist (compacted meanwhile).
/// Throws UserError that says whether it is foreign, damaged or cut short, or from a newer version.
std::optional<Segment> read_segment(const std::filesystem::path& path);

/// Who wrote a segment, and the checksum of its seal.
struct SegmentHead {
  RunRecord run;
  std::uint64_t sum = 0;
};

/// The same, but `take` has the packed rows, of that version, and takes what it needs of them up to the end; what it
/// refuses is told as damage.
std::optional<SegmentHead> read_segment(const std::filesystem::path& path,
                                        const std::function<void(Unpacker& rows, std::int32_t version)>& take);

/// When a batch is published: whatever comes first.
struct BatchLimits {
  std::size_t rows = 256;
  std::chrono::milliseconds age{15'000};  ///< of the oldest row in the batch, seen by add() and tick()
};

/// Collects rows and publishes them in batches. One per run of the program; not thread-safe.
/// When publishing fails (full disk, folder made read-only) a UserError is thrown, the rows stay in the batch, and the
/// next call tries again. What n_published() counted is safe; a row that is published twice by this is read as one.
class SegmentWriter {
 public:
  SegmentWriter(const RunFolder& folder, RunRecord run, BatchLimits limits = {});
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;
  /// Publishes what is left without compaction; errors are lost here, so call close().
  ~SegmentWriter();

  /// Takes a row; its texts become valid UTF-8.
  void add(TrialRow row);
  /// Publishes the batch if it is old enough. Call it a few times a second while waiting for rows.
  void tick();
  /// From now on a row waits at most that long for its batch to be published.
  void set_age(std::chrono::milliseconds age) { limits_.age = age; }
  /// Publishes the batch now.
  void flush();
  /// Publishes what is left, then puts the rows of all own segments into one and removes the parts. A failure of the
  /// second step costs nothing but the compaction and is not reported.
  void close();

  /// Rows that survive whatever happens from now on.
  std::size_t n_published() const { return n_published_; }
  /// Rows that would be lost now.
  std::size_t n_pending() const { return batch_.size(); }
  const RunRecord& run() const { return run_; }

 private:
  void compact();
  void compact_group(const std::vector<std::filesystem::path>& parts);

  std::filesystem::path folder_;
  RunRecord run_;
  BatchLimits limits_;
  std::vector<TrialRow> batch_;
  std::chrono::steady_clock::time_point batch_start_;
  std::vector<std::filesystem::path> parts_;
  std::size_t n_published_ = 0;
  bool closed_ = false;
};

}  // namespace tertium::experiments
