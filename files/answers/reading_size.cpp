#include "files/answers/reading_size.hpp"

#include <algorithm>
#include <string>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "files/text/npy_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

constexpr double kSmall = 4e6;  // bytes of a file; of others there is memory

/// Bytes of text of a row, from the first piece.
double length_of_row(const std::filesystem::path& path) {
  std::string piece;
  if (!TextPieces(path).next(piece)) return 1.0;
  return static_cast<double>(piece.size()) / (1.0 + static_cast<double>(std::count(piece.begin(), piece.end(), '\n')));
}

}  // namespace

double ReadingSize::listed(bool origins) const {
  constexpr double kGrown = 1.5;  // a list while it grows: the old one beside the new one
  const double each = sizeof(core::Quadruplet) + (origins ? sizeof(AnswerOrigin) : 0.0);
  const double list = kGrown * each * statements;
  return numbers > 0.0 ? numbers + std::max(text, list) : text + list;
}

std::optional<ReadingSize> size_of_reading(const std::filesystem::path& path, const ComparisonOptions& options) {
  const double bytes = text_size(path);
  if (bytes < kSmall) return {};
  const double of_row = options.form ? statements_of(*options.form) : 1;
  if (!is_npy_file(path)) {
    const double rows = bytes / length_of_row(path);
    return ReadingSize{.text = bytes, .rows = rows, .statements = of_row * rows};
  }
  constexpr double kWidth = 3.0 * sizeof(std::int64_t);
  const auto rows = static_cast<double>(npy_rows(path));
  return ReadingSize{.text = bytes, .numbers = kWidth * rows, .rows = rows, .statements = of_row * rows};
}

void expect_memory_for(const std::filesystem::path& path, const ComparisonOptions& options) {
  const std::optional<ReadingSize> size = size_of_reading(path, options);
  const double needed = size ? size->listed(options.origins) : 0.0, available = core::available_memory();
  if (needed > available)
    core::fail("{}: some {:.2g} rows need about {} to be read ({} are available), take a part of them", path.string(),
               size->rows, core::bytes_text(needed), core::bytes_text(available));
}

}  // namespace tertium::files
