#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tertium::files {

/// The name under which a person gives the standard input.
inline constexpr std::string_view kStandardInput = "-";

/// True of the standard input, pipes and devices: what is no file has no size, and can be read only once.
bool is_stream(const std::filesystem::path& path);

class TextInput;

/// A text of any size piece by piece, each of whole lines, and of whole rows where quoted fields have several: of a
/// file, the standard input or a pipe.
class TextPieces {
 public:
  /// Throws UserError where there is nothing to read; so does next().
  explicit TextPieces(const std::filesystem::path& path);
  ~TextPieces();
  TextPieces(const TextPieces&) = delete;
  TextPieces& operator=(const TextPieces&) = delete;

  /// Puts some kBytes of text into `piece`, up to the end of a line or of the text; false if nothing is left.
  bool next(std::string& piece);
  static constexpr std::size_t kBytes = std::size_t{1} << 20;

 private:
  std::filesystem::path path_;
  std::function<void(const std::string&)> refuse_;
  std::unique_ptr<TextInput> input_;
  std::string rest_;  // the beginning of a line
};

/// The first bytes of the text in a file, all of it where it has no more than `most`; empty: of what is no file.
std::string text_begin(const std::filesystem::path& path, std::size_t most);
/// Bytes of the text in a file, of a packed one about, by its beginning; 0: of what is no file.
double text_size(const std::filesystem::path& path);
/// True of a gzip file, by its first bytes.
bool is_packed(const std::filesystem::path& path);
/// Of answers.csv.gz: answers.csv.
std::filesystem::path unpacked_name(const std::filesystem::path& path);

/// The whole text of what a person names: a file, "-" for the standard input, or a pipe, whatever size the system
/// states. What begins as gzip files do is unpacked, here and in pieces. A pipe is waited for as long as somebody has
/// it open for writing. Calls `refuse(why)`, which throws, where there is nothing to read, where nobody writes to a
/// pipe, and where a stream shows no end: a zero byte, 64 MiB without a line end, or more than a quarter of the memory
/// that is left. Without `refuse` a UserError says so.
std::string read_text(const std::filesystem::path& path, const std::function<void(const std::string& why)>& refuse);
std::string read_text(const std::filesystem::path& path);

/// Makes the names in `folder` durable. Throws UserError.
void sync_folder(const std::filesystem::path& folder);

}  // namespace tertium::files
