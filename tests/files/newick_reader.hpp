#pragma once

#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace tertium::files::test {

/// What a Newick text says: the leaf names below every node, and how deep every leaf is by branch lengths.
struct NewickTree {
  std::multiset<std::set<std::string>> clades;
  std::vector<double> leaf_depths;
};

/// A reader of its own, so that the writer is not tested by itself.
class NewickReader {
 public:
  explicit NewickReader(std::string text) : text_(std::move(text)) {}

  NewickTree read() {
    tree_ = {};
    if (text_.starts_with("[&R] ")) at_ = 5;  // it has a root, of three parts
    for (const auto& [name, depth] : read_node()) tree_.leaf_depths.push_back(depth);
    expect(';');
    return tree_;
  }

 private:
  struct Leaf {
    std::string name;
    double depth;
  };

  std::vector<Leaf> read_node() {
    std::vector<Leaf> leaves;
    if (peek() == '(') {
      do {
        ++at_;
        const std::vector<Leaf> child = read_node();
        leaves.insert(leaves.end(), child.begin(), child.end());
      } while (peek() == ',');
      expect(')');
      read_name();  // a label
    } else {
      leaves.push_back({read_name(), 0.0});
    }
    std::set<std::string> names;
    for (const Leaf& leaf : leaves) names.insert(leaf.name);
    tree_.clades.insert(names);
    if (peek() == ':') {
      char* end = nullptr;
      const double length = std::strtod(text_.c_str() + at_ + 1, &end);
      at_ = static_cast<std::size_t>(end - text_.c_str());
      for (Leaf& leaf : leaves) leaf.depth += length;
    }
    return leaves;
  }

  std::string read_name() {
    std::string name;
    if (peek() != '\'') {
      while (std::string("(),:;' ").find(peek()) == std::string::npos) name += text_[at_++];
      return name;
    }
    for (++at_;; ++at_) {
      if (peek() != '\'') {
        name += peek();
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '\'') {
        name += text_[at_++];
      } else {
        ++at_;
        return name;
      }
    }
  }

  char peek() const {
    if (at_ >= text_.size()) throw std::runtime_error("Newick text ends too early: " + text_);
    return text_[at_];
  }
  void expect(char c) {
    if (peek() != c) throw std::runtime_error("Newick text is malformed at " + text_.substr(at_));
    ++at_;
  }

  std::string text_;
  std::size_t at_ = 0;
  NewickTree tree_;
};

inline NewickTree read_newick(const std::string& text) {
  return NewickReader(text).read();
}

}  // namespace tertium::files::test
