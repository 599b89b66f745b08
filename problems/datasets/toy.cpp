// Small sets of features that everybody knows, which LPP17 (section 5) clusters by their cosines.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

struct Toy {
  std::string name, sentence, citation;
  FeatureFile file;
};

FeatureFile features(std::string file, std::size_t width, std::size_t rows, std::vector<std::string> class_names) {
  FeatureFile description;
  description.file = std::move(file);
  description.width = width;
  description.rows = rows;
  description.class_names = std::move(class_names);
  for (std::size_t id = 0; id < description.class_names.size(); ++id)
    description.class_ids.push_back(static_cast<std::int32_t>(id));
  return description;
}

std::vector<Toy> toys() {
  return {{"iris", "150 iris flowers with 4 lengths, 3 kinds", "R. A. Fisher, Annals of Eugenics 7, 1936",
           features("iris.csv", 4, 150, {"setosa", "versicolor", "virginica"})},
          {"digits", "1,797 handwritten digits of 8 x 8 pixels",
           "E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI, 1998",
           features("digits.csv", 64, 1797, {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"})},
          {"breast-cancer", "569 tumours with 30 features of their cells, 2 classes",
           "W. Wolberg, N. Street and O. Mangasarian, Breast Cancer Wisconsin (Diagnostic), UCI, 1995",
           features("breast_cancer.csv", 30, 569, {"malignant", "benign"})},
          {"wine", "178 wines with 13 features, 3 growers", "M. Forina et al., Wine, UCI, 1991",
           features("wine.csv", 13, 178, {"grower 1", "grower 2", "grower 3"})},
          {"diabetes", "442 patients with 10 features; no classes",
           "B. Efron, T. Hastie, I. Johnstone and R. Tibshirani, Least angle regression, Annals of Statistics 32, 2004",
           features("diabetes.csv", 10, 442, {})},
          {"boston", "506 parts of Boston with 13 features; no classes",
           "D. Harrison and D. Rubinfeld, Journal of Environmental Economics and Management 5, 1978",
           features("boston.csv", 13, 506, {})}};
}

}  // namespace

void register_dataset_toy(core::Registry<problems::Dataset>& datasets) {
  for (const Toy& toy : toys()) {
    Dataset dataset;
    dataset.name = toy.name;
    dataset.sentence = toy.sentence;
    dataset.citation = toy.citation;
    dataset.kind = DatasetKind::kFeatures;
    dataset.objects = static_cast<core::Object>(toy.file.rows);
    dataset.classes = static_cast<core::Label>(toy.file.class_names.size());
    dataset.load = [file = toy.file] { return load_features(file); };
    datasets.push_back(std::move(dataset));
  }
}

}  // namespace tertium
