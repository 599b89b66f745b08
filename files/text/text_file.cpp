#include "files/text/text_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/descriptor.hpp"
#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
#include "core/base/machine.hpp"
#include "files/text/gzip.hpp"
#include "files/text/sync_file.hpp"

namespace tertium::files {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20;
constexpr std::size_t kLongestLine = std::size_t{64} << 20;
constexpr std::size_t kLongestRow = std::size_t{1} << 16;  // of several lines
constexpr int kPatience = 3000;                            // ms without a writer

bool is_standard_input(const std::filesystem::path& path) {
  return path == kStandardInput || path == "/dev/stdin";
}

std::function<void(const std::string&)> refusal_of(const std::filesystem::path& path) {
  return [path](const std::string& why) {
    core::fail("{}: cannot be opened ({}), check the path", path == kStandardInput ? "standard input" : path.string(),
               why);
  };
}

/// Where the last line ends that does not end inside quotes; or the last one at all, where a quote seems to be missing,
/// and where there is none, npos.
std::size_t end_of_rows(std::string_view text) {
  const std::size_t last = text.rfind('\n');
  if (last == std::string_view::npos) return last;
  bool quoted = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(last), '"') % 2 == 1;
  for (std::size_t k = last; k > 0 && last - k < kLongestRow; --k) {
    if (text[k] == '\n' && !quoted) return k;
    if (text[k] == '"') quoted = !quoted;
  }
  return last;
}

}  // namespace

class TextInput {
 public:
  TextInput(const std::filesystem::path& path, const std::function<void(const std::string&)>& refuse)
      : path_(path), refuse_(refuse), own_(!is_standard_input(path)) {
    // Without waiting: a pipe that nobody writes to would block here for ever.
    fd_ = own_ ? ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC) : STDIN_FILENO;
  }
  TextInput(const TextInput&) = delete;
  TextInput& operator=(const TextInput&) = delete;
  ~TextInput() {
    if (own_ && fd_ >= 0) ::close(fd_);
  }

  /// Of a file; 0 of a stream.
  std::size_t open() {
    struct stat status = {};
    if (fd_ < 0 || fstat(fd_, &status) != 0) refuse_(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) refuse_("it is a folder");
    stream_ = !S_ISREG(status.st_mode);
    pipe_ = own_ && S_ISFIFO(status.st_mode);
    return static_cast<std::size_t>(stream_ ? 0 : status.st_size);
  }

  std::string read() {
    const std::size_t size = open();
    const auto most = static_cast<std::size_t>(core::available_memory() / 4.0);
    if (size > most) refuse_("it is larger than a quarter of the memory that is left");
    std::string text;
    core::reserve_large(text, size);
    std::vector<char> chunk(kChunk);
    std::size_t line = 0;  // where the last one begins
    while (const std::size_t count = read_some(chunk.data(), chunk.size())) {
      const std::string_view fresh(chunk.data(), count);
      if (stream_ && fresh.find('\0') != std::string_view::npos) refuse_("it contains a zero byte: this is not text");
      if (const std::size_t end = fresh.rfind('\n'); end != std::string_view::npos) line = text.size() + end + 1;
      text.append(fresh);
      if (stream_ && text.size() - line > kLongestLine) refuse_("64 MiB without a line end: this is not text");
      if (text.size() > most) refuse_("it has no end, or is larger than a quarter of the memory that is left");
    }
    return text;
  }

  /// At least one byte of the text, unpacked if need be, or 0 at the end. `most` is at least 2.
  std::size_t read_some(char* to, std::size_t most) {
    if (std::exchange(looked_, true)) return gzip_ ? gzip_->read(to, most) : read_raw(to, most);
    std::size_t got = read_raw(to, most);
    if (got == 1) got += read_raw(to + 1, most - 1);
    const std::string_view begin(to, got);
    if (!Gzip::is_begin(begin)) return got;
    gzip_.emplace(path_, begin, [this](char* into, std::size_t bytes) { return read_raw(into, bytes); });
    return gzip_->read(to, most);
  }

  /// Up to so many bytes of the text, fewer only at its end.
  std::string begin(std::size_t most) {
    std::string text(most, '\0');
    std::size_t size = 0;
    for (std::size_t got = 1; size < most && got > 0; size += got) got = read_some(text.data() + size, most - size);
    text.resize(size);
    return text;
  }

  bool packed() const { return gzip_.has_value(); }
  /// Bytes of the file that a byte of the text so far took.
  double packing(std::size_t text) const {
    return gzip_ && text > 0 ? static_cast<double>(gzip_->taken()) / static_cast<double>(text) : 1.0;
  }

 private:
  std::size_t read_raw(char* to, std::size_t most) {
    for (;;) {
      if (own_ && stream_) wait();
      const ssize_t got = ::read(fd_, to, most);
      const int error = got < 0 ? errno : 0;
      if (got > 0) begun_ = true;
      if (got > 0 || (got == 0 && (begun_ || !pipe_))) return static_cast<std::size_t>(got);
      if (got == 0) refuse_(fmt::format("nobody writes to this pipe, and nothing came for {} s", kPatience / 1000));
      if (error == EAGAIN) say_that_it_waits();
      if (error != EINTR && error != EAGAIN) refuse_(std::strerror(error));
    }
  }

  void say_that_it_waits() {
    if (!said_)
      std::fputs(fmt::format("waiting for {} (open, but nothing has come so far)\n", path_.string()).c_str(), stderr);
    said_ = true;
  }

  /// Until there are bytes or an end, or patience is over: once it is known that somebody writes, without limit.
  void wait() const {
    pollfd pipe{fd_, POLLIN, 0};
    poll(&pipe, 1, begun_ || said_ ? -1 : kPatience);
  }

  const std::filesystem::path& path_;
  const std::function<void(const std::string&)>& refuse_;
  bool own_;
  int fd_ = -1;
  bool stream_ = false;  // no file: of unknown size, perhaps without end
  bool pipe_ = false;    // opened by name, without waiting for a writer
  bool begun_ = false;
  bool said_ = false;
  bool looked_ = false;         // at the first bytes
  std::optional<Gzip> gzip_{};  // where they say so
};

TextPieces::TextPieces(const std::filesystem::path& path)
    : path_(path), refuse_(refusal_of(path)), input_(std::make_unique<TextInput>(path_, refuse_)) {
  input_->open();
}

TextPieces::~TextPieces() = default;

bool TextPieces::next(std::string& piece) {
  piece.swap(rest_);
  rest_.clear();
  std::size_t line = std::string::npos;  // where the last line end is
  for (std::size_t size = piece.size(); line == std::string::npos;) {
    if (size > kLongestLine) refuse_("64 MiB without a line end: this is not text");
    const std::size_t full = size + kBytes;
    piece.resize(full);
    for (std::size_t got = 1; size < full && got > 0; size += got)
      got = input_->read_some(piece.data() + size, full - size);
    piece.resize(size);
    if (piece.find('\0') != std::string::npos) refuse_("it contains a zero byte: this is not text");
    if (size < full) return !piece.empty();  // the end
    line = end_of_rows(piece);
  }
  rest_.assign(piece, line + 1);
  piece.resize(line + 1);
  return true;
}

bool is_stream(const std::filesystem::path& path) {
  if (is_standard_input(path)) return true;
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return !error && std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

namespace {

struct Beginning {
  std::string text{};
  double size = 0.0;  // of all the text, by its packing so far
  bool packed = false;
};

/// Of a file; empty: of what is none.
Beginning beginning_of(const std::filesystem::path& path, std::size_t most) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  const auto refuse = refusal_of(path);
  TextInput input(path, refuse);
  const auto size = static_cast<double>(input.open());
  std::string text = input.begin(most);
  const double packing = input.packing(text.size());
  return {std::move(text), size / packing, input.packed()};
}

}  // namespace

std::string text_begin(const std::filesystem::path& path, std::size_t most) {
  return beginning_of(path, most).text;
}

double text_size(const std::filesystem::path& path) {
  return beginning_of(path, kChunk).size;
}

bool is_packed(const std::filesystem::path& path) {
  return beginning_of(path, 2).packed;
}

std::filesystem::path unpacked_name(const std::filesystem::path& path) {
  return path.extension() == ".gz" ? path.parent_path() / path.stem() : path;
}

std::string read_text(const std::filesystem::path& path, const std::function<void(const std::string&)>& refuse) {
  return TextInput(path, refuse).read();
}

std::string read_text(const std::filesystem::path& path) {
  return read_text(path, refusal_of(path));
}

void sync_file(int fd, const std::filesystem::path& path) {
  if (fsync(fd) == 0) return;
  // Any other error: its file system does not do that, for folders or at all. Then all of it is synced, if it does
  // that.
  const auto failed = [] { return errno == EIO || errno == ENOSPC || errno == EDQUOT; };
  if (!failed() && (syncfs(fd) == 0 || !failed())) return;
  core::fail("cannot sync {} ({}), free space or permissions there and run the same command again", path.string(),
             std::strerror(errno));
}

void sync_folder(const std::filesystem::path& folder) {
  const core::Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() < 0)
    core::fail("cannot open {} ({}), free space or permissions there and run the same command again", folder.string(),
               std::strerror(errno));
  sync_file(directory.get(), folder);
}

}  // namespace tertium::files
