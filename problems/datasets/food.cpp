// Food-100: people were shown a dish and a grid of others and chose those that taste most alike. Every dish chosen is
// then more like the probe than every dish left: 250,320 answers to 181,027 different questions about 100 dishes, some
// given up to nine times and 9,349 questions answered both ways. No classes are known.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kDishes = 100;
constexpr std::size_t kTriplets = 190376;

DatasetContent load_food() {
  DatasetContent content;
  const DataFile names("food_names.csv", {"item", "image_file", "dish_name"}, kDishes);
  for (std::size_t row = 0; row < names.rows(); ++row) {
    const std::string& dish = names.text(row, "dish_name");
    content.names.push_back(dish.empty() ? names.text(row, "image_file") : dish);
  }
  const DataFile file("food_triplets_counts.csv", {"anchor", "near", "far", "count"}, kTriplets);
  constexpr std::int32_t kMostOften = 9;
  for (std::size_t row = 0; row < file.rows(); ++row)
    content.counts.push_back(file.integer(row, "count", 1, kMostOften));
  content.triplets = core::TripletList(kDishes, triplets_of(file, kDishes));
  return content;
}

}  // namespace

void register_dataset_food(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back(
      {.name = "food",
       .sentence = "100 dishes, 250,320 triplets out of the answers to 'which of these dishes taste like this one?'",
       .citation = "M. J. Wilber, I. S. Kwak and S. J. Belongie, Cost-effective HITs for relative similarity "
                   "comparisons, HCOMP 2014",
       .kind = DatasetKind::kTriplets,
       .objects = kDishes,
       .load = load_food});
}

}  // namespace tertium
