// The test set of MNIST, 10,000 handwritten digits, as points in the plane: an embedding that the authors of ADDS20
// published, mapped linearly so that all of it fills [-1, 1]^2. mnist-1vs7 has only the ones and the sevens.
#include "problems/datasets/data_files.hpp"
#include "problems/datasets/feature_similarities.hpp"

namespace tertium {
namespace {

using namespace problems;

DatasetContent load_digits() {
  FeatureFile file;
  file.file = "mnist_t10k_2d.csv";
  file.features = {"x", "y"};
  file.name_column = "t10k_index";
  file.rows = 10000;
  for (std::int32_t digit = 0; digit < 10; ++digit) {
    file.class_ids.push_back(digit);
    file.class_names.push_back(std::to_string(digit));
  }
  DatasetContent digits = load_features(file);
  digits.features = min_max_scaled(digits.features);
  return digits;
}

DatasetContent load_ones_and_sevens() {
  const DatasetContent digits = load_digits();
  DatasetContent chosen;
  chosen.class_names = {"1", "7"};
  chosen.features.columns = digits.features.columns;
  for (core::Object i = 0; i < digits.features.objects(); ++i) {
    const std::string& digit = digits.class_names[digits.labels[i]];
    if (digit != "1" && digit != "7") continue;
    chosen.names.push_back(digits.names[i]);
    chosen.labels.push_back(digit == "1" ? 0 : 1);
    for (std::size_t column = 0; column < digits.features.columns.size(); ++column)
      chosen.features.values.push_back(digits.features(i, column));
  }
  return chosen;
}

Dataset digits_in_the_plane(std::string name, std::string sentence, core::Object objects, core::Label classes) {
  Dataset dataset;
  dataset.name = std::move(name);
  dataset.sentence = std::move(sentence);
  dataset.citation =
      "Y. LeCun, C. Cortes and C. J. C. Burges, MNIST; embedding: Perrot, Esser and Ghoshdastidar, NeurIPS 2020";
  dataset.kind = DatasetKind::kFeatures;
  dataset.objects = objects;
  dataset.classes = classes;
  dataset.similarity = FeatureSimilarity::kGaussian;
  return dataset;
}

}  // namespace

void register_dataset_mnist(core::Registry<problems::Dataset>& datasets) {
  Dataset all = digits_in_the_plane(
      "mnist", "10,000 handwritten digits embedded in the plane; similarity falls with the distance", 10000, 10);
  all.load = load_digits;
  datasets.push_back(std::move(all));
  Dataset two = digits_in_the_plane("mnist-1vs7", "the 1,135 ones and 1,028 sevens of mnist", 2163, 2);
  two.load = load_ones_and_sevens;
  datasets.push_back(std::move(two));
}

}  // namespace tertium
