#include "experiments/store/run_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/store/key_places.hpp"
#include "experiments/store/packed_table.hpp"
#include "experiments/store/segment.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/unfinished_file.hpp"

namespace tertium::experiments {
namespace fs = std::filesystem;
namespace {

void expect_no_file(const fs::path& path) {
  if (path.empty()) throw core::UsageError("the name of the run folder is empty, give the name of a folder");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_directory(status)) {
    core::fail("cannot use {} as run folder (it is a file), give the name of a folder", path.string());
  }
}

bool is_run(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path / "segments", error)) return true;
  return fs::exists(path / "results.h5", error) && is_results_file(path / "results.h5");
}

void expect_run_or_empty(const fs::path& path) {
  std::error_code error;
  if (!fs::exists(path, error) || is_run(path)) return;
  const bool empty = fs::is_empty(path, error);
  if (error) core::fail("cannot read {} ({}), check its permissions", path.string(), error.message());
  // Another program may have made the run between the two looks.
  if (empty || is_run(path)) return;
  core::fail("cannot use {} as run folder (it contains other files and no run), give a new or empty folder",
             path.string());
}

void expect_access(const fs::path& path) {
  if (access(path.c_str(), R_OK | W_OK | X_OK) != 0) {
    core::fail("cannot write to {} ({}), choose a folder that you can write to", path.string(), std::strerror(errno));
  }
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    core::fail("cannot create {} ({}), choose a folder that you can write to", path.string(), error.message());
  }
  expect_access(path);
}

/// Tells a file from one that takes its place; nothing where there is none.
std::optional<std::pair<ino_t, std::int64_t>> identity_of(const fs::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return std::pair(status.st_ino, std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec);
}

/// What takes the rows of a folder's files.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Those of a segment. May throw: then the file is damaged, and nothing of it counts.
  virtual void take(Unpacker& rows, std::int32_t version, const std::string& file) = 0;
  /// Those of results.h5, after all segments; the same holds. Returns who wrote them.
  virtual std::vector<RunRecord> take_merged(const fs::path& path) = 0;
  /// Whether results.h5 had a row that segments lack, or something new about one.
  virtual bool merged_is_news() const = 0;
};

/// Looks at all files of a folder.
class FolderReader {
 public:
  FolderReader(const RunFolder& folder, RowSink& sink) : folder_(folder), sink_(sink) {}

  StoreFacts read() {
    // Compaction publishes rows under a new name before it removes the old ones, so once a listing shows nothing new,
    // every row has been seen.
    while (read_new_segments()) {
    }
    read_merged();
    const auto starts_earlier = [](const RunRecord& a, const RunRecord& b) { return a.started < b.started; };
    std::stable_sort(facts_.runs.begin(), facts_.runs.end(), starts_earlier);
    return std::move(facts_);
  }

 private:
  bool read_new_segments() {
    bool any = false;
    for (const fs::path& path : folder_.list_segments()) {
      if (!seen_.insert(path.string()).second) continue;
      any = true;
      read(path);
    }
    return any;
  }

  void read(const fs::path& path) {
    try {
      const auto head =
          read_segment(path, [&](Unpacker& rows, std::int32_t version) { sink_.take(rows, version, path.string()); });
      if (!head) return;
      ++facts_.n_segments;
      facts_.segments.push_back({path.filename().string(), head->sum});
      add_run_record(facts_.runs, head->run);
    } catch (const core::UserError& error) {
      facts_.damaged.push_back({path, error.what()});
    }
  }

  /// What seems damaged is looked at again where another program has put a new file into its place meanwhile.
  void read_merged() {
    const fs::path path = folder_.results();
    constexpr int kMostLooks = 20;
    for (int look = 1;; ++look) {
      const auto before = identity_of(path);
      if (!before) return;
      try {
        return add_merged(path);
      } catch (const core::UserError& failure) {
        if (look < kMostLooks && identity_of(path) != before) continue;
        facts_.damaged.push_back({path, failure.what()});
        return;
      }
    }
  }

  /// Nothing needs to be read where it holds what was read from segments: the same sums are the same rows.
  void add_merged(const fs::path& path) {
    const std::vector<SegmentName> held = read_segment_names(path);
    const std::set<SegmentName> read(facts_.segments.begin(), facts_.segments.end());
    if (!held.empty() && std::ranges::all_of(held, [&](const SegmentName& one) { return read.contains(one); })) return;
    const std::vector<RunRecord> before = facts_.runs;
    for (const RunRecord& run : sink_.take_merged(path)) add_run_record(facts_.runs, run);
    facts_.segments_hold_all = facts_.runs == before && !sink_.merged_is_news();
  }

  const RunFolder& folder_;
  RowSink& sink_;
  StoreFacts facts_;
  std::set<std::string> seen_;
};

/// Makes one row out of all of a key.
class UnionSink : public RowSink {
 public:
  /// `wanted`: only rows of these keys; null: all.
  explicit UnionSink(const KeyPlaces* wanted = nullptr) : wanted_(wanted) {}

  void take(Unpacker& in, std::int32_t version, const std::string& file) override {
    std::vector<TrialRow> rows = wanted_ == nullptr
                                     ? take_rows(in, version)
                                     : take_some_rows(
                                           in, [&](const TrialKey& key) { return wanted_->contains(key); }, version);
    in.expect_end();
    union_.add(std::move(rows), file);
  }

  std::vector<RunRecord> take_merged(const fs::path& path) override {
    ResultsContent merged = read_results(path);
    if (wanted_ != nullptr) std::erase_if(merged.rows, [&](const auto& row) { return !wanted_->contains(row.key); });
    // Rows that are merged are in their segments too: this is not computing twice.
    const std::size_t duplicates = union_.n_duplicates(), news = union_.n_news();
    union_.add(std::move(merged.rows), path.string());
    n_merged_again_ = union_.n_duplicates() - duplicates;
    merged_is_news_ = union_.n_news() > news;
    return std::move(merged.runs);
  }

  bool merged_is_news() const override { return merged_is_news_; }

  std::vector<TrialRow> finish(StoreFacts& facts) {
    facts.n_duplicates = union_.n_duplicates() - n_merged_again_;
    facts.conflicts = union_.conflicts();
    return union_.take_rows();
  }

 private:
  const KeyPlaces* wanted_;
  RowUnion union_;
  std::size_t n_merged_again_ = 0;
  bool merged_is_news_ = false;
};

/// Puts all rows into a table, those of one key one behind the other.
class TableSink : public RowSink {
 public:
  explicit TableSink(const ColumnChoice& columns) : rows(columns) {}

  void take(Unpacker& in, std::int32_t version, const std::string& /*file*/) override {
    whole_or_nothing([&] {
      take_rows(in, rows, version);
      in.expect_end();
    });
  }

  std::vector<RunRecord> take_merged(const fs::path& path) override {
    std::vector<RunRecord> runs;
    whole_or_nothing([&] { runs = read_results(path, rows); });
    return runs;
  }

  /// Not known here, and nobody asks.
  bool merged_is_news() const override { return true; }

  RowTable rows;

 private:
  template <typename Take>
  void whole_or_nothing(const Take& take) {
    RowOrder before(rows.size());
    try {
      take();
    } catch (const core::UserError&) {
      std::iota(before.begin(), before.end(), 0);
      rows.select(before);
      throw;
    }
  }
};

using KeyAt = std::pair<TrialKey, std::uint32_t>;

std::vector<KeyAt> sorted_keys(const RowTable& rows) {
  std::vector<KeyAt> order;
  order.reserve(rows.size());
  for (const TrialKey& key : rows.column<&TrialRow::key>())
    order.emplace_back(key, static_cast<std::uint32_t>(order.size()));
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<TrialKey> repeated_keys(const std::vector<KeyAt>& order) {
  std::vector<TrialKey> repeated;
  for (std::size_t k = 1; k < order.size(); ++k)
    if (order[k].first == order[k - 1].first && (repeated.empty() || repeated.back() != order[k].first))
      repeated.push_back(order[k].first);
  return repeated;
}

}  // namespace

void StoreFacts::expect_whole() const {
  if (!damaged.empty()) throw core::UserError(damaged.front().reason);
  if (conflicts.empty()) return;
  const RowConflict& conflict = conflicts.front();
  core::fail("trial {} has two different results ({}; {} and {}), {}", to_hex(conflict.key), conflict.difference,
             conflict.first, conflict.second,
             conflict.of_two_builds
                 ? "they are from two builds of the program: tertium run with --redo changed recomputes it"
                 : "delete the wrong file or report a bug");
}

RunFolder RunFolder::intend(const fs::path& path) {
  expect_no_file(path);
  expect_run_or_empty(path);
  return RunFolder(path);
}

RunFolder RunFolder::create(const fs::path& path) {
  RunFolder folder = intend(path);
  // In this order: a folder with segments is a run, whatever else is missing.
  make_folder(folder.segments());
  make_folder(folder.log());
  make_folder(path);
  files::remove_leftovers(folder.segments(), files::Leftovers::kOfRuns);
  files::remove_leftovers(path, files::Leftovers::kOfRuns);
  return folder;
}

RunFolder RunFolder::open(const fs::path& path) {
  expect_no_file(path);
  std::error_code error;
  const bool exists = fs::exists(path, error);
  if (!error && !exists) core::fail("no run at {} (no such folder), check the name", path.string());
  if (error || access(path.c_str(), R_OK | X_OK) != 0)
    core::fail("cannot read {} ({}), check its permissions", path.string(),
               error ? error.message() : std::strerror(errno));
  if (!is_run(path)) core::fail("no run at {} (neither segments nor results.h5 in it), check the name", path.string());
  return RunFolder(path);
}

void RunFolder::expect_writable() const {
  expect_access(path_);
}

std::vector<fs::path> RunFolder::list_segments() const {
  std::vector<fs::path> paths;
  std::error_code error;
  fs::directory_iterator entry(segments(), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    if (path.extension() == kSegmentExtension && !path.filename().string().starts_with('.')) paths.push_back(path);
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    core::fail("cannot list {} ({}), check its permissions", segments().string(), error.message());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

StoreContent RunFolder::load() const {
  UnionSink sink;
  StoreContent content{FolderReader(*this, sink).read(), {}};
  content.rows = sink.finish(content);
  return content;
}

StoreTable RunFolder::load_table(const ColumnChoice& columns) const {
  TableSink sink(columns);
  StoreTable content{FolderReader(*this, sink).read(), {}};
  content.rows = std::move(sink.rows);
  std::vector<KeyAt> order = sorted_keys(content.rows);
  if (std::vector<TrialKey> repeated = repeated_keys(order); !repeated.empty()) {
    const KeyPlaces wanted(std::move(repeated));
    UnionSink whole(&wanted);
    static_cast<StoreFacts&>(content) = FolderReader(*this, whole).read();
    std::erase_if(order, [&](const KeyAt& one) { return wanted.contains(one.first); });
    for (const TrialRow& row : whole.finish(content)) {
      order.emplace_back(row.key, static_cast<std::uint32_t>(content.rows.size()));
      content.rows.add(row);
    }
    std::sort(order.begin(), order.end());
  }
  RowOrder rows;
  rows.reserve(order.size());
  for (const auto& [key, row] : order) rows.push_back(row);
  content.rows.select(rows);
  return content;
}

RowTable RunFolder::load_whole_table(const ColumnChoice& columns) const {
  StoreTable content = load_table(columns);
  content.expect_whole();
  return std::move(content.rows);
}

StoreContent RunFolder::load_whole() const {
  StoreContent content = load();
  content.expect_whole();
  return content;
}

}  // namespace tertium::experiments
