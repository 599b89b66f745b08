#include "files/text/npy_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kMostNumbers = std::int64_t{1} << 40;

/// An array of numbers, as its file has them.
struct Array {
  std::string name{};  // of the file
  std::string bytes{};
  std::size_t data = 0;  // where the numbers begin
  char kind = 'i';       // b, i, u or f
  bool big_endian = false;
  std::size_t width = 8;  // bytes of a number
  bool fortran = false;
  std::vector<std::int64_t> shape{};

  std::int64_t rows() const { return shape.front(); }
  std::int64_t columns() const { return shape.size() == 2 ? shape[1] : 1; }
  std::uint64_t bits(std::int64_t row, std::int64_t column) const {
    const std::int64_t place = fortran ? column * rows() + row : row * columns() + column;
    const std::string_view number =
        std::string_view(bytes).substr(data + static_cast<std::size_t>(place) * width, width);
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < width; ++k)
      value = value << 8U | static_cast<unsigned char>(number[big_endian ? k : width - 1 - k]);
    return value;
  }
  double real(std::int64_t row, std::int64_t column) const {
    const std::uint64_t value = bits(row, column);
    return width == sizeof(float) ? std::bit_cast<float>(static_cast<std::uint32_t>(value))
                                  : std::bit_cast<double>(value);
  }
  /// A whole number, of one that int64 has no space for the nearest that it has. Throws UserError.
  std::int64_t operator()(std::int64_t row, std::int64_t column) const {
    using Range = std::numeric_limits<std::int64_t>;
    constexpr double kMost = 9.2e18;
    const std::uint64_t value = bits(row, column);
    if (kind == 'i') {
      const auto unused = static_cast<unsigned>(64 - 8 * width);
      return static_cast<std::int64_t>(value << unused) >> unused;
    }
    if (kind != 'f')
      return value > static_cast<std::uint64_t>(Range::max()) ? Range::max() : static_cast<std::int64_t>(value);
    const double given = real(row, column);
    if (given != std::floor(given))
      core::fail("{}: {} in row {}, column {} (from 0) is not a whole number, correct it", name, given, row, column);
    if (std::abs(given) > kMost) return given > 0.0 ? Range::max() : Range::min();
    return static_cast<std::int64_t>(given);
  }
  /// Not a number: nobody could say.
  bool is_missing(std::int64_t row) const { return kind == 'f' && std::isnan(real(row, 0)); }
};

/// What stands behind 'key': in the header, up to the next comma outside of brackets.
std::string_view value_of(const Array& array, std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}'", key));
  const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  if (colon == std::string_view::npos)
    core::fail("{}: its header has no '{}' (the file is damaged), save the array again", array.name, key);
  std::string_view value = header.substr(colon + 1);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  if (value.starts_with('(')) return value.substr(0, std::min(value.find(')'), value.size()));
  return value.substr(0, std::min(value.find_first_of(",}"), value.size()));
}

void take_type(Array& array, std::string_view header) {
  std::string_view type = value_of(array, header, "descr");
  const std::string_view whole = type;
  if (type.size() >= 2) type = type.substr(1, type.size() - 2);  // its quotes
  const bool known = type.size() == 3 && std::string_view("<>|=").find(type[0]) != std::string_view::npos &&
                     std::string_view("iub").find(type[1]) != std::string_view::npos &&
                     std::string_view("1248").find(type[2]) != std::string_view::npos;
  const bool is_float = type.size() == 3 && (type.ends_with("f4") || type.ends_with("f8"));
  if (!known && !is_float)
    core::fail(
        "{}: contains numbers of type {} (whole numbers or truth values are needed), convert it: array.astype(int)",
        array.name, whole);
  array.big_endian = type[0] == '>';
  array.kind = type[1];
  array.width = static_cast<std::size_t>(type[2] - '0');
}

void take_shape(Array& array, std::string_view header) {
  std::string_view text = value_of(array, header, "shape");
  std::int64_t numbers = 1;
  while (!text.empty()) {
    text.remove_prefix(1);  // a bracket, a comma or a blank
    const auto size = core::take_number<std::int64_t>(text);
    if (!size) continue;
    if (*size < 0 || (*size > 0 && numbers > kMostNumbers / *size))
      core::fail("{}: its shape has the size {} (the file is damaged), save the array again", array.name, *size);
    numbers *= *size;
    array.shape.push_back(*size);
  }
  const std::size_t needed = static_cast<std::size_t>(numbers) * array.width;
  const std::size_t given = array.bytes.size() - array.data;
  if (given != needed)
    core::fail("{}: {} bytes of numbers (its shape needs {}: the file is {}), copy or save it again", array.name, given,
               needed, given < needed ? "cut off" : "too long");
}

Array read_array(const std::filesystem::path& path) {
  Array array{.name = path.string(), .bytes = read_text(path)};
  const std::string& bytes = array.bytes;
  const auto byte = [&](std::size_t k) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[k])); };
  if (!bytes.starts_with(kMagic))
    core::fail("{}: is not a .npy file (by its first bytes), save the array with numpy.save", array.name);
  const std::size_t major = bytes.size() < 12 ? 0 : byte(6);
  if (major < 1 || major > 3)
    core::fail("{}: is cut off, or of a version of the .npy format that is not known, save the array again",
               array.name);
  const std::size_t begin = major == 1 ? 10 : 12;
  const std::size_t length = byte(8) + (byte(9) << 8U) + (major == 1 ? 0 : (byte(10) << 16U) + (byte(11) << 24U));
  if (length > bytes.size() - begin) core::fail("{}: its header is cut off, copy or save the file again", array.name);
  const std::string header = bytes.substr(begin, length);
  array.data = begin + length;
  take_type(array, header);
  array.fortran = value_of(array, header, "fortran_order").starts_with("True");
  take_shape(array, header);
  return array;
}

void check_questions(const Array& array, bool answered) {
  const bool fits = array.shape.size() == 2 && (array.columns() == 3 || (array.columns() == 4 && !answered));
  if (!fits)
    core::fail("{}: is an array of shape ({}) ({}), give such an array", array.name, fmt::join(array.shape, ", "),
               answered ? "with --responses it has rows anchor,first,second"
                        : "answers are rows anchor,near,far or i,j,k,l: shape (answers, 3) or (answers, 4)");
}

/// Votes that are all 0 and 1, or 1 and 2, with one of these beside 1, are hardly votes.
void check_votes(const Array& answers) {
  if (answers.kind == 'b') return;
  bool ones = false, others = false;
  std::int64_t other = -1;
  for (std::int64_t row = 0; row < answers.rows(); ++row) {
    if (answers.is_missing(row)) continue;
    const std::int64_t value = answers(row, 0);
    if (value < 0 || value > 2 || (value != 1 && others && value != other)) return;
    ones = ones || value == 1;
    others = others || value != 1;
    if (value != 1) other = value;
  }
  if (others)
    core::fail(
        "{}: whole numbers that are all {} (it is unclear which one means the second, or a missing answer), save truth "
        "values, true where the first was chosen, or votes: 1 for the first, -1 for the second, 0 for a missing answer",
        answers.name, ones ? (other == 0 ? "0 or 1" : "1 or 2") : (other == 0 ? "0" : "2"));
}

std::int64_t votes_in(const Array& answers, std::int64_t row) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const std::int64_t votes = answers(row, 0);
  if (votes > kMost || votes < -kMost)
    core::fail("{}: the count in row {} (from 0) is too large (at most {}), correct it", answers.name, row, kMost);
  return votes;
}

double number_at(const Array& array, std::int64_t row, std::int64_t column) {
  return array.kind == 'f' ? array.real(row, column) : static_cast<double>(array(row, column));
}

}  // namespace

bool is_npy_file(const std::filesystem::path& path) {
  return text_begin(path, kMagic.size()) == kMagic;
}

std::int64_t npy_rows(const std::filesystem::path& path) {
  constexpr std::size_t kEnough = 512;  // bytes: numpy's own headers have 128
  const std::string begin = text_begin(path, kEnough);
  std::string_view text = begin;
  constexpr std::string_view kShape = "'shape': (";
  const std::size_t at = text.find(kShape);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + kShape.size());
  return std::max<std::int64_t>(0, core::take_number<std::int64_t>(text).value_or(0));
}

NpyTable read_npy_table(const std::filesystem::path& path, const std::filesystem::path& responses) {
  const Array questions = read_array(path);
  check_questions(questions, !responses.empty());
  NpyTable table;
  std::optional<Array> answers;
  if (!responses.empty()) {
    answers = read_array(responses);
    if (answers->shape.empty() || answers->columns() != 1 || answers->rows() != questions.rows())
      core::fail("{}: is an array of shape ({}) (there are {} questions in {}), give one answer for each",
                 answers->name, fmt::join(answers->shape, ", "), questions.rows(), questions.name);
    check_votes(*answers);
    table.columns = {"anchor", "first", "second", answers->kind == 'b' ? "first_chosen" : "votes_first"};
  }
  if (questions.rows() == 0)
    core::fail("{}: contains no answer (its shape is (0, {})), give some", questions.name, questions.columns());
  table.width = static_cast<std::size_t>(questions.columns()) + (answers ? 1 : 0);
  table.numbers.reserve(static_cast<std::size_t>(questions.rows()) * table.width);
  for (std::int64_t row = 0; row < questions.rows(); ++row) {
    for (std::int64_t column = 0; column < questions.columns(); ++column)
      table.numbers.push_back(questions(row, column));
    if (answers) table.numbers.push_back(answers->is_missing(row) ? 0 : votes_in(*answers, row));
  }
  return table;
}

std::string NpyTable::text(std::size_t rows) const {
  std::string text;
  for (std::size_t row = 0; row < rows; ++row)
    fmt::format_to(std::back_inserter(text), "{}\n", fmt::join(std::span(numbers).subspan(row * width, width), ","));
  return text;
}

std::vector<NpyMerge> read_npy_linkage(const std::filesystem::path& path) {
  const Array rows = read_array(path);
  if (rows.shape.size() != 2 || rows.columns() < 2 || rows.columns() > 4)
    core::fail(
        "{}: is an array of shape ({}) (a tree of scipy.cluster.hierarchy.linkage has (merges, 4)), give such an array",
        rows.name, fmt::join(rows.shape, ", "));
  std::vector<NpyMerge> merged;
  for (std::int64_t row = 0; row < rows.rows(); ++row)
    merged.push_back({rows(row, 0), rows(row, 1),
                      rows.columns() > 2 ? number_at(rows, row, 2) : std::numeric_limits<double>::quiet_NaN(),
                      rows.columns() == 4 ? rows(row, 3) : -1});
  return merged;
}

NpyNumbers read_npy_numbers(const std::filesystem::path& path) {
  const Array array = read_array(path);
  if (array.shape.empty() || array.shape.size() > 2)
    core::fail("{}: is an array of shape ({}) (one or two dimensions are needed), save such an array", array.name,
               fmt::join(array.shape, ", "));
  NpyNumbers numbers{static_cast<std::size_t>(array.rows()), static_cast<std::size_t>(array.columns())};
  numbers.values.reserve(numbers.rows * numbers.columns);
  for (std::int64_t row = 0; row < array.rows(); ++row)
    for (std::int64_t column = 0; column < array.columns(); ++column)
      numbers.values.push_back(number_at(array, row, column));
  return numbers;
}

std::string npy_header(const std::string& type, std::size_t rows, std::size_t columns) {
  // Format 1.0: magic, version, length of the header, header ending in a newline at a multiple of 64 bytes.
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", type, rows, columns);
  constexpr std::size_t kBefore = 10;
  header.append(63 - (kBefore + header.size()) % 64, ' ');
  header += '\n';
  std::string start("\x93NUMPY\x01\x00", 8);
  start += static_cast<char>(header.size() % 256);
  start += static_cast<char>(header.size() / 256);
  return start + header;
}

}  // namespace tertium::files
