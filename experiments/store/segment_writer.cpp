#include "experiments/store/segment_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <exception>
#include <iterator>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/utf8.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/store/segment.hpp"

namespace tertium::experiments {
namespace fs = std::filesystem;

SegmentWriter::SegmentWriter(const RunFolder& folder, RunRecord run, BatchLimits limits)
    : folder_(folder.segments()), run_(std::move(run)), limits_(limits) {}

SegmentWriter::~SegmentWriter() {
  if (closed_) return;
  try {
    flush();
  } catch (const std::exception&) {
    // A destructor has nobody to tell; the rows are computed again by the next run.
  }
}

void SegmentWriter::add(TrialRow row) {
  row.method = core::to_utf8(row.method);
  row.message = core::to_utf8(row.message);
  row.host = core::to_utf8(row.host);
  if (batch_.empty()) batch_start_ = std::chrono::steady_clock::now();
  batch_.push_back(std::move(row));
  if (batch_.size() >= limits_.rows) return flush();
  tick();
}

void SegmentWriter::tick() {
  if (!batch_.empty() && std::chrono::steady_clock::now() - batch_start_ >= limits_.age) flush();
}

void SegmentWriter::flush() {
  if (batch_.empty()) return;
  run_.finished = iso_time();
  parts_.push_back(publish_segment(folder_, batch_, run_));
  n_published_ += batch_.size();
  batch_.clear();
}

void SegmentWriter::close() {
  flush();
  closed_ = true;
  try {
    compact();
  } catch (const core::UserError&) {
    // The parts are still there, or their rows are in the compacted segment: every row is published either way.
  }
  parts_.clear();
}

void SegmentWriter::compact() {
  // Groups of bounded size, so that a long run with stored trees does not have to fit into memory at its end.
  constexpr std::uintmax_t kMostBytesOfGroup = 256U << 20U;
  std::vector<fs::path> group;
  std::uintmax_t bytes = 0;
  for (const fs::path& part : parts_) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(part, error);
    if (error) continue;
    if (!group.empty() && bytes + size > kMostBytesOfGroup) {
      compact_group(std::exchange(group, {}));
      bytes = 0;
    }
    group.push_back(part);
    bytes += size;
  }
  compact_group(group);
}

void SegmentWriter::compact_group(const std::vector<fs::path>& parts) {
  if (parts.size() < 2) return;
  std::vector<TrialRow> rows;
  for (const fs::path& part : parts) {
    auto segment = read_segment(part);
    if (!segment) return;
    std::move(segment->rows.begin(), segment->rows.end(), std::back_inserter(rows));
  }
  const fs::path whole = publish_segment(folder_, rows, run_);
  // Only what reads back replaces what is known to be good.
  const auto check = read_segment(whole);
  if (!check || check->rows.size() != rows.size()) return;
  for (const fs::path& part : parts) unlinkat(AT_FDCWD, part.c_str(), 0);
  sync_folder(folder_);
}

}  // namespace tertium::experiments
