// A planted embedding: objects are points of so many dimensions, each coordinate standard normal, and the nearer two
// are, the more alike. How many dimensions an embedding finds, and how many answers it needs, can be seen on it. O(N^2)
// time and memory for the similarities.
#include <utility>

#include "core/clusterings/coordinates.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

core::Object object_count(const core::Parameters& parameters) {
  return static_cast<core::Object>(parameters.integer("n"));
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const auto dimensions = static_cast<int>(parameters.integer("dimensions"));
  core::Coordinates points{object_count(parameters), dimensions};
  core::Stream stream(cell, core::Purpose::kSimilarities);
  points.values.resize(static_cast<std::size_t>(points.objects) * static_cast<std::size_t>(dimensions));
  for (double& coordinate : points.values) coordinate = stream.normal();
  ModelSample sample;
  sample.objects = points.objects;
  sample.provide<core::Similarities>(core::near_similarities(points));
  sample.provide<core::Coordinates>(std::move(points));
  return sample;
}

}  // namespace

void register_model_planted_embedding(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-embedding";
  model.sentence = "points with normal coordinates in some dimensions; the closer, the more similar";
  model.citation = "common in ordinal embedding, e.g. Terada and von Luxburg, Local ordinal embedding, ICML 2014";
  model.parameters = {
      core::ParameterInfo::integer("n", 100, 1, core::kMaxObjects, "objects"),
      core::ParameterInfo::integer("dimensions", 2, 1, 1024, "dimensions of the points"),
  };
  model.objects = object_count;
  model.provisions = [](const core::Parameters&) {
    return core::Provisions{core::Provision::kSimilarities, core::Provision::kFeatures};
  };
  model.sample = sample;
  model.holds = "similarities, and the points as features";
  models.push_back(std::move(model));
}

}  // namespace tertium
