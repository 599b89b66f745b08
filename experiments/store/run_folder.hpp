#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/store/results_file.hpp"
#include "experiments/store/row_table.hpp"
#include "experiments/store/row_union.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A file that could not be read as what it should be.
struct DamagedFile {
  std::filesystem::path path;
  std::string reason;  ///< one line that names the file and what to do
};

/// What a run folder holds beside rows.
struct StoreFacts {
  std::vector<RunRecord> runs;  ///< one per writer process, sorted by start
  std::vector<DamagedFile> damaged;
  std::vector<RowConflict> conflicts;
  std::size_t n_segments = 0;         ///< readable ones
  std::size_t n_duplicates = 0;       ///< rows found again with the same status
  std::vector<SegmentName> segments;  ///< the readable ones
  bool segments_hold_all = true;      ///< results.h5 has nothing that they lack

  /// Throws UserError with the first damaged file or conflict: what merge and verify need before they go on.
  void expect_whole() const;
};

/// Everything that a run folder holds.
struct StoreContent : StoreFacts {
  std::vector<TrialRow> rows;  ///< one per key, sorted by key
};

/// The same by columns.
struct StoreTable : StoreFacts {
  RowTable rows;
};

/// RUN/segments (published rows), RUN/log (one text file per writer) and RUN/results.h5 (merged). Any number of
/// programs may use one folder at once.
class RunFolder {
 public:
  /// For writing: makes the folder where it is missing. Throws UserError when `path` is a file, is not writable, or is
  /// a folder with something else in it.
  static RunFolder create(const std::filesystem::path& path);
  /// As create, with the same errors for a file or a folder of something else, but makes and changes nothing yet.
  static RunFolder intend(const std::filesystem::path& path);
  /// For reading. Throws UserError when there is no run at `path`.
  static RunFolder open(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path segments() const { return path_ / "segments"; }
  std::filesystem::path log() const { return path_ / "log"; }
  std::filesystem::path results() const { return path_ / "results.h5"; }

  /// Throws UserError unless files can be made in the folder.
  void expect_writable() const;

  /// Published segments, sorted by name. Temporary files and files that do not end in ".rows" are no segments.
  std::vector<std::filesystem::path> list_segments() const;

  /// The union of results.h5 and all segments. Damaged files are listed in the answer, not thrown. Safe while others
  /// write and compact.
  StoreContent load() const;
  /// The same of a folder without damage and conflicts: throws UserError as expect_whole does.
  StoreContent load_whole() const;
  /// The same rows, of which only these columns are read: seconds and some hundred MB for a million. Rows that are
  /// there several times are read whole, as load() does, to tell duplicates and conflicts. Trees in
  /// results.h5 are not looked at.
  StoreTable load_table(const ColumnChoice& columns) const;
  /// Of a folder without damage and conflicts, as load_whole.
  RowTable load_whole_table(const ColumnChoice& columns) const;

 private:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// What is missing from a run.
struct VerifyReport {
  std::size_t n_planned = 0;
  std::size_t n_done = 0;         ///< planned and done
  std::size_t n_unplanned = 0;    ///< rows of keys that are not planned, e.g. of a larger grid
  std::vector<TrialKey> missing;  ///< in the order of the plan
  std::vector<TrialKey> failed;   ///< in the order of the plan
  std::vector<DamagedFile> damaged;
  std::vector<RowConflict> conflicts;
  std::size_t n_duplicates = 0;

  /// Every planned trial is done, and nothing is damaged or in conflict.
  bool complete() const { return missing.empty() && failed.empty() && damaged.empty() && conflicts.empty(); }
  /// One line: "12 of 14 trials done, 1 failed, 1 missing".
  std::string summary() const;
};

/// Compares content with plan; the planned keys are distinct.
VerifyReport verify(const StoreContent& content, std::span<const TrialKey> planned);
VerifyReport verify(const StoreTable& content, std::span<const TrialKey> planned);
/// Loads the folder and compares it with the plan.
VerifyReport verify(const RunFolder& folder, std::span<const TrialKey> planned);

}  // namespace tertium::experiments
