#include "core/methods/product.hpp"

#include <algorithm>
#include <bit>

namespace tertium::core {
namespace {

bool same_values(std::span<const double> a, std::span<const double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

bool same(const SimilarityMatrix& a, const SimilarityMatrix& b) {
  if (a.index() != b.index()) return false;
  if (const auto* whole = std::get_if<0>(&a)) return std::ranges::equal((*whole)->values(), std::get<0>(b)->values());
  return same_values(std::get<1>(a)->values(), std::get<1>(b)->values());
}

bool same(const Coordinates& a, const Coordinates& b) {
  return a.objects == b.objects && a.dimensions == b.dimensions && a.likeness == b.likeness &&
         same_values(a.values, b.values);
}
bool same(const Dendrogram& a, const Dendrogram& b) {
  return a == b;
}
bool same(const Partition& a, const Partition& b) {
  return a == b;
}

SimilarityMatrix renumbered(const SimilarityMatrix& matrix, std::span<const Object> new_id) {
  return std::visit(
      [&](const auto& table) -> SimilarityMatrix {
        using Table = std::remove_cvref_t<decltype(*table)>;
        return std::make_shared<const Table>(relabelled(*table, new_id));
      },
      matrix);
}

}  // namespace

const char* name_of(ProductKind kind) {
  switch (kind) {
    case ProductKind::kSimilarity:
      return "similarities";
    case ProductKind::kCoordinates:
      return "coordinates";
    case ProductKind::kTree:
      return "a tree";
    case ProductKind::kPartition:
      return "a partition";
  }
  return "";
}

std::string text_of(ProductKinds kinds) {
  std::string text;
  for (const ProductKind kind : kAllProductKinds)
    if (kinds.contains(kind)) text += (text.empty() ? "" : " or ") + std::string(name_of(kind));
  return text.empty() ? "nothing" : text;
}

Product relabelled(const Product& product, std::span<const Object> new_id) {
  if (const auto* tree = std::get_if<Dendrogram>(&product)) return relabelled(*tree, new_id);
  if (const auto* labels = std::get_if<Partition>(&product)) return relabelled(*labels, new_id);
  if (const auto* points = std::get_if<Coordinates>(&product)) return relabelled(*points, new_id);
  return renumbered(std::get<SimilarityMatrix>(product), new_id);
}

bool same_bits(const Product& a, const Product& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& x) { return same(x, std::get<std::remove_cvref_t<decltype(x)>>(b)); }, a);
}

}  // namespace tertium::core
