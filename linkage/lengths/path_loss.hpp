#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "linkage/lengths/path_answers.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// Lengths of the branches of a tree, each by the node below it; 0 of the root.
using Lengths = std::vector<double>;

/// How badly path lengths predict answers: the mean of -ln P, P = 1 / (1 + e^-x), where x is by how much the path that
/// was called the shorter is shorter (Bradley and Terry 1952), and ridge/2 times the sum of the squares of all lengths.
/// It is convex in the lengths, which paths are sums of.
///
/// What is about paths becomes what is about branches by subtree sums, as a path is two ways to the root less twice
/// that from where its ends part: so all of it takes O(questions + paths + K). Questions are cut into a number of
/// blocks that depends on the answers only, each with sums of its own, which are added in their order: the same bits
/// for any number of threads. Used by one caller at a time.
class PathLoss {
 public:
  PathLoss(const PathAnswers& answers, double ridge);

  /// Returns the loss, and keeps its derivatives for what follows, which is about the same tree.
  double evaluate(const MovingTree& tree, std::span<const double> lengths);
  /// d loss / d length at what was last evaluated.
  void gradient(const MovingTree& tree, std::span<const double> lengths, std::span<double> result);
  /// The second derivatives at what was last evaluated, times v.
  void multiply(const MovingTree& tree, std::span<const double> v, std::span<double> result);
  /// At least the second derivative by each length: that which paths with nothing in common would have.
  void bound_curvatures(const MovingTree& tree, std::span<double> result);

  /// Derivatives by the length of each path, and second ones by the margin of each question, where last evaluated.
  std::span<const double> path_slopes() const { return slopes_; }
  std::span<const double> curvatures() const { return curvatures_; }
  const PathAnswers& answers() const { return answers_; }
  double ridge() const { return ridge_; }
  std::int64_t passes() const { return passes_; }  ///< through all questions so far

 private:
  void find_meetings(const MovingTree& tree);
  void measure(const MovingTree& tree, std::span<const double> lengths);
  std::size_t block_begin(std::size_t block) const;
  template <typename Work>
  double each_block(const Work& work);
  double evaluate_block(std::size_t block, double* slopes);
  void add_up_paths();
  void to_branches(const MovingTree& tree, std::span<double> result);

  const PathAnswers& answers_;
  double ridge_;
  std::size_t blocks_;
  std::vector<Node> meetings_;      // by path, where its two ways to the root meet
  std::vector<double> distances_;   // from the root, by node
  std::vector<double> paths_;       // lengths of the paths
  std::vector<double> slopes_;      // by path
  std::vector<double> sums_;        // by path, added up over the blocks
  std::vector<double> of_blocks_;   // by path, of every block
  std::vector<double> curvatures_;  // by question
  std::int64_t passes_ = 0;
};

}  // namespace tertium::linkage
