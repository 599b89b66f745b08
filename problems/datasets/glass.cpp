// Glass: 214 samples, refractive index and eight oxides, 6 classes. The raw features' cosines are all near 0.999, so
// features are scaled to [-1, 1] first unless raw ones are asked for.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

FeatureFile glass_file() {
  return {.file = "glass.csv",
          .features = {"RI", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe"},
          .name_column = "",
          .rows = 214,
          .class_ids = {1, 2, 3, 5, 6, 7},
          .class_names = {"building windows, float processed", "building windows, not float processed",
                          "vehicle windows, float processed", "containers", "tableware", "headlamps"}};
}

}  // namespace

void register_dataset_glass(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back(
      {.name = "glass",
       .sentence = "214 glass samples with 9 features; similarity is the cosine of the features scaled to [-1, 1]",
       .citation = "B. German and V. Spiehler, Glass Identification, UCI Machine Learning Repository, 1987",
       .kind = DatasetKind::kFeatures,
       .objects = 214,
       .classes = 6,
       .scaling = Scaling::kMinMax,
       .load = [] { return load_features(glass_file()); }});
}

}  // namespace tertium
