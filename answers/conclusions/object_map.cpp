#include "answers/conclusions/object_map.hpp"

#include <span>
#include <utility>
#include <variant>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/clusterings/coordinates.hpp"

namespace tertium::answers {
namespace {

PlaceSpread spread_of(const AnswerInput& input, const MapRequest& request, const ObjectMap& made,
                      const JobCallback& progress) {
  const double bytes = bytes_needed(input, made.method, most_counted(request.people));
  return place_spread(
      std::get<core::Coordinates>(made.fit.product),
      resample(input.comparisons, made.method, request.support, request.seed, bytes, progress, counts_of(made.people)));
}

}  // namespace

ObjectMap make_map(const AnswerInput& input, const MapRequest& request, const JobCallback& progress) {
  check_fit(input, request.method);
  std::optional<DefaultChoice> dimensions;
  if (request.chooses_dimensions && input.listed() && cost_of_dimensions(input) <= kMostForDimensions)
    dimensions = choose_dimensions(input, request.seed, request.people, progress);
  const core::Method method = dimensions ? dimensions->method() : request.method;
  ObjectMap made{fit_counted(input, method, request.seed, request.people), method};
  made.dimensions = std::move(dimensions);
  const core::Product& product = made.fit.product;
  if (input.listed()) {
    const Predicted tally = predict_all(product, input.comparisons);
    made.satisfied = share_predicted(std::span(&tally, 1)).value;
  }
  if (request.support > 0) made.spread = spread_of(input, request, made, progress);
  if (request.against)
    made.against = compare_with(*request.against, request.cosine, product, input.comparisons.names, input.comparisons,
                                request.seed);
  return made;
}

}  // namespace tertium::answers
