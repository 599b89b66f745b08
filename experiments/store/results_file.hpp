#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "experiments/store/row_columns.hpp"
#include "experiments/store/row_table.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// One method as /methods lists it.
struct MethodEntry {
  std::string name;        ///< display name, as TrialRow::method
  std::string title;       ///< one sentence
  std::string citation;    ///< where it was published
  std::string parameters;  ///< as text, e.g. "ties = random"
};

inline constexpr std::tuple kMethodColumns{
    Column{"name", &MethodEntry::name, {}}, Column{"title", &MethodEntry::title, {}},
    Column{"citation", &MethodEntry::citation, {}}, Column{"parameters", &MethodEntry::parameters, {}}};

/// A segment with rows of the file.
struct SegmentName {
  std::string name;       ///< of its file
  std::uint64_t sum = 0;  ///< of its seal
  auto operator<=>(const SegmentName&) const = default;
};

inline constexpr std::tuple kSegmentColumns{
    Column{"name", &SegmentName::name, {.long_name = "file in segments"}},
    Column{"sum", &SegmentName::sum, {.long_name = "checksum in its last line"}}};

/// What a column of a metric says of itself.
struct ColumnNote {
  std::string long_name;
  std::string units;  ///< empty: none
  bool operator==(const ColumnNote&) const = default;
};

/// What results.h5 holds. Only `rows` is needed: the rest describes them.
struct ResultsContent {
  std::vector<TrialRow> rows;  ///< stored in this order
  std::vector<RowParameters>
      points;                        ///< distinct parameter tuples, in plan order; those of rows not in it are appended
  std::vector<MethodEntry> methods;  ///< in plan order; names that only rows have are appended
  std::vector<RunRecord> runs;
  std::vector<SegmentName> segments;        ///< that hold all rows; empty: not known, or not all
  std::map<std::string, ColumnNote> notes;  ///< by the name of the metric
  std::string config_source;                ///< the configuration file as given
  std::string config_resolved;              ///< with all defaults and --set applied; readable as a configuration
};

/// Writes `content` to `path`, replacing a results file that is there; readers see the old file or the new one, never
/// a part. Layout, all columns one-dimensional and compressed:
///   /trials   one row per trial; `trial` is its dimension; columns as in TrialRow, `point` = row of /points, `method`
///   =
///             row of /methods, each parameter and each metric a column (NaN: does not apply, or was not computed; see
///             `scores`, names with blanks between them), times in s, memory in B
///   /points   parameter columns           /methods  code, name, title, citation, parameters
///   /runs     one row per writer          /config   source, resolved
///   /segments name, sum of the segments that hold all rows: who has these needs no more; if there are such
///   /trees    row_offsets (trial i owns rows [o_i, o_(i+1))), z: rows [left, right, height, size]; if any is stored
///   /labels   offsets, values; if any is stored
/// Throws UserError when the file cannot be written, or when `path` is a file that is not a results file.
void write_results(const std::filesystem::path& path, const ResultsContent& content);

/// Reads all of it back. Rows equal those written in the sense of same_result, plus times, peak_rss and host.
/// Throws UserError for a foreign or damaged file, or a newer version.
ResultsContent read_results(const std::filesystem::path& path);

/// ResultsContent::segments. Throws as read_results does.
std::vector<SegmentName> read_segment_names(const std::filesystem::path& path);

/// Adds the rows to a table, of which only the columns that it holds are read; returns ResultsContent::runs. Throws as
/// read_results does; then the table may have parts of the rows.
std::vector<RunRecord> read_results(const std::filesystem::path& path, RowTable& table);

/// Whether `path` is a file that ends with the seal of a results file (see seal.hpp).
bool is_results_file(const std::filesystem::path& path);

inline constexpr const char* kResultsFormat = "tertium-results";
inline constexpr std::int32_t kResultsVersion = kRowVersion;

}  // namespace tertium::experiments
