// Real objects: the similarities of their features, or the answers that people gave about them. What varies between
// repetitions is which comparisons of similarities are observed, and which objects are taken where not all are.
#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"
#include "problems/datasets/datasets.hpp"
#include "problems/datasets/feature_similarities.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

const Dataset& dataset_of(const core::Parameters& parameters) {
  return find_dataset(parameters.text("name"));
}

Scaling scaling_of(const core::Parameters& parameters, const Dataset& dataset) {
  const std::string& name = parameters.text("scaling");
  if (name == "default") return dataset.scaling;
  return name == "raw" ? Scaling::kRaw : Scaling::kMinMax;
}

FeatureSimilarity similarity_of(const core::Parameters& parameters, const Dataset& dataset) {
  const std::string& name = parameters.text("similarity");
  if (name == "default") return dataset.similarity;
  return name == "cosine" ? FeatureSimilarity::kCosine : FeatureSimilarity::kGaussian;
}

core::Object objects_of(const core::Parameters& parameters) {
  const auto wanted = static_cast<core::Object>(parameters.integer("n"));
  return wanted == 0 ? dataset_of(parameters).objects : wanted;
}

core::Provisions provisions(const core::Parameters& parameters) {
  const Dataset& dataset = dataset_of(parameters);
  core::Provisions provisions = dataset.classes > 0 ? core::Provisions{core::Provision::kTruth} : core::Provisions{};
  if (dataset.kind == DatasetKind::kFeatures)
    return provisions | core::Provisions{core::Provision::kSimilarities, core::Provision::kFeatures};
  if (dataset.kind == DatasetKind::kTexts) return provisions | core::Provisions{core::Provision::kSimilarities};
  return provisions | core::Provisions{core::Provision::kTriplets, core::Provision::kQuadruplets};
}

/// The objects of this repetition, ascending: all, or n of them.
std::vector<core::Object> chosen_objects(const core::Parameters& parameters, const core::CellKey& cell) {
  std::vector<core::Object> chosen(static_cast<std::size_t>(dataset_of(parameters).objects));
  std::iota(chosen.begin(), chosen.end(), 0);
  const auto wanted = static_cast<std::size_t>(objects_of(parameters));
  if (wanted == chosen.size()) return chosen;
  core::Stream(cell, core::Purpose::kSubset).shuffle(std::span(chosen));
  chosen.resize(wanted);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

FeatureTable rows_of(const FeatureTable& features, std::span<const core::Object> chosen) {
  FeatureTable rows{features.columns, {}};
  const std::size_t width = features.columns.size();
  for (const core::Object i : chosen) {
    const auto row = features.values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * width);
    rows.values.insert(rows.values.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
  return rows;
}

/// The answers about chosen objects only, under their numbers among those.
void add_answers(ModelSample& sample, const DatasetContent& content, std::span<const core::Object> chosen) {
  std::vector<core::Object> number(static_cast<std::size_t>(content.triplets.objects()), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k)
    number[static_cast<std::size_t>(chosen[k])] = static_cast<core::Object>(k);
  const auto triplets = content.triplets.triplets();
  for (std::size_t k = 0; k < triplets.size(); ++k) {
    const core::Triplet t{number[triplets[k].anchor], number[triplets[k].near], number[triplets[k].far]};
    if (t.anchor < 0 || t.near < 0 || t.far < 0) continue;
    sample.triplets.push_back(t);
    if (!content.counts.empty()) sample.counts.push_back(content.counts[k]);
    if (!content.metadata.origins.empty()) sample.subjects.push_back(content.metadata.origins[k].subject);
  }
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const Dataset& dataset = dataset_of(parameters);
  const std::shared_ptr<const LoadedDataset> data = loaded(dataset);
  const DatasetContent& content = data->content;
  const std::vector<core::Object> chosen = chosen_objects(parameters, cell);
  ModelSample sample;
  sample.objects = static_cast<core::Object>(chosen.size());
  if (dataset.kind == DatasetKind::kFeatures) {
    sample.provide<core::Coordinates>(places_of(rows_of(content.features, chosen), scaling_of(parameters, dataset)));
    sample.provide<core::Similarities>(
        feature_similarities(sample.get<core::Coordinates>(), similarity_of(parameters, dataset)));
  } else if (dataset.kind == DatasetKind::kTexts) {
    sample.provide<core::Similarities>(tf_idf_cosines(content.words, chosen));
  } else {
    add_answers(sample, content, chosen);
  }
  if (content.labels.empty()) return sample;
  std::vector<core::Label> labels;
  for (const core::Object i : chosen) labels.push_back(content.labels[static_cast<std::size_t>(i)]);
  sample.provide<core::Truth>(core::Truth{core::Partition(labels)});
  return sample;
}

/// Of n objects about as large a share of them as of all triplets.
double answers(const core::Parameters& parameters) {
  const Dataset& dataset = dataset_of(parameters);
  if (dataset.kind != DatasetKind::kTriplets) return 0.0;
  return static_cast<double>(loaded(dataset)->content.triplets.triplets().size()) *
         static_cast<double>(core::triplet_count(objects_of(parameters))) /
         static_cast<double>(core::triplet_count(dataset.objects));
}

void check(const core::Parameters& parameters) {
  const Dataset& dataset = dataset_of(parameters);
  if (parameters.integer("n") > dataset.objects)
    core::fail("[model] n = {} is more than the {} objects of {}, lower it, or use n = 0 for all",
               parameters.integer("n"), dataset.objects, dataset.name);
}

}  // namespace

void register_model_dataset(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "dataset";
  model.sentence =
      "real objects: similarities of their features, or participants' answers; the ground truth is their classes";
  model.citation =
      "HC19 section 4 (Ghoshdastidar, Perrot, von Luxburg, NeurIPS 2019); for each data set see tertium list datasets";
  model.parameters = {
      core::ParameterInfo::choice("name", "zoo", core::all_names<Dataset>(), "which data set"),
      core::ParameterInfo::choice("scaling", "default", {"default", "raw", "minmax"},
                                  "features as they are, each scaled to [-1, 1], or what the data set prefers"),
      core::ParameterInfo::choice(
          "similarity", "default", {"default", "cosine", "gaussian"},
          "for features: their cosine, decreasing with their distance, or what the data set prefers"),
      core::ParameterInfo::integer("n", 0, 0, core::kMaxObjects,
                                   "number of its objects, drawn anew in every repetition; 0: all"),
  };
  model.objects = objects_of;
  model.answers = answers;
  model.subjects = [](const core::Parameters& parameters) {
    return loaded(dataset_of(parameters))->content.metadata.subjects.size();
  };
  model.check = check;
  model.provisions = provisions;
  model.sample = sample;
  model.real = true;
  model.holds =
      "features and their similarities, or triplets (which are also quadruplets), "
      "and the ground truth: see tertium list datasets";
  model.identity = [](const core::Parameters& parameters) {
    return core::canonical_text(parameters) + " content " + loaded(dataset_of(parameters))->digest;
  };
  models.push_back(std::move(model));
}

}  // namespace tertium
