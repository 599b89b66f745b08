#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "answers/resampling/bootstrap.hpp"
#include "core/clusterings/coordinates.hpp"

namespace tertium::answers {

/// How sure the places of objects are, by those that a method finds for samples of the answers.
struct PlaceSpread {
  std::int64_t replicates = 0;
  std::string drawn{};         ///< "subjects", "screens" or "questions"
  std::int32_t units = 0;      ///< of these
  std::int32_t of_nobody = 0;  ///< beside subjects, questions that nobody known was asked
  int dimensions = 0;
  std::vector<double> covariances{};  ///< by object: dimensions x dimensions, row-major, in squares of the map's units
  double seconds = 0.0;

  /// That of an object.
  std::span<const double> of(core::Object i) const {
    const auto d = static_cast<std::size_t>(dimensions);
    return std::span(covariances).subspan(static_cast<std::size_t>(i) * d * d, d * d);
  }
  /// The standard deviation of a coordinate.
  double sd(core::Object i, int dimension) const;
  /// Of all objects and coordinates: the root of their mean square.
  double typical_sd() const;
  /// "6 subjects and 240 questions without one".
  std::string drawn_text() const;
};

/// Maps of samples are moved onto `places` first (embedding/dense/procrustes.hpp), for a map may be turned, mirrored,
/// moved and scaled without saying anything else; an object's covariance is then that of its places about their mean.
/// At least two samples. The same for any number of threads.
PlaceSpread place_spread(const core::Coordinates& places, const Resampling& resampled);

}  // namespace tertium::answers
