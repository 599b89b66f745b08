#include "problems/models/class_tree.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace tertium::problems {
namespace {

/// A class, or two parts by their numbers, which are smaller.
struct Part {
  double probability = 0.0;
  core::Object size = 0;  ///< of a class
  int left = -1, right = -1;
  bool is_class() const { return left < 0; }
};

/// The parts of the text, a node behind its parts. No recursion: a text may be nested deeply.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  std::vector<Part> parse() {
    bool expects_part = true;
    for (;;) {
      if (expects_part && take('(')) {
        open_.emplace_back();
        continue;
      }
      const int part = expects_part ? add_class() : close();
      if (open_.empty()) break;
      open_.back().push_back(part);
      expects_part = open_.back().size() == 1;
      if (expects_part && !take(',')) refuse("a comma and the second part of a node are missing");
      if (!expects_part && !take(')'))
        refuse(at(',') ? "a node has more than two parts (the tree is binary)" : "a closing parenthesis is missing");
    }
    skip_blanks();
    if (!rest_.empty()) refuse("there is text after the tree");
    return std::move(parts_);
  }

 private:
  [[noreturn]] void refuse(std::string_view problem) {
    core::fail("[model] tree: {} at character {}, write e.g. ((333:1, 333:0.49):0.49, 333:0.62):0.39", problem,
               text_.size() - rest_.size() + 1);
  }
  void skip_blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) rest_.remove_prefix(1);
  }
  bool at(char c) {
    skip_blanks();
    return rest_.starts_with(c);
  }
  bool take(char c) {
    if (!at(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  int add_class() {
    skip_blanks();
    const std::optional<std::int64_t> size = core::take_number<std::int64_t>(rest_);
    if (!size) refuse("a class (size:probability) or an opening parenthesis is missing");
    objects_ += std::clamp<std::int64_t>(*size, 0, core::kMostObjects + 1);
    if (*size < 1 || objects_ > core::kMostObjects)
      refuse("the size before this is not between 1 and a million in total");
    if (++classes_ > kMostClasses) refuse("there are more than 1024 classes");
    return add({probability(), static_cast<core::Object>(*size)});
  }
  /// The node of the innermost parentheses, which are complete.
  int close() {
    const int left = open_.back()[0], right = open_.back()[1];
    open_.pop_back();
    const double own = probability();
    if (own >= 1.0) refuse("a node has probability 1 (only classes may)");
    if (own > std::min(parts_[left].probability, parts_[right].probability))
      refuse("a node has a larger probability than one of its parts (they must not decrease from the root)");
    return add({own, 0, left, right});
  }
  double probability() {
    if (!take(':')) refuse("a colon and a probability are missing");
    skip_blanks();
    const std::optional<double> value = core::take_number<double>(rest_);
    if (!value || !(*value >= 0.0 && *value <= 1.0)) refuse("a probability in [0, 1] is missing");
    return *value;
  }
  int add(Part part) {
    if (part.is_class() && part.probability == 0.0) refuse("a class has probability 0 (its objects would be isolated)");
    parts_.push_back(part);
    return static_cast<int>(parts_.size()) - 1;
  }

  std::string_view text_, rest_;
  std::vector<Part> parts_;
  std::vector<std::vector<int>> open_;  // the parts so far of every open parenthesis
  std::int64_t objects_ = 0;
  int classes_ = 0;
};

/// Parts come in order: classes as they are written, a node behind its parts.
core::ExpectedGraph graph_of(const std::vector<Part>& parts) {
  std::vector<core::Label> labels;
  std::vector<core::Node> node(parts.size());
  std::vector<int> inner;
  core::ExpectedGraph expected;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (!parts[k].is_class()) {
      inner.push_back(static_cast<int>(k));
      continue;
    }
    node[k] = static_cast<core::Node>(expected.probabilities.size());
    labels.insert(labels.end(), static_cast<std::size_t>(parts[k].size), node[k]);
    expected.probabilities.push_back(parts[k].probability);
  }
  expected.tree = core::Dendrogram(core::Partition(labels));
  std::ranges::stable_sort(inner, std::ranges::greater(), [&](int k) { return parts[k].probability; });
  for (const int k : inner) {
    node[k] = expected.tree.merge(node[parts[k].left], node[parts[k].right]);
    expected.probabilities.push_back(parts[k].probability);
  }
  return expected;
}

}  // namespace

core::ExpectedGraph complete_class_tree(core::Object n, int classes, double lowest) {
  const auto height = std::bit_width(static_cast<unsigned>(classes)) - 1;
  core::expects(classes >= 2 && classes == 1 << height && n >= classes, "a power of two of classes, none empty");
  std::vector<Part> parts;
  std::vector<int> level(static_cast<std::size_t>(classes));
  std::iota(level.begin(), level.end(), 0);
  for (std::int64_t k = 0; k < classes; ++k)
    parts.push_back({1.0, static_cast<core::Object>((k + 1) * n / classes - k * n / classes)});
  for (int depth = height - 1; depth >= 0; --depth) {
    std::vector<int> next;
    for (std::size_t k = 0; k < level.size(); k += 2) {
      next.push_back(static_cast<int>(parts.size()));
      parts.push_back({lowest + depth * (1.0 - lowest) / height, 0, level[k], level[k + 1]});
    }
    level = std::move(next);
  }
  return graph_of(parts);
}

core::ExpectedGraph parse_class_tree(std::string_view text) {
  return graph_of(Parser(text).parse());
}

}  // namespace tertium::problems
