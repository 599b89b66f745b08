// Zoo: 100 animals, 15 yes-or-no features and the number of legs, 7 classes. Many animals have the same features, so
// that many comparisons tie.
#include "core/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace core;

FeatureFile zoo_file() {
  return {.file = "zoo.csv",
          .features = {"hair", "feathers", "eggs", "milk", "airborne", "aquatic", "predator", "toothed", "backbone",
                       "breathes", "venomous", "fins", "legs", "tail", "domestic", "catsize"},
          .name_column = "animal_name",
          .rows = 100,
          .class_ids = {1, 2, 3, 4, 5, 6, 7},
          .class_names = {"mammal", "bird", "reptile", "fish", "amphibian", "insect", "invertebrate"}};
}

}  // namespace

void register_dataset_zoo(core::Registry<core::Dataset>& datasets) {
  Dataset zoo;
  zoo.name = "zoo";
  zoo.sentence = "100 animals with 16 features; similarity is the cosine of the raw features";
  zoo.citation = "R. S. Forsyth, Zoo, UCI Machine Learning Repository, 1990";
  zoo.kind = DatasetKind::kFeatures;
  zoo.objects = 100;
  zoo.classes = 7;
  zoo.scaling = Scaling::kRaw;
  zoo.load = [] { return load_features(zoo_file()); };
  datasets.push_back(std::move(zoo));
}

}  // namespace tertium
