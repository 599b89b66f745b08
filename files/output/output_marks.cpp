#include "files/output/output_marks.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <xxhash.h>

#include <array>
#include <string_view>

namespace tertium::files {
namespace {

constexpr const char* kAttribute = "user.tertium.line";

std::string& line_name() {
  static std::string name;
  return name;
}

/// What the attribute says of the file if this line made it as it is now; empty where nothing can be said.
std::string mark_of(const std::filesystem::path& file) {
  struct stat status = {};
  if (line_name().empty() || lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  return fmt::format("{} {} {}.{:09}", line_name(), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

}  // namespace

void name_this_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words)
    if (word != "--force") line += word + '\0';
  const XXH128_hash_t hash = XXH3_128bits(line.data(), line.size());
  line_name() = fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

void mark_as_ours(const std::filesystem::path& file) {
  const std::string mark = mark_of(file);
  if (!mark.empty()) setxattr(file.c_str(), kAttribute, mark.data(), mark.size(), 0);
}

bool is_of_this_line(const std::filesystem::path& file) {
  const std::string mark = mark_of(file);
  std::array<char, 256> said = {};
  const ssize_t size = mark.empty() ? -1 : getxattr(file.c_str(), kAttribute, said.data(), said.size());
  return size > 0 && std::string_view(said.data(), static_cast<std::size_t>(size)) == mark;
}

}  // namespace tertium::files
