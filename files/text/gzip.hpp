#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

namespace tertium::files {

/// Unpacks a gzip file (RFC 1952), of one or several members, while it is read.
class Gzip {
 public:
  /// Puts at least one byte of the file into `to`, at most `most`, or returns 0 at its end.
  using Source = std::function<std::size_t(char* to, std::size_t most)>;

  /// `begin` is what was read of the file before. `path` names it in messages.
  Gzip(const std::filesystem::path& path, std::string_view begin, Source source);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  static bool is_begin(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

  /// Puts at least one byte of the text into `to`, at most `most`, or returns 0 at its end. Throws UserError where the
  /// file is damaged or cut off.
  std::size_t read(char* to, std::size_t most);
  /// Bytes of the file that were unpacked so far.
  std::size_t taken() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tertium::files
