#pragma once

#include <cstdint>
#include <optional>

#include "answers/conclusions/against_table.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/people.hpp"
#include "answers/resampling/place_spread.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// What makes a map where no method is named.
inline constexpr const char* kMapMethod = "t-STE";
/// Seconds of a core that finding out the number of dimensions may take.
inline constexpr double kMostForDimensions = 1800.0;

/// What is asked of a map.
struct MapRequest {
  core::Method method;              ///< that makes places, or similarities
  bool chooses_dimensions = false;  ///< of t-STE, by answers held out, where that takes no longer
  std::int64_t support = 0;         ///< samples that tell how sure places are; 0: none
  PeopleRule people = PeopleRule::kAll;
  std::uint64_t seed = 1;
  std::optional<files::NamedVectors> against{};  ///< vectors of the same objects
  bool cosine = false;                           ///< of these
};

/// Places of objects, or similarities between them.
struct ObjectMap : CountedFit {
  core::Method method{};              ///< with the dimensions that were chosen
  std::optional<double> satisfied{};  ///< share of the answers that it was made of; none of answers that were not kept
  std::optional<DefaultChoice> dimensions{};  ///< how many were chosen, where nobody said it
  std::optional<PlaceSpread> spread{};        ///< of places, where samples were drawn
  std::optional<AgainstTable> against{};      ///< vectors of the same objects
};

/// Throws UserError.
ObjectMap make_map(const AnswerInput& input, const MapRequest& request, const JobCallback& progress = {});

}  // namespace tertium::answers
