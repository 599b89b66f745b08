#include "files/output/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "files/output/output_marks.hpp"
#include "files/output/unfinished_file.hpp"
#include "files/text/sync_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace fs = std::filesystem;
namespace {

constexpr int kMostAttempts = 100;

void write_all(int fd, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail_on_file("write", path, written < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

/// Everything that was written is on the disk. Some network file systems report a failed write only when they close it,
/// so it is closed once; the descriptor itself keeps the lock.
void settle(const UnfinishedFile& file) {
  files::sync_file(file.fd(), file.path());
  core::Descriptor closing(dup(file.fd()));
  if (closing.get() >= 0 && !closing.close()) fail_on_file("close", file.path(), errno);
}

/// Whether a file system may do without what failed so. Others fail for a reason that holds for all ways.
bool is_unknown_here(int error) {
  return error != EEXIST && error != ENOENT && error != EIO && error != ENOSPC && error != EDQUOT && error != EROFS;
}

/// Names `from` also `to`; returns 0 or errno. EEXIST when `to` is taken.
int give_name(UnfinishedFile& from, const fs::path& to) {
  const char* old_name = from.path().c_str();
  if (linkat(AT_FDCWD, old_name, AT_FDCWD, to.c_str(), 0) == 0) return 0;
  if (!is_unknown_here(errno)) return errno;
  // A file system without hard links.
  int error = renameat2(AT_FDCWD, old_name, AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0 ? 0 : errno;
  // Nor that: names of rows are random, so looking before renaming is enough.
  if (error != 0 && is_unknown_here(error)) {
    if (fs::exists(to)) return EEXIST;
    error = renameat(AT_FDCWD, old_name, AT_FDCWD, to.c_str()) == 0 ? 0 : errno;
  }
  if (error == 0) from.renamed();
  return error;
}

/// What programs left in the folder that were ended in the middle; a folder is looked at once, for it may be large.
void remove_leftovers_once(const fs::path& folder) {
  static std::set<fs::path> seen;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (seen.insert(folder).second) remove_leftovers(folder, Leftovers::kInAnyFolder);
}

[[noreturn]] void fail_on_output(const fs::path& path, int error) {
  core::fail("{} cannot be written ({}), free some space or name another file", path.string(), std::strerror(error));
}

/// A pipe opens for writing once somebody reads: that is waited for some seconds, and not for ever.
int open_pipe(const fs::path& path) {
  constexpr int kAttempts = 30;
  constexpr std::chrono::milliseconds kPause(100);
  for (int attempt = 0; attempt < kAttempts; ++attempt, std::this_thread::sleep_for(kPause)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0) fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    if (fd >= 0 || errno != ENXIO) return fd;
  }
  core::fail("{}: nobody reads this pipe (waited for 3 s), start its reader first, or name a file", path.string());
}

/// Into a pipe or a device.
void write_stream(const fs::path& path, std::string_view text, bool pipe) {
  const core::Descriptor stream(pipe ? open_pipe(path) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (stream.get() < 0) fail_on_output(path, errno);
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(stream.get(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_on_output(path, errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

fs::path publish_file(const fs::path& folder, std::span<const std::byte> bytes,
                      const std::function<std::string(int)>& name_of) {
  UnfinishedFile temporary(folder);
  write_all(temporary.fd(), bytes, temporary.path());
  settle(temporary);
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const fs::path path = folder / name_of(attempt);
    const int error = give_name(temporary, path);
    if (error == 0) {
      files::sync_folder(folder);
      return path;
    }
    if (error != EEXIST) fail_on_file("publish", path, error);
  }
  fail_on_file("publish", folder / name_of(0), EEXIST);
}

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  remove_leftovers_once(folder);
  UnfinishedFile temporary(folder);
  write(temporary.path());
  settle(temporary);
  mark_as_ours(temporary.path());
  if (renameat(AT_FDCWD, temporary.path().c_str(), AT_FDCWD, path.c_str()) != 0) fail_on_file("replace", path, errno);
  temporary.renamed();
  files::sync_folder(folder);
}

void replace_file(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    return write_stream(path, text, fs::is_fifo(status));
  replace_file(path, [&](const fs::path& file) {
    std::ofstream stream(file, std::ios::binary);
    if (!(stream << text).flush()) fail_on_output(path, errno);
  });
}

std::optional<std::vector<std::byte>> read_file(const fs::path& path) {
  core::Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  struct stat status = {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) {
    core::fail("cannot open {} ({}), check its permissions", path.string(), std::strerror(errno));
  }
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
    core::fail("{} is not a file (a pipe or a device), move it away", path.string());
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) core::fail("cannot read {} ({}), check the disk", path.string(), std::strerror(errno));
    if (got == 0) bytes.resize(done);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace tertium::files
