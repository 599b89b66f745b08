// Faces: 39 people were shown a face and two others and chose the one that is more like it. 36 photographs: women and
// men, Black and White, happy, angry and fearful. In 2,234 of the 39,468 questions one of the two is the face itself,
// to check attention: those are left out.
#include <algorithm>
#include <utility>

#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kFaces = 36;
constexpr std::size_t kAnswers = 39468;

/// Where a name stands in a list, in the end if it is new.
std::int32_t place(const std::string& name, std::vector<std::string>& names) {
  const auto at = std::find(names.begin(), names.end(), name) - names.begin();
  if (at == std::ssize(names)) names.push_back(name);
  return static_cast<std::int32_t>(at);
}

/// The triplets about three faces, with who gave them and what for.
void take_answers(const DataFile& file, DatasetContent& content) {
  std::vector<core::Triplet> answers;
  const std::vector<core::Triplet> rows = triplets_of(file, kFaces);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (without_repeats({rows[row]}).empty()) continue;
    answers.push_back(rows[row]);
    content.sheet.origins.push_back({.subject = place(file.text(row, "subject"), content.sheet.subjects),
                                     .set = place(file.text(row, "set"), content.sheet.sets)});
  }
  content.triplets = core::TripletList(kFaces, std::move(answers));
}

DatasetContent load_faces() {
  DatasetContent content;
  content.class_names = {"happy", "angry", "fearful"};
  const DataFile names("faces_names.csv", {"face", "image", "group", "expression"}, kFaces);
  for (std::size_t row = 0; row < names.rows(); ++row) {
    const std::string& expression = names.text(row, "expression");
    for (core::Label label = 0; label < 3; ++label)
      if (content.class_names[static_cast<std::size_t>(label)] == expression) content.labels.push_back(label);
    content.names.push_back(expression + " " + names.text(row, "group") + " " + names.text(row, "face"));
  }
  if (content.labels.size() != static_cast<std::size_t>(kFaces))
    core::fail(
        "faces_names.csv has an expression that is not known (the file has been changed), restore it from the project");
  take_answers(DataFile("faces_triplets.csv", {"anchor", "near", "far", "subject", "set"}, kAnswers), content);
  return content;
}

}  // namespace

void register_dataset_faces(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back(
      {.name = "faces",
       .sentence = "36 faces, 37,234 answers of 39 people to 'which of two faces is more like this one?'",
       .citation = "tripletTools, Knowledge and Concepts Lab; photographs: Chicago Face Database",
       .kind = DatasetKind::kTriplets,
       .objects = kFaces,
       .classes = 3,
       .load = load_faces});
}

}  // namespace tertium
