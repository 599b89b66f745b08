#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/structures/edge_rows.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kBegin = "%%matrixmarket";

std::string_view take_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  line.remove_prefix(begin);
  const std::size_t size = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view word = line.substr(0, size);
  line.remove_prefix(size);
  return word;
}

/// Reads one matrix, line by line.
class Reader {
 public:
  Reader(const std::string& name, std::string_view text) : name_(name), rest_(text), edges_(name) {}

  GraphFile read() {
    read_header();
    read_sizes();
    GraphFile file;
    while (next()) read_entry();
    if (edges_.rows() < entries_)
      refuse("the file ends after {} of the {} entries that line {} announces, complete it", edges_.rows(), entries_,
             sizes_line_);
    for (core::Object v = 1; v <= vertices_; ++v) file.names.push_back(fmt::format("{}", v));
    std::vector<core::Object> same(static_cast<std::size_t>(vertices_));
    std::iota(same.begin(), same.end(), 0);
    edges_.finish(same, file);
    return file;
  }

 private:
  template <typename... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) const {
    core::fail("{}:{}: {}", name_, line_, fmt::format(text, std::forward<Args>(args)...));
  }

  /// Goes on to the next line that is neither blank nor a comment.
  bool next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      text_ = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      ++line_;
      const std::size_t first = text_.find_first_not_of(" \t\r");
      if (first != std::string_view::npos && (line_ == 1 || text_[first] != '%')) return true;
    }
    return false;
  }

  void read_header() {
    next();
    std::vector<std::string> words;
    while (!text_.empty())
      if (const std::string_view word = take_word(text_); !word.empty()) words.push_back(lower_case(word));
    if (words.size() != 5 || words[0] != kBegin || words[1] != "matrix")
      refuse(
          "the header is damaged, write %%MatrixMarket matrix coordinate real symmetric (or the variant that applies)");
    if (words[2] != "coordinate")
      refuse("the matrix is '{}' (a graph is read from its edges), write it in coordinate format", words[2]);
    if (words[3] != "real" && words[3] != "integer" && words[3] != "pattern")
      refuse("the entries are '{}' (weights are numbers), give real, integer or pattern ones", words[3]);
    if (words[4] != "general" && words[4] != "symmetric")
      refuse("the matrix is '{}' (a graph is undirected), give a general or symmetric one", words[4]);
    pattern_ = words[3] == "pattern";
  }

  void read_sizes() {
    if (!next()) refuse("the line of the sizes is missing (rows columns entries), add it");
    const auto rows = number(), columns = number(), entries = number();
    if (!rows || !columns || !entries || *entries < 0 || !take_word(text_).empty())
      refuse("no three whole numbers (rows columns entries), correct the line");
    if (*rows != *columns)
      refuse("{} rows and {} columns (both must be equal), give its adjacency matrix", *rows, *columns);
    if (*rows < 1 || *rows > core::kMostObjects)
      refuse("{} vertices (1 to {} can be clustered), give another graph", *rows, core::kMostObjects);
    vertices_ = static_cast<core::Object>(*rows);
    entries_ = *entries;
    sizes_line_ = line_;
  }

  std::optional<std::int64_t> number() {
    const std::string_view word = take_word(text_);
    std::int64_t value = 0;
    if (!parse_integer(word, value)) return std::nullopt;
    if (!core::parse_number<std::int64_t>(word)) refuse("{} is too large a number, correct it", word);
    return value;
  }

  void read_entry() {
    if (edges_.rows() == entries_)
      refuse("more than the {} entries that line {} announces, correct that line or remove the rest", entries_,
             sizes_line_);
    const auto row = number(), column = number();
    const bool pair = row && column;
    const double weight = pattern_ || !pair ? 1.0 : read_weight();
    if (!pair || !take_word(text_).empty())
      refuse("no row, column{}, correct the line", pattern_ ? " (and no more)" : " and weight");
    for (const std::int64_t index : {*row, *column})
      if (index < 1 || index > vertices_) refuse("index {} is not in 1 to {}, correct it", index, vertices_);
    edges_.add(static_cast<core::Object>(*row - 1), static_cast<core::Object>(*column - 1), weight, line_);
  }

  double read_weight() {
    const std::string_view word = take_word(text_);
    const std::optional<double> weight = edge_weight(word);
    if (!weight) refuse("{}", weight_problem(word));
    return *weight;
  }

  const std::string& name_;
  std::string_view rest_, text_;
  std::int64_t line_ = 0, entries_ = 0, sizes_line_ = 0;
  core::Object vertices_ = 0;
  bool pattern_ = false;
  EdgeRows edges_;
};

}  // namespace

bool is_matrix_market(std::string_view text) {
  return lower_case(text.substr(0, kBegin.size())) == kBegin;
}

GraphFile read_matrix_market(const std::string& name, std::string_view text) {
  return Reader(name, text).read();
}

}  // namespace tertium::files
