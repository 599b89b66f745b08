#include "problems/datasets/described_content.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "problems/datasets/data_files.hpp"
#include "problems/datasets/feature_similarities.hpp"

namespace tertium::problems {
namespace {

/// The class of the object of a row: the last column, if there are classes.
core::Label label_of(const DatasetDescription& d, const DataFile& file, std::size_t row) {
  const std::string& id = file.text(row, file.header().back());
  const auto found = std::ranges::find(d.class_ids, id);
  if (found == d.class_ids.end())
    file.fail_changed(row,
                      fmt::format("{} = '{}' is none of {}", file.header().back(), id, fmt::join(d.class_ids, ", ")));
  return static_cast<core::Label>(found - d.class_ids.begin());
}

/// The columns of names, with blanks between; of the class its name.
std::string name_of(const DatasetDescription& d, const DataFile& file, std::size_t row) {
  if (d.names.empty()) return std::to_string(row + 1);
  std::vector<std::string> parts;
  for (const std::string& column : d.names) {
    const bool of_class = !d.classes.empty() && column == file.header().back();
    parts.push_back(of_class ? d.classes[label_of(d, file, row)] : file.text(row, column));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

std::vector<std::string> feature_columns(const DatasetDescription& d, const DataFile& file) {
  std::vector<std::string> columns = file.header();
  if (!d.class_is_feature) columns.pop_back();
  std::erase_if(columns,
                [&](const std::string& column) { return std::ranges::find(d.names, column) != d.names.end(); });
  return columns;
}

void add_object(const DatasetDescription& d, const DataFile& file, std::size_t row, DatasetContent& content) {
  content.names.push_back(name_of(d, file, row));
  if (!d.classes.empty()) content.labels.push_back(label_of(d, file, row));
  for (const std::string& column : content.features.columns)
    content.features.values.push_back(file.number(row, column));
  if (!d.words.empty() && !content.words.append(file.text(row, d.words)))
    file.fail_changed(row, fmt::format("{} are not counts", d.words));
}

DatasetContent load_table(const DatasetDescription& d) {
  const DataFile file(d.file, d.rows, d.columns);
  DatasetContent content;
  content.class_names = d.classes;
  if (d.has_features()) content.features.columns = feature_columns(d, file);
  const bool parts = !d.only_classes.empty() || !d.only_as_in.empty();
  for (std::size_t k = 0; k < (parts ? d.rows : d.objects); ++k) add_object(d, file, d.first + k, content);
  return content;
}

/// The objects of which `keeps`, which is given their places, is true.
template <typename Keeps>
DatasetContent objects_where(const DatasetContent& content, Keeps keeps) {
  DatasetContent part;
  part.class_names = content.class_names;
  part.features.columns = content.features.columns;
  const std::size_t width = content.features.columns.size();
  for (std::size_t i = 0; i < content.names.size(); ++i) {
    if (!keeps(i)) continue;
    part.names.push_back(content.names[i]);
    part.labels.push_back(content.labels[i]);
    const auto row = content.features.values.begin() + static_cast<std::ptrdiff_t>(i * width);
    part.features.values.insert(part.features.values.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
  return part;
}

DatasetContent only_classes(const DatasetContent& content, const std::vector<std::string>& kept) {
  const auto place = [&](std::size_t i) {
    return std::ranges::find(kept, content.class_names[content.labels[i]]) - kept.begin();
  };
  DatasetContent part = objects_where(content, [&](std::size_t i) { return place(i) < std::ssize(kept); });
  for (core::Label& label : part.labels)
    label = static_cast<core::Label>(std::ranges::find(kept, content.class_names[label]) - kept.begin());
  part.class_names = kept;
  return part;
}

DatasetContent only_as_in(const DatasetContent& content, const std::string& other) {
  const std::vector<std::string> names = find_dataset(other).load().names;
  const std::set<std::string> kept(names.begin(), names.end());
  return objects_where(content, [&](std::size_t i) { return kept.contains(content.names[i]); });
}

/// Where a name stands in a list, in the end if it is new.
std::int32_t place(const std::string& name, std::vector<std::string>& names) {
  const auto at = std::ranges::find(names, name) - names.begin();
  if (at == std::ssize(names)) names.push_back(name);
  return static_cast<std::int32_t>(at);
}

/// The answers about three objects: with votes for either side, or with who gave them and what for.
void add_answers(const DatasetDescription& d, DatasetContent& content) {
  constexpr std::int32_t kMostVotes = 1000;
  const auto objects = static_cast<core::Object>(d.objects);
  const DataFile file(d.answers, d.answer_rows);
  const bool has_votes = file.has("votes_near"), has_people = file.has("subject");
  std::vector<core::Triplet> triplets;
  const auto vote = [&](const core::Triplet& t, std::int32_t votes) {
    if (votes == 0) return;
    triplets.push_back(t);
    content.counts.push_back(votes);
  };
  for (std::size_t row = 0; row < file.rows(); ++row) {
    const auto object = [&](const char* column) { return file.integer(row, column, 0, objects - 1); };
    const core::Triplet t{object("anchor"), object("near"), object("far")};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if (has_votes) {
      vote(t, file.integer(row, "votes_near", 0, kMostVotes));
      vote({t.anchor, t.far, t.near}, file.integer(row, "votes_far", 0, kMostVotes));
      continue;
    }
    triplets.push_back(t);
    if (has_people)
      content.metadata.origins.push_back({.subject = place(file.text(row, "subject"), content.metadata.subjects),
                                          .set = place(file.text(row, "set"), content.metadata.sets)});
  }
  content.triplets = core::TripletList(objects, std::move(triplets));
}

}  // namespace

DatasetContent load_described(const DatasetDescription& d) {
  DatasetContent content;
  if (!d.file.empty()) content = load_table(d);
  for (std::size_t object = content.names.size(); d.file.empty() && object < d.objects; ++object)
    content.names.push_back(fmt::format("{} {}", d.called, object));
  if (d.box) content.features = min_max_scaled(content.features);
  if (!d.only_classes.empty()) content = only_classes(content, d.only_classes);
  if (!d.only_as_in.empty()) content = only_as_in(content, d.only_as_in);
  if (!d.answers.empty()) add_answers(d, content);
  return content;
}

}  // namespace tertium::problems
