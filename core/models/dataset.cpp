// Similarities of real objects: the cosine of their features. Nothing is drawn; what varies between repetitions is
// which comparisons are observed.
#include "core/datasets/cosine.hpp"
#include "core/datasets/datasets.hpp"
#include "core/models/models.hpp"

namespace tertium::core::models {
namespace {

std::vector<std::string> feature_datasets() {
  std::vector<std::string> names;
  for (const Dataset& dataset : all_datasets())
    if (dataset.kind == DatasetKind::kFeatures) names.push_back(dataset.name);
  return names;
}

Scaling scaling_of(const Parameters& parameters, const Dataset& dataset) {
  const std::string& name = parameters.text("scaling");
  if (name == "default") return dataset.scaling;
  return name == "raw" ? Scaling::kRaw : Scaling::kMinMax;
}

ModelSample sample(const Parameters& parameters, const CellKey&) {
  const Dataset& dataset = find_dataset(parameters.text("name"));
  const DatasetContent content = dataset.load();
  ModelSample sample{cosine_similarities(content.features, scaling_of(parameters, dataset)), {}};
  if (const auto truth = content.truth()) sample.truth.push_back(*truth);
  return sample;
}

}  // namespace

void register_model_dataset(Registry& registry) {
  const std::vector<std::string> names = feature_datasets();
  Model model;
  model.name = "dataset";
  model.sentence = "cosine similarities of a data set's features; the truth is its classes";
  model.citation =
      "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); of each data set: see tertium datasets";
  model.parameters = {
      ParameterInfo::choice("name", "zoo", names, "which data set"),
      ParameterInfo::choice("scaling", "default", {"default", "raw", "minmax"},
                            "features as they are, each scaled to [-1, 1], or what the data set prefers"),
  };
  model.objects = [](const Parameters& parameters) { return find_dataset(parameters.text("name")).objects; };
  model.sample = sample;
  registry.push_back(std::move(model));
}

}  // namespace tertium::core::models
