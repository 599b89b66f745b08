#pragma once

#include <cstdint>
#include <vector>

#include "linkage/lengths/interchange_model.hpp"
#include "linkage/lengths/length_fit.hpp"
#include "linkage/lengths/path_loss.hpp"
#include "linkage/search/moving_tree.hpp"

namespace tertium::linkage {

/// A tree with lengths, and how it was found.
struct FoundLengths {
  MovingTree tree;  ///< leaf_rooted
  LengthFit fit{};
  double loss_before = 0.0;  ///< of the tree that the search began with, at its best lengths
  std::int64_t interchanges = 0;
  std::int64_t rounds = 0;
};

/// Fits lengths, and changes the tree by interchanges as long as one lowers the loss of the fitted lengths.
///
/// A round makes, at once, all interchanges that are expected to lower it (prospects) and do not touch each other, most
/// promising first, and takes one step towards the best lengths; if the loss is no lower than before half of them, and
/// so on. Where that brings nothing any more lengths are fitted, and in what follows are fitted for every interchange
/// that is tried: those that are expected to lower the loss together, then each. It ends after `rounds`, or where no
/// interchange that is expected to lower the loss by more than kLeastGain does so. Deterministic, for any number of
/// threads.
class LengthSearch {
 public:
  static constexpr double kLeastGain = 1e-7;

  LengthSearch(PathLoss& loss, MovingTree tree);

  FoundLengths run(std::int64_t rounds);

 private:
  /// The promising ones that do not touch each other.
  std::vector<Prospect> choose(const std::vector<Prospect>& sorted) const;
  bool keep_if_better(std::span<const Prospect> moves);
  bool keep_some(std::span<const Prospect> together);
  bool keep_any(const std::vector<Prospect>& sorted);
  bool improve();

  PathLoss& loss_;
  FoundLengths found_;
  bool fitted_ = false;  // lengths are the best for the tree
};

}  // namespace tertium::linkage
