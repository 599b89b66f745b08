#include "experiments/store/segment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "experiments/store/packed_rows.hpp"
#include "experiments/store/row_columns.hpp"
#include "experiments/store/seal.hpp"
#include "files/output/atomic_file.hpp"
#include "files/output/unique_name.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

constexpr std::string_view kFormat = "tertium-segment";
constexpr std::string_view kHead = "tertium-segment\n";  // for people who look into the file, and for the message below

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void append(std::vector<std::byte>& bytes, std::string_view text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), first, first + text.size());
}

bool has_name_of_segment(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 33 && name[32] == '-' && key_from_hex(name.substr(0, 32)).has_value();
}

[[noreturn]] void fail_damaged(const std::filesystem::path& path, std::string_view why) {
  core::fail("segment {} is damaged ({}), delete it and run the same command again", path.string(), why);
}

struct Body {
  std::span<const std::byte> bytes;
  std::int32_t version;
  std::uint64_t sum;
};

/// Returns what stands between head and seal, or says what is wrong with the file.
Body check_seal(std::span<const std::byte> bytes, const std::filesystem::path& path) {
  const std::string_view text = as_text(bytes);
  const std::optional<Seal> seal = find_seal(text);
  if (!seal || seal->format != kFormat) {
    if (has_name_of_segment(path) || text.starts_with(kHead)) fail_damaged(path, "cut short");
    core::fail("{} is not a segment (tertium did not write it), move it out of the run folder", path.string());
  }
  if (seal->version > kRowVersion) {
    core::fail("segment {} has version {} (this program reads {}), use the newer program", path.string(), seal->version,
               kRowVersion);
  }
  const std::string_view body = text.substr(0, text.size() - kSealSize);
  if (seal->sum != seal_sum(body) || !body.starts_with(kHead)) fail_damaged(path, "checksum does not match");
  return {bytes.first(body.size()).subspan(kHead.size()), seal->version, seal->sum};
}

}  // namespace

std::vector<std::byte> encode_segment(std::span<const TrialRow> rows, const RunRecord& run) {
  Packer packer;
  put_run_record(packer, run);
  put_rows(packer, rows);
  const std::vector<std::byte> packed = packer.bytes();
  std::vector<std::byte> bytes;
  bytes.reserve(kHead.size() + packed.size() + kSealSize);
  append(bytes, kHead);
  append(bytes, as_text(packed));
  append(bytes, to_line({std::string(kFormat), kRowVersion, seal_sum(as_text(bytes))}));
  return bytes;
}

std::filesystem::path publish_segment(const std::filesystem::path& folder, std::span<const TrialRow> rows,
                                      const RunRecord& run) {
  core::expects(!rows.empty(), "a segment has at least one row");
  return files::publish_file(folder, encode_segment(rows, run), [&](int) {
    return fmt::format("{}-{}-{}-{}{}", to_hex(rows.front().key), files::host_name(), getpid(), files::random_digits(),
                       kSegmentExtension);
  });
}

std::optional<Segment> read_segment(const std::filesystem::path& path) {
  Segment segment;
  auto head = read_segment(path, [&](Unpacker& rows, std::int32_t version) {
    segment.rows = take_rows(rows, version);
    rows.expect_end();
  });
  if (!head) return std::nullopt;
  segment.run = std::move(head->run);
  return segment;
}

std::optional<SegmentHead> read_segment(const std::filesystem::path& path,
                                        const std::function<void(Unpacker& rows, std::int32_t version)>& take) {
  const auto bytes = files::read_file(path);
  if (!bytes) return std::nullopt;
  const Body body = check_seal(*bytes, path);
  try {
    Unpacker in(body.bytes);
    SegmentHead head{take_run_record(in, body.version), body.sum};
    take(in, body.version);
    return head;
  } catch (const core::UserError& error) {
    fail_damaged(path, error.what());
  }
}

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
  files::sync_folder(folder_);
}

}  // namespace tertium::experiments
