#include "experiments/store/seal.hpp"

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kFormatSize = 15;

// XXH3 over the first n bytes of a file of any size.
std::uint64_t sum_of_file(const std::filesystem::path& path, std::uintmax_t n) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_64bits_reset(state.get());
  std::ifstream file(path, std::ios::binary);
  std::vector<char> buffer(1 << 20);
  while (n > 0 && file.read(buffer.data(), static_cast<std::streamsize>(std::min<std::uintmax_t>(n, buffer.size())))) {
    const auto got = static_cast<std::size_t>(file.gcount());
    XXH3_64bits_update(state.get(), buffer.data(), got);
    n -= got;
  }
  if (n > 0) core::fail("cannot read {} (it is shorter than it was, or the disk fails), check the disk", path.string());
  return XXH3_64bits_digest(state.get());
}

}  // namespace

std::string to_line(const Seal& seal) {
  const std::string line = fmt::format("\n{} {:04d} xxh3 {:016x}\n", seal.format, seal.version, seal.sum);
  core::expects(line.size() == kSealSize, "a seal has its fixed length");
  return line;
}

std::optional<Seal> find_seal(std::string_view bytes) {
  if (bytes.size() < kSealSize) return std::nullopt;
  const std::string_view line = bytes.substr(bytes.size() - kSealSize);
  Seal seal;
  seal.format = line.substr(1, kFormatSize);
  const char* version = line.data() + 1 + kFormatSize + 1;
  const char* sum = line.data() + kSealSize - 17;
  std::from_chars(version, version + 4, seal.version);
  std::from_chars(sum, sum + 16, seal.sum, 16);
  if (seal.version < 0 || to_line(seal) != line) return std::nullopt;
  return seal;
}

std::optional<Seal> find_seal(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;  // a pipe would be waited for
  std::ifstream file(path, std::ios::binary);
  std::string line(kSealSize, '\0');
  file.seekg(-static_cast<std::streamoff>(kSealSize), std::ios::end);
  if (!file.read(line.data(), static_cast<std::streamsize>(line.size()))) return std::nullopt;
  return find_seal(std::string_view(line));
}

std::uint64_t seal_sum(std::string_view body) {
  return XXH3_64bits(body.data(), body.size());
}

void append_seal(const std::filesystem::path& path, const std::string& format, int version) {
  const std::string line = to_line({format, version, sum_of_file(path, std::filesystem::file_size(path))});
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << line;
  file.close();
  if (!file) core::fail("cannot write {} (disk full?), free space and run the same command again", path.string());
}

bool seal_holds(const std::filesystem::path& path, const Seal& seal) {
  const std::uintmax_t size = std::filesystem::file_size(path);
  return size >= kSealSize && sum_of_file(path, size - kSealSize) == seal.sum;
}

}  // namespace tertium::experiments
