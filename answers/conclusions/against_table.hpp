#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/fits/predictions.hpp"
#include "answers/tables/agreement.hpp"
#include "core/methods/product.hpp"
#include "files/answers/words/answers.hpp"
#include "files/structures/object_rows.hpp"

namespace tertium::answers {

/// A fit to people's answers beside a table of vectors of the same objects, such as a language model's.
struct AgainstTable {
  std::string source{};
  core::Object rows = 0;               ///< objects of the table
  std::vector<core::Object> common{};  ///< of the fit's objects, those that the table has
  int dimensions = 0;                  ///< of the table
  double procrustes = 0.0;  ///< distance of the places (embedding/dense/procrustes.hpp); NaN of a fit without places
  std::int64_t triples = 0, same = 0;  ///< of common objects that were looked at, and with the same closest pair
  Predicted by_table{}, by_fit{};      ///< of the answers about common objects alone
  Repetition repetition{};             ///< of these answers

  double share_of_triples() const { return static_cast<double>(same) / static_cast<double>(triples); }
};

/// Distances between rows of the table are Euclidean; with `cosine`, of rows of length 1. `names` are those of the
/// objects, which are matched by them. `file`: answers one by one, or none. Throws UserError where there are fewer than
/// three common objects, and where, with `cosine`, a row of one is all zeros.
AgainstTable compare_with(const files::NamedVectors& table, bool cosine, const core::Product& product,
                          const std::vector<std::string>& names, const files::ComparisonFile& file, std::uint64_t seed);

}  // namespace tertium::answers
