// Car: people were shown three of 60 car images and chose the most central one. 6,056 answers, one for each triple of
// cars that was shown, give two triplets each: of (central, a, b), a is more like central than like b, and b more like
// central than like a.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kCars = 60;
constexpr std::size_t kTriplets = 12112;

DatasetContent load_car() {
  DatasetContent content;
  content.class_names = {"ordinary", "sports", "off-road/SUV", "outlier"};
  const DataFile labels("car_labels.csv", {"car", "image_number", "class_name", "label"}, kCars);
  for (std::size_t row = 0; row < labels.rows(); ++row) {
    const auto place = static_cast<std::int32_t>(row);
    labels.integer(row, "car", place, place);
    const core::Label label = labels.integer(row, "label", 0, 3);
    content.labels.push_back(label);
    content.names.push_back(content.class_names[label] + " " + labels.text(row, "image_number"));
  }
  const DataFile file("car_triplets.csv", {"anchor", "near", "far"}, kTriplets);
  content.triplets = core::TripletList(kCars, triplets_of(file, kCars));
  return content;
}

}  // namespace

void register_dataset_car(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back(
      {.name = "car",
       .sentence = "60 cars, 12,112 triplets out of the answers to 'which of three cars is the most central?'",
       .citation = "M. Kleindessner and U. von Luxburg, Lens depth function and k-relative neighborhood graph, JMLR "
                   "18(58), 2017",
       .kind = DatasetKind::kTriplets,
       .objects = kCars,
       .classes = 4,
       .outlier_class = "outlier",
       .load = load_car});
}

}  // namespace tertium
