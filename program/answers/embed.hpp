#pragma once

#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/against_table.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/people.hpp"
#include "answers/resampling/place_spread.hpp"
#include "program/answers/cluster_options.hpp"

namespace tertium::program {

/// Places of objects, or similarities between them.
struct FittedProduct : answers::CountedFit {
  std::optional<double> satisfied{};  ///< share of the answers that it was made of; none of answers that were not kept
  std::optional<answers::DefaultChoice> dimensions{};  ///< how many were chosen, where nobody said it
  std::optional<answers::PlaceSpread> spread{};        ///< of places, where samples were drawn
  std::optional<answers::AgainstTable> against{};      ///< vectors of the same objects
};

/// `tertium embed FILE`: writes coordinates or similarities, reports, and draws coordinates. `args` are the words after
/// "embed". Returns 0; throws UserError or UsageError.
int run_embed(const std::vector<std::string>& args);

/// How sure places are, for a report; and what a table of vectors has in common with a fit.
std::string spread_line(const answers::PlaceSpread& spread);
std::string against_lines(const answers::AgainstTable& against);
/// The report of places and similarities.
std::string fit_report(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                       const FittedProduct& made);
/// The same as JSON.
std::string fit_summary(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                        const FittedProduct& made, const std::string& command_line);

}  // namespace tertium::program
