#include "linkage/search/satisfying_tree.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"

namespace tertium::linkage {
namespace {

using core::Children;
using core::Node;

/// Of three leaves the first two are closest.
using Closest = std::array<Object, 3>;

/// What the answers about three leaves ask for most, and how many of them, less those against it.
std::pair<Closest, std::int64_t> asked_for(Object x, const TreeVotes::Triple& entry) {
  const std::int64_t x_last = -(std::int64_t{entry.toward_a} + entry.toward_b) / 3;
  if (entry.toward_a <= 0 && entry.toward_b <= 0) return {{entry.a, entry.b, x}, x_last};
  if (entry.toward_a >= entry.toward_b) return {{x, entry.a, entry.b}, x_last + entry.toward_a};
  return {{x, entry.b, entry.a}, x_last + entry.toward_b};
}

/// A set of leaves whose tree is still to be made: it has the inner nodes from `root` on, one fewer than leaves.
struct Part {
  std::vector<Object> leaves;
  std::vector<Closest> answers;
  Node root = 0;
};

class Builder {
 public:
  explicit Builder(const TreeVotes& votes)
      : head_(static_cast<std::size_t>(votes.leaves())), number_(head_.size()), children_(head_.size() - 1) {
    Part all{std::vector<Object>(head_.size()), {}, votes.leaves()};
    std::iota(all.leaves.begin(), all.leaves.end(), 0);
    std::int64_t asked = 0;
    for (Object x = 0; x < votes.leaves(); ++x)
      for (const TreeVotes::Triple& entry : votes.triples(x)) {
        if (entry.a < x) continue;
        const auto [closest, answers] = asked_for(x, entry);
        all.answers.push_back(closest);
        asked += answers;
      }
    if (asked == votes.answers()) open_.push_back(std::move(all));
  }

  std::optional<core::Dendrogram> build(const core::Partition& leaves) {
    if (open_.empty()) return std::nullopt;
    while (!open_.empty()) {
      core::keep_to_limits();
      const Part part = std::move(open_.back());
      open_.pop_back();
      if (!split(part)) return std::nullopt;
    }
    return core::dendrogram_by_size(leaves, children_, leaves.clusters());
  }

 private:
  Object find(Object leaf) {
    while (head_[leaf] != leaf) leaf = head_[leaf] = head_[head_[leaf]];
    return leaf;
  }

  bool split(const Part& part) {
    for (const Object leaf : part.leaves) head_[leaf] = leaf;
    for (const auto& [a, b, c] : part.answers) head_[find(a)] = find(b);
    std::vector<Part> parts = connected(part);
    if (parts.size() == 1) return false;
    for (const Closest& answer : part.answers) {
      const Object number = number_[find(answer[0])];
      if (number == number_[find(answer[2])]) parts[number].answers.push_back(answer);
    }
    join(std::move(parts), part.root);
    return true;
  }

  std::vector<Part> connected(const Part& part) {
    std::vector<Part> parts;
    for (const Object leaf : part.leaves) number_[leaf] = -1;
    for (const Object leaf : part.leaves) {
      Object& number = number_[find(leaf)];
      if (number < 0) number = static_cast<Object>(parts.size()), parts.emplace_back();
      parts[number].leaves.push_back(leaf);
    }
    return parts;
  }

  /// The smallest two first. Nodes from `root` on: those that join the parts, the last one made being the root, then
  /// those of each part.
  void join(std::vector<Part> parts, Node root) {
    Node next = root + static_cast<Node>(parts.size()) - 1;
    std::vector<std::pair<std::size_t, Node>> heap;  // leaves, node
    for (Part& part : parts) {
      part.root = part.leaves.size() == 1 ? part.leaves.front() : next;
      heap.emplace_back(part.leaves.size(), part.root);
      next += static_cast<Node>(part.leaves.size()) - 1;
      if (part.leaves.size() > 1) open_.push_back(std::move(part));
    }
    std::ranges::make_heap(heap, std::greater());
    const auto take = [&] {
      std::ranges::pop_heap(heap, std::greater());
      const auto smallest = heap.back();
      heap.pop_back();
      return smallest;
    };
    for (Node node = root + static_cast<Node>(heap.size()) - 2; node >= root; --node) {
      const auto one = take(), other = take();
      children_[node - static_cast<Node>(head_.size())] = Children{one.second, other.second};
      heap.emplace_back(one.first + other.first, node);
      std::ranges::push_heap(heap, std::greater());
    }
  }

  std::vector<Object> head_, number_;
  std::vector<Children> children_;
  std::vector<Part> open_;
};

}  // namespace

std::optional<core::Dendrogram> satisfying_tree(const TreeVotes& votes, const core::Partition& leaves) {
  if (votes.leaves() < 2) return core::Dendrogram(leaves);
  for (Object x = 0; x < votes.leaves(); ++x)
    if (!votes.pairs(x).empty()) return std::nullopt;
  return Builder(votes).build(leaves);
}

}  // namespace tertium::linkage
