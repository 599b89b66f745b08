#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "files/structures/tree_file.hpp"

namespace tertium::files {

/// A text of trees as it is read from its beginning to its end: words, quoted or not, and comments in brackets, which
/// Newick and NEXUS have alike. Everything throws UserError with the place.
class TreeText {
 public:
  /// `name` stands for the text in messages. Throws where it is no UTF-8.
  TreeText(std::string_view text, const std::string& name);

  const std::string& name() const { return name_; }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  std::size_t place() const { return at_; }
  /// Passes over the next byte, and blanks and comments behind it.
  void advance();
  void skip_blanks();
  /// What comments said since this was last forgotten.
  const std::string& said() const { return said_; }
  void forget_said() { said_.clear(); }

  /// A name, in quotes or not, and blanks behind it; empty if there is none.
  std::string word();
  /// The same in lower case, if it is one of these; else nothing is read.
  bool take_word(std::string_view wanted);
  void take(char wanted, std::string_view what);
  /// Passes over everything to the next of these outside of quotes and comments.
  void skip_to(std::string_view ends);

  [[noreturn]] void refuse(const std::string& problem) const { refuse_at(at_, problem); }
  [[noreturn]] void refuse_at(std::size_t place, const std::string& problem) const;

 private:
  void expect_utf8();
  std::string quoted();

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::string said_;
};

/// What the trees of a NEXUS file call a leaf, and its name; empty: its name.
using Translation = std::map<std::string, std::string, std::less<>>;

/// The next tree in Newick's format, with its semicolon; whether it has a root is told by what was said before it.
NamedTree next_newick(TreeText& text, const Translation& translation = {});

/// Whether a text begins as NEXUS does.
bool is_nexus(std::string_view text);
/// The trees of all blocks TREES; other blocks are passed over.
void read_nexus(TreeText& text, const TakeTree& take);

}  // namespace tertium::files
