#include "metrics/measures/product_distances.hpp"

#include <variant>

namespace tertium::metrics {
namespace {

/// Squared, or the scalar product with the opposite sign.
double distance(const core::Coordinates& places, core::Object i, core::Object j) {
  double sum = 0.0;
  if (places.likeness == core::Likeness::kProduct) {
    for (int c = 0; c < places.dimensions; ++c) sum -= places(i, c) * places(j, c);
    return sum;
  }
  for (int c = 0; c < places.dimensions; ++c) sum += (places(i, c) - places(j, c)) * (places(i, c) - places(j, c));
  return sum;
}

double similarity(const core::SimilarityMatrix& matrix, core::Object i, core::Object j) {
  return std::visit([&](const auto& table) { return static_cast<double>((*table)(i, j)); }, matrix);
}

}  // namespace

ProductDistances::ProductDistances(const core::Product& product) : product_(product) {
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  if (tree == nullptr) return;
  if (tree->has_lengths())
    path_lengths_ = core::path_lengths(*tree);
  else
    ancestor_sizes_ = core::lca_sizes(*tree);
}

double ProductDistances::operator()(core::Object i, core::Object j) const {
  switch (core::kind_of(product_)) {
    case core::ProductKind::kTree:
      return std::get<core::Dendrogram>(product_).has_lengths() ? path_lengths_(i, j) : ancestor_sizes_(i, j);
    case core::ProductKind::kCoordinates:
      return distance(std::get<core::Coordinates>(product_), i, j);
    case core::ProductKind::kPartition:
      return std::get<core::Partition>(product_)[i] == std::get<core::Partition>(product_)[j] ? 0.0 : 1.0;
    case core::ProductKind::kSimilarity:
      return -similarity(std::get<core::SimilarityMatrix>(product_), i, j);
  }
  return 0.0;
}

}  // namespace tertium::metrics
