// Zoo: 100 animals, 15 yes-or-no features and the number of legs, 7 classes. Many animals have the same features, so
// that many comparisons tie.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

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

void register_dataset_zoo(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back({.name = "zoo",
                      .sentence = "100 animals with 16 features; similarity is the cosine of the raw features",
                      .citation = "R. S. Forsyth, Zoo, UCI Machine Learning Repository, 1990",
                      .kind = DatasetKind::kFeatures,
                      .objects = 100,
                      .classes = 7,
                      .scaling = Scaling::kRaw,
                      .load = [] { return load_features(zoo_file()); }});
}

}  // namespace tertium
