#include "linkage/lengths/length_search.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/base/limits.hpp"

namespace tertium::linkage {
namespace {

constexpr double kFirstLength = 0.2;
constexpr double kSearchTolerance = 1e-8;

}  // namespace

LengthSearch::LengthSearch(PathLoss& loss, MovingTree tree) : loss_(loss), found_{std::move(tree)} {}

FoundLengths LengthSearch::run(std::int64_t rounds) {
  const MovingTree& tree = found_.tree;
  Lengths first(static_cast<std::size_t>(tree.nodes()), kFirstLength);
  first[0] = first[tree.root()] = 0.0;
  found_.fit = fit_lengths(loss_, tree, std::move(first), rounds > 0 ? FitGoal{kSearchTolerance} : FitGoal{});
  found_.loss_before = found_.fit.loss;
  while (found_.rounds < rounds && improve()) ++found_.rounds;
  if (rounds > 0) found_.fit = fit_lengths(loss_, tree, std::move(found_.fit.lengths));
  return std::move(found_);
}

std::vector<Prospect> LengthSearch::choose(const std::vector<Prospect>& sorted) const {
  std::vector<bool> touched(static_cast<std::size_t>(found_.tree.nodes()), false);
  std::vector<Prospect> chosen;
  for (const Prospect& prospect : sorted) {
    if (prospect.gain <= kLeastGain) break;
    const Node near = found_.tree.parent(prospect.joined), far = found_.tree.parent(near);
    if (touched[near] || touched[far]) continue;
    touched[near] = touched[far] = true;
    chosen.push_back(prospect);
  }
  return chosen;
}

/// Makes the interchanges, and undoes them unless the loss is lower then.
bool LengthSearch::keep_if_better(std::span<const Prospect> moves) {
  Lengths lengths = found_.fit.lengths;
  for (const Prospect& move : moves) {
    interchange(found_.tree, move.joined);
    for (std::size_t k = 0; k < move.nodes.size(); ++k) lengths[move.nodes[k]] = move.lengths[k];
  }
  const double below = found_.fit.loss - kLeastGain;
  const FitGoal goal = fitted_ ? FitGoal{kSearchTolerance, below} : FitGoal{.tolerance = 0.0, .one_step = true};
  LengthFit fit = fit_lengths(loss_, found_.tree, std::move(lengths), goal);
  if (fit.loss < below) {
    found_.fit = std::move(fit);
    found_.interchanges += std::ssize(moves);
    return true;
  }
  for (std::size_t k = moves.size(); k-- > 0;) interchange(found_.tree, moves[k].joined);
  return false;
}

/// The more promising half of them, if not all, and so on.
bool LengthSearch::keep_some(std::span<const Prospect> together) {
  for (std::size_t count = together.size(); count > 0; count /= 2)
    if (keep_if_better(together.first(count))) return true;
  return false;
}

/// One after the other.
bool LengthSearch::keep_any(const std::vector<Prospect>& sorted) {
  bool better = false;
  for (const Prospect& move : sorted) {
    core::keep_to_limits();
    if (move.gain <= kLeastGain) break;
    // Those that were made before may have moved it to where it cannot be joined.
    if (can_interchange(found_.tree, move.joined) && keep_if_better(std::span(&move, 1))) better = true;
  }
  return better;
}

bool LengthSearch::improve() {
  loss_.evaluate(found_.tree, found_.fit.lengths);
  std::vector<Prospect> sorted = prospects(loss_, found_.tree, found_.fit.lengths);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Prospect& one, const Prospect& other) { return one.gain > other.gain; });
  if (keep_some(choose(sorted))) {
    fitted_ = false;
    return true;
  }
  if (fitted_) return keep_any(sorted);
  found_.fit = fit_lengths(loss_, found_.tree, std::move(found_.fit.lengths), {kSearchTolerance});
  return fitted_ = true;
}

}  // namespace tertium::linkage
