// Material: people were shown a material and two others and chose the one that looks more like it; 22,801 questions
// about 100 materials with the votes for either answer, 92,892 in all. No classes are known.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kMaterials = 100;
constexpr std::size_t kQuestions = 22801;

DatasetContent load_material() {
  constexpr std::int32_t kMostVotes = 1000;
  DatasetContent content;
  const DataFile names("material_names.csv", {"item", "material"}, kMaterials);
  for (std::size_t row = 0; row < names.rows(); ++row) content.names.push_back(names.text(row, "material"));
  const DataFile file("material_triplets_train.csv", {"anchor", "near", "far", "votes_near", "votes_far"}, kQuestions);
  const std::vector<core::Triplet> majority = triplets_of(file, kMaterials);
  std::vector<core::Triplet> triplets;
  const auto add = [&](const core::Triplet& t, std::int32_t votes) {
    if (votes == 0) return;
    triplets.push_back(t);
    content.counts.push_back(votes);
  };
  for (std::size_t row = 0; row < file.rows(); ++row) {
    const core::Triplet t = majority[row];
    add(t, file.integer(row, "votes_near", 0, kMostVotes));
    add({t.anchor, t.far, t.near}, file.integer(row, "votes_far", 0, kMostVotes));
  }
  content.triplets = core::TripletList(kMaterials, std::move(triplets));
  return content;
}

}  // namespace

void register_dataset_material(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back({.name = "material",
                      .sentence = "100 materials, 92,892 votes on which of two materials looks more like a third",
                      .citation = "M. Lagunas, S. Malpica, A. Serrano, E. Garces, D. Gutierrez and B. Masia, A "
                                  "similarity measure for material appearance, ACM TOG 38(4), 2019",
                      .kind = DatasetKind::kTriplets,
                      .objects = kMaterials,
                      .load = load_material});
}

}  // namespace tertium
