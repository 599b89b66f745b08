#include "files/output/unfinished_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>
#include <system_error>

#include "core/base/error.hpp"
#include "files/output/unique_name.hpp"

namespace tertium::files {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kTemporary = ".tmp-";  // of all versions
constexpr std::string_view kOwn = ".tmp-tertium-";
constexpr int kMostAttempts = 100;

bool is_digits(std::string_view text, std::size_t size, const char* digits) {
  return (size == 0 ? !text.empty() : text.size() == size) && text.find_first_not_of(digits) == text.npos;
}

/// The system in the name of a temporary file; empty where that is no such name.
std::string_view system_in(std::string_view name) {
  if (!name.starts_with(kOwn)) return {};
  std::string_view parts[3];  // random, process, system: a host's name may hold anything
  for (std::string_view& part : parts) {
    const std::size_t dash = name.rfind('-');
    part = name.substr(dash + 1);
    name = name.substr(0, dash);
  }
  constexpr const char* kHex = "0123456789abcdef";
  const bool whole = is_digits(parts[0], 16, kHex) && is_digits(parts[1], 0, "0123456789") &&
                     is_digits(parts[2], 8, kHex) && name.size() > kOwn.size();
  return whole ? parts[2] : std::string_view();
}

bool is_same_file(const struct stat& opened, const fs::path& path) {
  struct stat now = {};
  return lstat(path.c_str(), &now) == 0 && now.st_dev == opened.st_dev && now.st_ino == opened.st_ino;
}

/// A file that its writer has locked is never taken from it: only who has the lock removes, and what is opened has to
/// be what is there under the name.
void remove_if_left(const fs::path& path) {
  const core::Descriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  const Lock lock = lock_file(file.get());
  if (lock == Lock::kTaken || !is_same_file(status, path)) return;
  constexpr std::time_t kDay = 24 * 3600;
  const bool old = std::time(nullptr) - status.st_mtime > kDay;
  const bool nobodys = lock == Lock::kMine && system_in(path.filename().string()) == system_digits();
  if (old || nobodys) unlinkat(AT_FDCWD, path.c_str(), 0);
}

}  // namespace

void fail_on_file(const std::string& action, const fs::path& path, int error) {
  core::fail("cannot {} {} ({}), free space or permissions there and run the same command again", action, path.string(),
             std::strerror(error));
}

UnfinishedFile::UnfinishedFile(const fs::path& folder) : file_(-1) {
  for (int attempt = 0; attempt < kMostAttempts; ++attempt)
    if (create(folder / fmt::format("{}{}-{}-{}-{}", kOwn, host_name(), system_digits(), getpid(), random_digits())))
      return;
  fail_on_file("create", folder / kOwn, EEXIST);
}

/// Whether it is there and this program's. Between its creation and its lock another may take it for a leftover.
bool UnfinishedFile::create(const fs::path& path) {
  file_.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file_.get() < 0 && errno == EEXIST) return false;
  if (file_.get() < 0) fail_on_file("create", path, errno);
  struct stat status = {};
  if (lock_file(file_.get()) == Lock::kTaken || fstat(file_.get(), &status) != 0 || !is_same_file(status, path))
    return false;
  path_ = path;
  return true;
}

UnfinishedFile::~UnfinishedFile() {
  if (!path_.empty()) unlinkat(AT_FDCWD, path_.c_str(), 0);
}

void remove_leftovers(const fs::path& folder, Leftovers which) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (which == Leftovers::kOfRuns ? name.starts_with(kTemporary) : !system_in(name).empty())
      remove_if_left(entry->path());
  }
}

}  // namespace tertium::files
