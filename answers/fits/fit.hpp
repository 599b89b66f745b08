#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/fits/requirements.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/clusterings/partition.hpp"
#include "core/methods/method.hpp"
#include "core/methods/product.hpp"

namespace tertium::answers {

/// What a method made of answers.
struct Fit {
  core::Product product;                    ///< of the objects as the answers number them
  std::map<std::string, double> reports{};  ///< numbers that the method tells of itself
  double seconds = 0.0;                     ///< of the method alone
};
/// What `tertium cluster` makes of the answers with that seed. The same for any number of threads. Throws UserError, as
/// check_fit does, too.
/// `weights`: how often each answer counts, as sample_of has them.
Fit fit(const AnswerInput& input, const core::Method& method, std::uint64_t seed,
        std::span<const std::int32_t> weights = {});

/// A number for each cluster of a tree, in the order of their first leaves as the tree is drawn: of the two sides of a
/// merge, the one with the smallest object first.
std::vector<core::Label> numbers_as_drawn(const core::Partition& clusters, const core::Dendrogram& tree);
/// A cluster for every object, numbered as `tertium cluster` does: k clusters of a tree, in the order in which it is
/// drawn, none of fewer objects than `least`, or the clusters of a partition, whatever k. None of places or
/// similarities.
std::optional<std::vector<core::Label>> labels_of(const core::Product& product, core::Label k, core::Object least = 1);

/// Throws UserError where the tree has not k clusters of so many objects.
void expect_sizes(const core::Dendrogram& tree, core::Label k, core::Object least);

/// How many objects a product is of.
core::Object objects_in(const core::Product& product);

/// What a product predicts of answers that it need not have seen. Of objects that it does not know nothing is
/// predicted.
Predicted predict_all(const core::Product& product, const files::ComparisonFile& file);

/// The methods that need no more than `provided`; embeddings make places of answers, kernels similarities.
std::vector<std::string> methods_on(core::Provisions provided);
/// Steps that make places of answers.
std::vector<std::string> embeddings_of_answers();
/// Chains without a name of their own that compete with those that have one: trees found by search, and trees of places
/// by their distances.
std::vector<std::string> chains_of_answers();
/// Steps that make similarities of answers.
std::vector<std::string> kernels_of_answers();
/// A chain of steps that makes similarities, which core::find_method takes for the beginning of a method. Throws
/// UsageError for others.
core::Method kernel_called(const std::string& name);

}  // namespace tertium::answers
