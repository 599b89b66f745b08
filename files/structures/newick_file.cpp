#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/structures/tree_file.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

constexpr double kNoLength = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::string_view kEndOfName = "()[]{}:;, \t\r\n\f\v'";

class NewickText {
 public:
  NewickText(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  NamedTree read() {
    expect_utf8();
    skip_blanks();
    const std::string before = lower_case(said_);
    do {
      while (peek() == '(') open();
      leaf();
      while (peek() == ')') close();
    } while (next_child());
    take(';', open_ < 0 ? "the end of the tree, ;" : "a comma or a closing bracket");
    if (!at_end()) refuse("more text behind the tree (one tree is read from a file), give each a file of its own");
    NamedTree tree = named();
    const bool unrooted = before.find("&u") != std::string::npos, rooted = before.find("&r") != std::string::npos;
    tree.unrooted = unrooted || (!rooted && tree.tree.objects() > 3 && tree.tree.children(0).size() == 3);
    return tree;
  }

 private:
  void open() {
    ++at_;
    skip_blanks();
    open_ = add({}, -1);
  }

  void leaf() {
    const std::size_t begin = at_;
    const std::string name = word();
    if (name.empty()) {
      at_ = begin;
      refuse("a leaf without a name, give it one");
    }
    const core::Node node = add(name, static_cast<core::Object>(names_.size()));
    check_name(name, begin);
    names_.push_back(name);
    lengths_[node] = length();
  }

  void close() {
    if (open_ < 0) refuse("a closing bracket that nothing opens, remove it");
    ++at_;
    said_.clear();
    skip_blanks();
    labels_[open_] = word();
    lengths_[open_] = length();
    remarks_[open_] = said_;
    open_ = parent_[open_];
  }

  bool next_child() {
    if (peek() != ',') return false;
    if (open_ < 0) refuse("a comma outside of all brackets, put brackets around the tree");
    ++at_;
    skip_blanks();
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

  void check_name(const std::string& name, std::size_t begin) {
    if (seen_.emplace(name, names_.size()).second) return;
    at_ = begin;
    refuse(fmt::format("a second leaf called '{}', make the names different", name));
  }

  /// A name, in quotes or not; empty if there is none.
  std::string word() {
    std::string word;
    if (peek() == '\'') {
      word = quoted();
    } else {
      const std::size_t end = std::min(text_.find_first_of(kEndOfName, at_), text_.size());
      word = text_.substr(at_, end - at_);
      at_ = end;
    }
    skip_blanks();
    return word;
  }

  std::string quoted() {
    const std::size_t begin = at_;
    std::string word;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\'') {  // two of them are one in the name
        ++at_;
        if (peek() != '\'') return word;
      }
      word += text_[at_];
    }
    at_ = begin;
    refuse("a quoted name without an end, close it with '");
  }

  double length() {
    if (peek() != ':') return kNoLength;
    ++at_;
    skip_blanks();
    const std::size_t begin = at_;
    const std::string number = word();
    if (const auto value = core::parse_number<double>(number)) return *value;
    at_ = begin;
    refuse(fmt::format("'{}' where the length of a branch is expected, write a number", number));
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '[') {
        const std::size_t end = text_.find(']', at_);
        if (end == std::string_view::npos) refuse("a comment without an end, close it with ]");
        said_ += text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
      } else if (kBlanks.find(text_[at_]) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  void expect_utf8() {
    while (at_ < text_.size()) {
      const std::size_t length = core::utf8_length(text_.substr(at_));
      if (length == 0)
        refuse(fmt::format(
            "is not UTF-8 (byte 0x{:02X}), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 {} > FILE",
            static_cast<unsigned char>(text_[at_]), name_));
      at_ += length;
    }
    at_ = 0;
  }

  void take(char wanted, std::string_view what) {
    if (peek() != wanted)
      refuse(fmt::format("{} where {} is expected, correct the text",
                         at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : std::string("the end of the text"),
                         what));
    ++at_;
    skip_blanks();
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }

  [[noreturn]] void refuse(const std::string& problem) const {
    const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    core::fail("{}:{}:{}: {}", name_, line, column, problem);
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

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  core::Node open_ = -1;  // the innermost node whose children are being read
  std::vector<core::Node> parent_;
  std::vector<core::Object> object_;
  std::vector<std::string> labels_, remarks_, names_;
  std::vector<double> lengths_;
  std::string said_;  // in brackets, since the last node ended
  std::map<std::string, std::size_t> seen_;
};

}  // namespace

NamedTree parse_newick(std::string_view text, const std::string& name) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  return NewickText(text, name).read();
}

}  // namespace tertium::files
