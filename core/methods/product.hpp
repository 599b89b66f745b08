#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>

#include "core/base/enum_set.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::core {

/// Similarities between all objects, exact integers or doubles, larger = more alike; shared, never changed.
using SimilarityMatrix =
    std::variant<std::shared_ptr<const PairTable<std::int64_t>>, std::shared_ptr<const PairTable<double>>>;

/// What a step makes.
using Product = std::variant<SimilarityMatrix, Coordinates, Dendrogram, Partition>;

/// The alternatives of Product, in its order.
enum class ProductKind { kSimilarity, kCoordinates, kTree, kPartition };
/// Several of them.
using ProductKinds = EnumSet<ProductKind>;

/// All of them, in their order.
inline constexpr ProductKind kAllProductKinds[] = {ProductKind::kSimilarity, ProductKind::kCoordinates,
                                                   ProductKind::kTree, ProductKind::kPartition};

/// The kind of what a step made.
inline ProductKind kind_of(const Product& product) {
  return static_cast<ProductKind>(product.index());
}

/// "a tree", "similarities", ...
const char* name_of(ProductKind kind);
/// "a tree or a partition".
std::string text_of(ProductKinds kinds);

/// The same product after the objects are renumbered: object i becomes object new_id[i].
Product relabelled(const Product& product, std::span<const Object> new_id);

/// Equal in every bit.
bool same_bits(const Product& a, const Product& b);

}  // namespace tertium::core
