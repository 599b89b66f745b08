#include <utility>

#include "core/base/error.hpp"
#include "files/structures/tree_text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kHead = "#nexus";

void end_command(TreeText& text) {
  text.skip_to(";");
  text.take(';', "the end of a command, ;");
}

/// "translate 1 name, 2 'another name';"
Translation read_translation(TreeText& text) {
  Translation table;
  while (text.peek() != ';') {
    const std::size_t begin = text.place();
    std::string number = text.word(), name = text.word();
    if (number.empty() || name.empty())
      text.refuse_at(begin, "a line of the table 'translate' that is not 'NUMBER NAME,', correct it");
    if (!table.emplace(std::move(number), std::move(name)).second)
      text.refuse_at(begin, "a second name for one leaf in the table 'translate', remove one");
    if (text.peek() != ';') text.take(',', "a comma or the end of the table 'translate'");
  }
  end_command(text);
  return table;
}

/// "tree NAME = [&R] (...);", behind its first word.
NamedTree read_tree(TreeText& text, const Translation& table, bool unrooted) {
  text.skip_to("=;");
  text.forget_said();
  text.take('=', "= and a tree");
  const bool rooted = lower_case(text.said()).find("&r") != std::string::npos;
  NamedTree tree = next_newick(text, table);
  tree.unrooted = tree.unrooted || (unrooted && !rooted);
  return tree;
}

/// Behind "begin trees;", to its end. Returns how many there were.
int read_block(TreeText& text, const TakeTree& take) {
  Translation table;
  int trees = 0;
  while (!text.at_end()) {
    if (text.take_word("end") || text.take_word("endblock")) {
      end_command(text);
      return trees;
    }
    if (text.take_word("translate")) {
      table = read_translation(text);
    } else if (const bool unrooted = text.take_word("utree"); unrooted || text.take_word("tree")) {
      take(read_tree(text, table, unrooted));
      ++trees;
    } else {
      end_command(text);
    }
  }
  text.refuse("the end of the text inside a block of trees, write END; after the last tree");
}

}  // namespace

bool is_nexus(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && lower_case(text.substr(first, kHead.size())) == kHead;
}

void read_nexus(TreeText& text, const TakeTree& take) {
  text.take_word(kHead);
  int trees = 0;
  while (!text.at_end()) {
    if (text.take_word("begin") && text.take_word("trees")) {
      end_command(text);
      trees += read_block(text, take);
    } else {
      end_command(text);
    }
  }
  if (trees == 0) core::fail("{}: has no block of trees, give a file with 'begin trees; ... end;'", text.name());
}

}  // namespace tertium::files
