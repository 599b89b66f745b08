#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/fits/predictions.hpp"
#include "core/clusterings/partition.hpp"
#include "core/files/comparison_file.hpp"
#include "core/methods/method.hpp"
#include "core/problems/product.hpp"

namespace tertium::answers {

/// What a method made of answers.
struct Fit {
  core::Product product;                    ///< of the objects as the answers number them
  std::map<std::string, double> reports{};  ///< numbers that the method tells of itself
  double seconds = 0.0;                     ///< of the method alone
};

/// Throws UserError, before anything large is made, if these answers or so many objects are nothing for the method, or
/// memory will not do.
void check_fit(const core::ComparisonFile& file, const core::Method& method);

/// Renumbers the objects at random, runs the method and undoes the renumbering: what `tertium cluster` makes of the
/// answers with that seed. The same for any number of threads. Throws UserError.
Fit fit(const core::ComparisonFile& file, const core::Method& method, std::uint64_t seed);

/// A cluster for every object, numbered as `tertium cluster` does: k clusters of a tree, in the order in which it is
/// drawn, or the clusters of a partition, whatever k. None of places or similarities.
std::optional<std::vector<core::Label>> labels_of(const core::Product& product, core::Label k);

/// How many objects a product is of.
core::Object objects_in(const core::Product& product);

/// What a product foretells of answers that it need not have seen. Of objects that it does not know nothing is
/// foretold.
Foretold foretell_all(const core::Product& product, const core::ComparisonFile& file);

/// What answers can provide, and the methods that need no more than `provided`; embeddings make places of answers.
inline constexpr core::Provisions kOfAnswers{core::Provision::kQuadruplets, core::Provision::kTriplets,
                                             core::Provision::kOddOneOuts};
std::vector<std::string> methods_on(core::Provisions provided);
std::vector<std::string> embeddings_of_answers();

}  // namespace tertium::answers
