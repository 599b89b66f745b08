#include "experiments/store/run_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/store/results_file.hpp"
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
  core::fail("cannot use {} as run folder (it holds other files and no run), give a new or empty folder",
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

class Loader {
 public:
  explicit Loader(const RunFolder& folder) : folder_(folder) {}

  StoreContent load() {
    // Compaction publishes rows under a new name before it removes the old ones, so once a listing shows nothing new,
    // every row has been seen.
    while (read_new_segments()) {
    }
    read_merged();
    content_.n_duplicates = union_.n_duplicates() - n_merged_again_;
    content_.conflicts = union_.conflicts();
    content_.rows = union_.take_rows();
    const auto starts_earlier = [](const RunRecord& a, const RunRecord& b) { return a.started < b.started; };
    std::stable_sort(content_.runs.begin(), content_.runs.end(), starts_earlier);
    return std::move(content_);
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
      auto segment = read_segment(path);
      if (!segment) return;
      ++content_.n_segments;
      add_run_record(content_.runs, segment->run);
      union_.add(std::move(segment->rows), path.string());
    } catch (const core::UserError& error) {
      content_.damaged.push_back({path, error.what()});
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
        return add_merged(read_results(path));
      } catch (const core::UserError& failure) {
        if (look < kMostLooks && identity_of(path) != before) continue;
        content_.damaged.push_back({path, failure.what()});
        return;
      }
    }
  }

  void add_merged(ResultsContent merged) {
    for (const RunRecord& run : merged.runs) add_run_record(content_.runs, run);
    // Rows that are merged are in their segments too: this is not computing twice.
    const std::size_t before = union_.n_duplicates();
    union_.add(std::move(merged.rows), folder_.results().string());
    n_merged_again_ = union_.n_duplicates() - before;
  }

  const RunFolder& folder_;
  StoreContent content_;
  RowUnion union_;
  std::set<std::string> seen_;
  std::size_t n_merged_again_ = 0;
};

}  // namespace

void StoreContent::expect_whole() const {
  if (!damaged.empty()) throw core::UserError(damaged.front().reason);
  if (conflicts.empty()) return;
  const RowConflict& conflict = conflicts.front();
  core::fail("trial {} has two different results ({}; {} and {}), {}", to_hex(conflict.key), conflict.difference,
             conflict.first, conflict.second,
             conflict.of_two_builds
                 ? "they are of two builds of the program: tertium run with --redo changed makes it again"
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
  return Loader(*this).load();
}

StoreContent RunFolder::load_whole() const {
  StoreContent content = load();
  content.expect_whole();
  return content;
}

}  // namespace tertium::experiments
