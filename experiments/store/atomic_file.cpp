#include "experiments/store/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <system_error>

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/store/run_record.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kTemporary = ".tmp-";
constexpr int kMostAttempts = 100;

[[noreturn]] void fail_with(const std::string& action, const fs::path& path, int error) {
  core::fail("cannot {} {} ({}), free space or permissions there and run the same command again", action, path.string(),
             std::strerror(error));
}

fs::path temporary_path(const fs::path& folder) {
  static std::atomic<unsigned> count = 0;
  return folder / fmt::format("{}{}-{}-{}", kTemporary, host_name(), getpid(), count++);
}

/// Removes the temporary file on every way out.
class TemporaryFile {
 public:
  explicit TemporaryFile(fs::path path) : path_(std::move(path)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlinkat(AT_FDCWD, path_.c_str(), 0); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_all(int fd, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail_with("write", path, written < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void write_new_file(const fs::path& path, std::span<const std::byte> bytes) {
  core::Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.get() < 0) fail_with("create", path, errno);
  write_all(file.get(), bytes, path);
  if (fsync(file.get()) != 0) fail_with("sync", path, errno);
  if (!file.close()) fail_with("close", path, errno);
}

/// Names `from` also `to`; returns 0 or errno. EEXIST when `to` is taken.
int give_name(const fs::path& from, const fs::path& to) {
  if (linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0) return 0;
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  // A file system without hard links. Names hold host, pid and a counter, so looking before renaming is enough.
  if (fs::exists(to)) return EEXIST;
  return renameat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str()) == 0 ? 0 : errno;
}

bool is_leftover(const fs::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return false;
  constexpr std::time_t kDay = 24 * 3600;
  if (std::time(nullptr) - status.st_mtime > kDay) return true;
  const std::string name = path.filename().string();
  const std::string mine = fmt::format("{}{}-", kTemporary, host_name());
  if (!name.starts_with(mine)) return false;
  std::string_view rest = std::string_view(name).substr(mine.size());
  const auto pid = core::take_number<long>(rest);
  return pid && rest.starts_with('-') && !process_exists(*pid);
}

}  // namespace

fs::path publish_file(const fs::path& folder, std::span<const std::byte> bytes,
                      const std::function<std::string(int)>& name_of) {
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const TemporaryFile temporary(temporary_path(folder));
    write_new_file(temporary.path(), bytes);
    const fs::path path = folder / name_of(attempt);
    const int error = give_name(temporary.path(), path);
    if (error == 0) {
      files::sync_folder(folder);
      return path;
    }
    // ENOENT: somebody took the temporary file for a leftover (hosts of one name with separate process ids).
    if (error != EEXIST && error != ENOENT) fail_with("publish", path, error);
  }
  fail_with("publish", folder / name_of(0), EEXIST);
}

void replace_file(const fs::path& path, const std::function<void(const fs::path&)>& write) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const TemporaryFile temporary(temporary_path(folder));
  write(temporary.path());
  core::Descriptor file(::open(temporary.path().c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || fsync(file.get()) != 0) fail_with("sync", temporary.path(), errno);
  if (renameat(AT_FDCWD, temporary.path().c_str(), AT_FDCWD, path.c_str()) != 0) fail_with("replace", path, errno);
  files::sync_folder(folder);
}

void replace_file(const fs::path& path, std::string_view text) {
  const auto write = [&](const fs::path& file) {
    std::ofstream stream(file, std::ios::binary);
    if (!(stream << text).flush())
      core::fail("{} cannot be written ({}), free some space or name another file", path.string(),
                 std::strerror(errno));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
    write(path);
  else
    replace_file(path, write);
}

std::optional<std::vector<std::byte>> read_file(const fs::path& path) {
  core::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 && errno == ENOENT) return std::nullopt;
  struct stat status = {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0) {
    core::fail("cannot open {} ({}), check its permissions", path.string(), std::strerror(errno));
  }
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

void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (!path.filename().string().starts_with(kTemporary) || !is_leftover(path)) continue;
    unlinkat(AT_FDCWD, path.c_str(), 0);
  }
}

bool process_exists(long pid) {
  return kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM;
}

}  // namespace tertium::experiments
