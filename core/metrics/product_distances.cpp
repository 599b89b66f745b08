#include "core/metrics/product_distances.hpp"

#include <variant>

namespace tertium::core {
namespace {

double squared_distance(const Coordinates& points, Object i, Object j) {
  double sum = 0.0;
  for (int c = 0; c < points.dimensions; ++c) sum += (points(i, c) - points(j, c)) * (points(i, c) - points(j, c));
  return sum;
}

double similarity(const SimilarityMatrix& matrix, Object i, Object j) {
  return std::visit([&](const auto& table) { return static_cast<double>((*table)(i, j)); }, matrix);
}

}  // namespace

ProductDistances::ProductDistances(const Product& product) : product_(product) {
  if (const auto* tree = std::get_if<Dendrogram>(&product)) ancestor_sizes_ = lca_sizes(*tree);
}

double ProductDistances::operator()(Object i, Object j) const {
  switch (kind_of(product_)) {
    case ProductKind::kTree:
      return ancestor_sizes_(i, j);
    case ProductKind::kCoordinates:
      return squared_distance(std::get<Coordinates>(product_), i, j);
    case ProductKind::kPartition:
      return std::get<Partition>(product_)[i] == std::get<Partition>(product_)[j] ? 0.0 : 1.0;
    case ProductKind::kSimilarity:
      return -similarity(std::get<SimilarityMatrix>(product_), i, j);
  }
  return 0.0;
}

}  // namespace tertium::core
