#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/default_method.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/people.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/product.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {

/// Places of objects, or similarities between them.
struct FittedProduct : answers::CountedFit {
  std::optional<double> satisfied{};  ///< share of the answers that it was made of; none of answers that were not kept
  std::optional<answers::DefaultChoice> dimensions{};  ///< how many were chosen, where nobody said it
};

/// `tertium embed`, for options that are already read: writes coordinates or similarities, reports, and draws
/// coordinates.
void embed(const answers::AnswerInput& input, const ClusterOptions& options, const Outputs& outputs,
           const std::string& command_line);

/// Every object's place: object,name,x1,x2,...
std::string places_csv(const core::Coordinates& places, const std::vector<std::string>& names);
/// The matrix of similarities with the objects' names on top and at the left; 0 on the diagonal.
std::string similarities_csv(const core::SimilarityMatrix& similarities, const std::vector<std::string>& names);
/// The same as the bytes of a .npy file, objects x objects, <i8 where sums are whole numbers, else <f8.
std::string similarities_npy(const core::SimilarityMatrix& similarities);

}  // namespace tertium::program
