#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/structures/tree_file.hpp"
#include "files/structures/tree_text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

constexpr double kNoLength = std::numeric_limits<double>::quiet_NaN();

/// One tree as it is read.
class NewickTree {
 public:
  NewickTree(TreeText& text, const Translation& translation) : text_(text), translation_(translation) {}

  NamedTree read() {
    const std::string before = lower_case(text_.said());
    do {
      while (text_.peek() == '(') open();
      leaf();
      while (text_.peek() == ')') close();
    } while (next_child());
    text_.forget_said();  // what stands behind it is said of the next one
    text_.take(';', open_ < 0 ? "the end of the tree, ;" : "a comma or a closing bracket");
    NamedTree tree = named();
    const bool unrooted = before.find("&u") != std::string::npos, rooted = before.find("&r") != std::string::npos;
    tree.unrooted = unrooted || (!rooted && tree.tree.objects() > 3 && tree.tree.children(0).size() == 3);
    return tree;
  }

 private:
  void open() {
    text_.advance();
    open_ = add({}, -1);
  }

  void leaf() {
    const std::size_t begin = text_.place();
    std::string name = text_.word();
    if (name.empty()) text_.refuse_at(begin, "a leaf without a name, give it one");
    if (!translation_.empty()) name = translated(name, begin);
    const core::Node node = add(name, static_cast<core::Object>(names_.size()));
    if (!seen_.insert(name).second)
      text_.refuse_at(begin, fmt::format("a second leaf called '{}', make the names different", name));
    names_.push_back(std::move(name));
    lengths_[node] = length();
  }

  /// A leaf may be called by its name, too.
  std::string translated(const std::string& word, std::size_t begin) const {
    if (const auto found = translation_.find(word); found != translation_.end()) return found->second;
    for (const auto& [number, name] : translation_)
      if (name == word) return word;
    text_.refuse_at(begin, fmt::format("a leaf '{}' that is not in the table 'translate', add it there", word));
  }

  void close() {
    if (open_ < 0) text_.refuse("a closing bracket without an opening one, remove it");
    text_.forget_said();
    text_.advance();
    labels_[open_] = text_.word();
    lengths_[open_] = length();
    remarks_[open_] = text_.said();
    open_ = parent_[open_];
  }

  bool next_child() {
    if (text_.peek() != ',') return false;
    if (open_ < 0) text_.refuse("a comma outside of all brackets, put brackets around the tree");
    text_.advance();
    return true;
  }

  core::Node add(const std::string& label, core::Object object) {
    parent_.push_back(open_);
    object_.push_back(object);
    labels_.push_back(object < 0 ? label : std::string());
    remarks_.emplace_back();
    lengths_.push_back(kNoLength);
    return static_cast<core::Node>(parent_.size()) - 1;
  }

  double length() {
    if (text_.peek() != ':') return kNoLength;
    text_.advance();
    const std::size_t begin = text_.place();
    const std::string number = text_.word();
    if (const auto value = core::parse_number<double>(number)) return *value;
    text_.refuse_at(begin, fmt::format("'{}' where the length of a branch is expected, write a number", number));
  }

  NamedTree named() {
    NamedTree tree{core::RootedTree(parent_, object_), std::move(names_), {}};
    for (core::Node v = 0; v < tree.tree.nodes(); ++v) {
      const core::Node given = tree.tree.given(v);
      tree.labels.push_back(std::move(labels_[given]));
      tree.remarks.push_back(std::move(remarks_[given]));
      tree.lengths.push_back(lengths_[given]);
    }
    return tree;
  }

  TreeText& text_;
  const Translation& translation_;
  core::Node open_ = -1;  // the innermost node whose children are being read
  std::vector<core::Node> parent_;
  std::vector<core::Object> object_;
  std::vector<std::string> labels_, remarks_, names_;
  std::vector<double> lengths_;
  std::set<std::string> seen_;
};

}  // namespace

NamedTree next_newick(TreeText& text, const Translation& translation) {
  return NewickTree(text, translation).read();
}

void parse_trees(std::string_view text, const std::string& name, const TakeTree& take) {
  TreeText rest(text, name);
  if (rest.at_end()) core::fail("{}: has no tree, give a file of Newick or NEXUS that has one", name);
  if (is_nexus(text)) return read_nexus(rest, take);
  while (!rest.at_end()) take(next_newick(rest));
}

NamedTree parse_newick(std::string_view text, const std::string& name) {
  std::optional<NamedTree> tree;
  parse_trees(text, name, [&](NamedTree next) {
    if (tree)
      core::fail(
          "{}: has several trees (one is asked for here), give one of them, or their consensus: tertium trees "
          "FILE -o FOLDER",
          name);
    tree = std::move(next);
  });
  return *std::move(tree);
}

bool is_additive(const NamedTree& named) {
  constexpr double kRounding = 1e-6;  // of lengths that were written as text
  if (named.lengths.empty()) return false;
  std::vector<double> depth(static_cast<std::size_t>(named.tree.nodes()), 0.0);
  double nearest = std::numeric_limits<double>::infinity(), farthest = 0.0;
  for (core::Node v = 1; v < named.tree.nodes(); ++v) {
    if (!(named.lengths[v] >= 0.0) || !std::isfinite(named.lengths[v])) return false;
    depth[v] = depth[named.tree.parent(v)] + named.lengths[v];
    if (!named.tree.is_leaf(v)) continue;
    nearest = std::min(nearest, depth[v]);
    farthest = std::max(farthest, depth[v]);
  }
  return farthest - nearest > kRounding * farthest;
}

}  // namespace tertium::files
