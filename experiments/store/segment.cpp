#include "experiments/store/segment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

#include "core/base/error.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/pack.hpp"
#include "experiments/store/seal.hpp"

namespace tertium::experiments {
namespace {

constexpr std::string_view kFormat = "tertium-segment";
constexpr std::int32_t kVersion = 1;
constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool has_name_of_segment(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 33 && name[32] == '-' && key_from_hex(name.substr(0, 32)).has_value();
}

/// Returns what stands before the seal, or says what is wrong with the file.
std::string_view check_seal(std::string_view text, const std::filesystem::path& file) {
  const std::string path = file.string();
  const bool is_hdf5 = text.starts_with(kSignature);
  const bool is_ours = has_name_of_segment(file) || text.find(kFormat) != std::string_view::npos;
  const std::optional<Seal> seal = find_seal(text);
  if (!seal || seal->format != kFormat) {
    if (is_ours) core::fail("segment {} is damaged (cut short), delete it and run the same command again", path);
    if (!is_hdf5) core::fail("{} is not a segment (not an HDF5 file), move it out of the run folder", path);
    core::fail("{} is not a segment (an HDF5 file that tertium did not write), move it out of the run folder", path);
  }
  const std::string_view body = text.substr(0, text.size() - kSealSize);
  if (seal->version > kVersion) {
    core::fail("segment {} has version {} (this program reads {}), use the newer program", path, seal->version,
               kVersion);
  }
  if (seal->sum != seal_sum(body) || !is_hdf5) {
    core::fail("segment {} is damaged (checksum does not match), delete it and run the same command again", path);
  }
  return body;
}

}  // namespace

std::vector<std::byte> encode_segment(std::span<const TrialRow> rows, const RunRecord& run) {
  Hdf5Group file = Hdf5Group::create_image("segment");
  file.set_attribute("", "format", std::string(kFormat));
  file.set_attribute("", "version", kVersion);
  file.set_attribute("", "n_rows", static_cast<std::int64_t>(rows.size()));
  Hdf5Group group = file.create_group("run");
  write_run_record(group, run);
  file.write_column("rows", pack(rows));
  std::vector<std::byte> bytes = file.image();
  const std::string line = to_line({std::string(kFormat), kVersion, seal_sum(as_text(bytes))});
  const auto* first = reinterpret_cast<const std::byte*>(line.data());
  bytes.insert(bytes.end(), first, first + line.size());
  return bytes;
}

std::filesystem::path publish_segment(const std::filesystem::path& folder, std::span<const TrialRow> rows,
                                      const RunRecord& run) {
  core::expects(!rows.empty(), "a segment has at least one row");
  static std::atomic<unsigned> count = 0;
  return publish_file(folder, encode_segment(rows, run), [&](int) {
    return fmt::format("{}-{}-{}-{}.h5", to_hex(rows.front().key), host_name(), getpid(), count++);
  });
}

std::optional<Segment> read_segment(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return std::nullopt;
  const std::string_view body = check_seal(as_text(*bytes), path);
  const Hdf5Group file = Hdf5Group::open_image(std::span(*bytes).first(body.size()), path.string());
  Segment segment;
  segment.run = read_run_record(file.open_group("run"));
  segment.rows = unpack(file.read_column<std::byte>("rows"));
  return segment;
}

}  // namespace tertium::experiments
