// Real objects: the cosine similarities of their features, or the answers that people gave about them. Nothing is
// drawn; what varies between repetitions is which comparisons of similarities are observed.
#include "core/datasets/cosine.hpp"
#include "core/datasets/datasets.hpp"
#include "core/models/model.hpp"

namespace tertium {
namespace {

using namespace core;

const Dataset& dataset_of(const Parameters& parameters) {
  return find_dataset(parameters.text("name"));
}

Scaling scaling_of(const Parameters& parameters, const Dataset& dataset) {
  const std::string& name = parameters.text("scaling");
  if (name == "default") return dataset.scaling;
  return name == "raw" ? Scaling::kRaw : Scaling::kMinMax;
}

Provisions provisions(const Parameters& parameters) {
  const Dataset& dataset = dataset_of(parameters);
  Provisions provisions = dataset.classes > 0 ? Provisions{Provision::kTruth} : Provisions{};
  if (dataset.kind == DatasetKind::kFeatures) return provisions | Provisions{Provision::kSimilarities};
  return provisions | Provisions{Provision::kTriplets, Provision::kQuadruplets};
}

ModelSample sample(const Parameters& parameters, const CellKey&) {
  const Dataset& dataset = dataset_of(parameters);
  const std::shared_ptr<const LoadedDataset> data = loaded(dataset);
  const DatasetContent& content = data->content;
  ModelSample sample;
  sample.objects = dataset.objects;
  if (dataset.kind == DatasetKind::kFeatures)
    sample.w = cosine_similarities(content.features, scaling_of(parameters, dataset));
  else
    sample.triplets.assign(content.triplets.triplets().begin(), content.triplets.triplets().end());
  sample.counts = content.counts;
  if (const auto truth = content.truth()) sample.truth.push_back(*truth);
  return sample;
}

}  // namespace

void register_model_dataset(core::Registry<core::Model>& models) {
  Model model;
  model.name = "dataset";
  model.sentence =
      "real objects: cosine similarities of their features, or people's answers; the truth is their classes";
  model.citation =
      "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); of each data set: see tertium datasets";
  model.parameters = {
      ParameterInfo::choice("name", "zoo", all_names<Dataset>(), "which data set"),
      ParameterInfo::choice("scaling", "default", {"default", "raw", "minmax"},
                            "features as they are, each scaled to [-1, 1], or what the data set prefers"),
  };
  model.objects = [](const Parameters& parameters) { return dataset_of(parameters).objects; };
  model.provisions = provisions;
  model.sample = sample;
  model.real = true;
  model.holds =
      "similarities of features, or triplets (which are quadruplets, too), and the truth: see tertium datasets";
  model.identity = [](const Parameters& parameters) {
    return canonical_text(parameters) + " content " + loaded(dataset_of(parameters))->digest;
  };
  models.push_back(std::move(model));
}

}  // namespace tertium
