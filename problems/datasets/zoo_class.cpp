// Zoo as the notebooks of the revenue have it (Mandal, Perrot, Ghoshdastidar, TMLR 2023): the file's last column, the
// number of the class, is a 17th feature. Animals of the same class are so more alike, the more the higher its number.
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "problems/datasets/datasets.hpp"

namespace tertium {
namespace {

using namespace problems;

DatasetContent zoo_with_class() {
  DatasetContent content = find_dataset("zoo").load();
  const std::size_t width = content.features.columns.size();
  std::vector<double> values;
  for (std::size_t i = 0; i < content.labels.size(); ++i) {
    const auto row = std::span(content.features.values).subspan(i * width, width);
    values.insert(values.end(), row.begin(), row.end());
    values.push_back(content.labels[i] + 1.0);  // the classes of the file are 1 to 7
  }
  content.features.columns.emplace_back("class");
  content.features.values = std::move(values);
  return content;
}

}  // namespace

void register_dataset_zoo_class(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back({.name = "zoo-class",
                      .sentence = "zoo with the number of the class as a 17th feature, as the notebooks of the revenue "
                                  "have it; similarity is the cosine of the raw features",
                      .citation = "R. S. Forsyth, Zoo, UCI Machine Learning Repository, 1990",
                      .kind = DatasetKind::kFeatures,
                      .objects = 100,
                      .classes = 7,
                      .scaling = Scaling::kRaw,
                      .load = zoo_with_class});
}

}  // namespace tertium
