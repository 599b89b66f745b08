#pragma once

#include "core/clusterings/dendrogram.hpp"
#include "core/methods/product.hpp"

namespace tertium::metrics {

/// How far apart a product places two objects, to be compared with other distances of the same product: the objects
/// below the lowest common ancestor in a tree, or the length of the path between them if its branches have lengths, the
/// squared Euclidean distance of coordinates (or their scalar product with the opposite sign, by their likeness), 0
/// inside a cluster of a partition and 1 across, and similarities with the opposite sign. The product has to stay. Of a
/// tree it takes 4 bytes (8 with lengths) for every pair of objects, and is made in O(N^2).
class ProductDistances {
 public:
  explicit ProductDistances(const core::Product& product);
  double operator()(core::Object i, core::Object j) const;

 private:
  const core::Product& product_;
  core::PairTable<core::Object> ancestor_sizes_;  // of a tree without lengths
  core::PairTable<double> path_lengths_;          // of a tree with lengths
};

}  // namespace tertium::metrics
