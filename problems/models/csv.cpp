// A person's own objects: features, or similarities or distances of all pairs, out of a CSV file. Nothing is drawn;
// what varies between repetitions is which comparisons of the similarities are observed.
#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/memo.hpp"
#include "files/text/text_file.hpp"
#include "problems/datasets/feature_similarities.hpp"
#include "problems/datasets/object_table.hpp"
#include "problems/models/model.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr double kGrown = 1.5;  // a list while it grows: the old one beside the new one

/// The file as this process has read it, once.
std::shared_ptr<const LoadedDataset> table_of(const core::Parameters& parameters) {
  static core::Memo<LoadedDataset> memo;
  const std::string& file = parameters.text("file");
  if (file.empty()) core::fail("[model] file is not given (kind = csv reads one), give e.g. file = mine.csv");
  return memo.get(file, [&] {
    LoadedDataset loaded{read_object_table(file), {}};
    loaded.digest = loaded.content.digest();
    return loaded;
  });
}

core::Coordinates places(const core::Parameters& parameters, const FeatureTable& table) {
  return places_of(table, parameters.text("scaling") == "raw" ? Scaling::kRaw : Scaling::kMinMax);
}

core::Similarities similarities(const core::Parameters& parameters, const FeatureTable& table) {
  const std::string& holds = parameters.text("holds");
  if (holds == "features")
    return feature_similarities(places(parameters, table), parameters.text("similarity") == "cosine"
                                                               ? FeatureSimilarity::kCosine
                                                               : FeatureSimilarity::kGaussian);
  return table_similarities(table, holds == "distances" ? TableOf::kDistances : TableOf::kSimilarities,
                            parameters.text("file"));
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey&) {
  const std::shared_ptr<const LoadedDataset> table = table_of(parameters);
  const FeatureTable& features = table->content.features;
  ModelSample sample;
  sample.objects = features.objects();
  sample.provide<core::Similarities>(similarities(parameters, features));
  if (parameters.text("holds") == "features") sample.provide<core::Coordinates>(places(parameters, features));
  if (const auto truth = table->content.truth()) sample.provide<core::Truth>(core::Truth{*truth});
  return sample;
}

core::Provisions provisions(const core::Parameters& parameters) {
  const bool classes = !table_of(parameters)->content.labels.empty();
  const bool features = parameters.text("holds") == "features";
  return core::Provisions{core::Provision::kSimilarities} |
         (classes ? core::Provisions{core::Provision::kTruth} : core::Provisions{}) |
         (features ? core::Provisions{core::Provision::kFeatures} : core::Provisions{});
}

/// What the samples depend on: the content of the file, wherever it lies.
std::string identity(const core::Parameters& parameters) {
  core::Parameters others = parameters;
  others.set("file", table_of(parameters)->digest);
  return core::canonical_text(others);
}

/// The text with its fields as words, then the numbers; a digest of them, and places.
std::vector<core::Cost> memory(const core::Parameters& parameters) {
  constexpr double kNumber = sizeof(double), kWord = sizeof(std::string), kLongWord = 32.0, kShort = 15.0;
  const auto numbers = static_cast<double>(table_of(parameters)->content.features.values.size());
  const double text = files::text_size(parameters.text("file"));
  if (text == 0.0 || numbers == 0.0) return {};
  const double words = (kWord + (text / numbers > kShort ? kLongWord : 0.0)) * numbers;
  const double table = kNumber * numbers, places = parameters.text("holds") == "features" ? table : 0.0;
  return {{0.0, text + words + kGrown * table, table}, {0.0, 3.0 * places, places}};
}

core::Parameters example(const std::vector<core::ParameterInfo>& infos) {
  core::Parameters values(infos);
  values.set("file", (core::home_folder() / "data" / "zoo.csv").string());
  return values;
}

}  // namespace

void register_model_csv(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "csv";
  model.sentence =
      "objects from your own CSV file: features, or similarities or distances of all pairs; a column called label or "
      "class is the ground truth";
  model.citation = "your own";
  model.parameters = {
      core::ParameterInfo::file(
          "file", "the file, by its path from the configuration's folder, the working folder or the project's"),
      core::ParameterInfo::choice("holds", "features", {"features", "similarities", "distances"},
                                  "what its numbers are"),
      core::ParameterInfo::choice("scaling", "raw", {"raw", "minmax"},
                                  "features as they are, or each scaled to [-1, 1]"),
      core::ParameterInfo::choice("similarity", "cosine", {"cosine", "gaussian"},
                                  "for features: their cosine, or decreasing with their distance"),
  };
  model.real = true;
  model.holds = "similarities, features if they were given, and the ground truth if there are classes";
  model.example = [infos = model.parameters] { return example(infos); };
  model.objects = [](const core::Parameters& parameters) { return table_of(parameters)->content.features.objects(); };
  model.provisions = provisions;
  model.sample = sample;
  model.identity = identity;
  model.memory = memory;
  model.check = [](const core::Parameters& parameters) {
    similarities(parameters, table_of(parameters)->content.features);
  };
  models.push_back(std::move(model));
}

}  // namespace tertium
