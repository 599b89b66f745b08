// Food-100: people were shown a dish and a grid of others and chose those that taste most alike. Every dish chosen is
// then more like the probe than every dish left: 250,320 answers of 243 people to 181,027 different questions about 100
// dishes, some given up to nine times and 9,349 questions answered both ways. No classes are known. Sweeps take the
// 190,376 different answers with their counts; who looks at the answers has every one, with who gave it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "problems/datasets/data_files.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kDishes = 100;
constexpr std::size_t kScreens = 15320;
constexpr std::int32_t kPeople = 243;

/// Every dish chosen rather than every other one of the screen.
void take_screens(const DataFile& file, DatasetContent& content) {
  std::vector<std::pair<core::Triplet, std::int32_t>> answers;
  for (std::int32_t person = 0; person < kPeople; ++person) content.metadata.subjects.push_back(std::to_string(person));
  for (std::size_t row = 0; row < file.rows(); ++row) {
    const core::Object probe = file.integer(row, "probe", 0, kDishes - 1);
    const std::int32_t person = file.integer(row, "subject", 0, kPeople - 1);
    const std::vector<core::Object> others = file.integers(row, "others", 0, kDishes - 1);
    for (const core::Object chosen : file.integers(row, "chosen", 0, kDishes - 1))
      for (const core::Object other : others) answers.push_back({{probe, chosen, other}, person});
  }
  std::stable_sort(answers.begin(), answers.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });  // as methods have always seen them
  std::vector<core::Triplet> triplets;
  for (const auto& [triplet, person] : answers) {
    triplets.push_back(triplet);
    content.metadata.origins.push_back({.subject = person});
  }
  content.triplets = core::TripletList(kDishes, std::move(triplets));
}

DatasetContent load_food() {
  DatasetContent content;
  const DataFile names("food_names.csv", kDishes);
  for (std::size_t row = 0; row < names.rows(); ++row) {
    const std::string& dish = names.text(row, "dish_name");
    content.names.push_back(dish.empty() ? names.text(row, "image_file") : dish);
  }
  take_screens(DataFile("food_screens.csv", kScreens), content);
  return content;
}

}  // namespace

void register_dataset_food(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back({.name = "food",
                      .sentence = "100 dishes, 190,376 triplets (250,320 with repetitions) of 243 participants: "
                                  "which of these dishes taste like this one?",
                      .citation =
                          "M. J. Wilber, I. S. Kwak and S. J. Belongie, Cost-effective HITs for relative similarity "
                          "comparisons, HCOMP 2014",
                      .kind = DatasetKind::kTriplets,
                      .objects = kDishes,
                      .counted = true,
                      .load = load_food});
}

}  // namespace tertium
