// Data sets that data/datasets.ini describes: a table of objects, or answers about objects, and a citation.
#include "problems/datasets/described_datasets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/parameters.hpp"
#include "core/base/text.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"
#include "problems/datasets/data_files.hpp"
#include "problems/datasets/feature_similarities.hpp"

namespace tertium {
namespace problems {
namespace {

using core::ParameterInfo;

const std::vector<std::string> kKeys = {"sentence",     "citation",      "like",    "objects",          "classes",
                                        "class_ids",    "outlier_class", "file",    "columns",          "rows",
                                        "first",        "names",         "words",   "class_is_feature", "box",
                                        "only_classes", "only_as_in",    "scaling", "similarity",       "answers",
                                        "answer_rows",  "called"};

/// The values of one section; what it does not say is said by the section that it is like.
class Section {
 public:
  Section(const files::Ini& ini, const files::IniEntry& head) : ini_(ini), head_(head) {
    check_keys(ini, head.section, kKeys);
    const files::IniEntry* like = ini.find(head.section, "like");
    if (like == nullptr) return;
    like_ = like->value;
    if (std::ranges::find(ini.sections, like_, &files::IniEntry::section) == ini.sections.end())
      fail_entry(*like, "names no section, name one of this file");
  }

  core::ParameterValue value(const ParameterInfo& info) const {
    const files::IniEntry* entry = find(info.name);
    if (entry == nullptr) return info.default_value;
    return placed(*entry, [&] { return core::parse_value(info, entry->value, head_.section); });
  }
  std::string text(const std::string& key) const {
    return std::get<std::string>(value(ParameterInfo::text(key, "", "")));
  }
  std::string required(const std::string& key) const {
    if (std::string given = text(key); !given.empty()) return given;
    throw core::UsageError(fmt::format("{}: [{}] has no {}, add one", head_.where, head_.section, key));
  }
  std::vector<std::string> list(const std::string& key) const { return core::split_list(text(key), ';'); }
  bool is(const std::string& key, const std::string& yes, const std::string& no = "no") const {
    return value(ParameterInfo::choice(key, no, {no, yes}, "")) == core::ParameterValue(yes);
  }
  std::size_t count(const std::string& key, std::size_t otherwise) const {
    const auto number = value(ParameterInfo::integer(key, static_cast<std::int64_t>(otherwise), 0, 1'000'000'000, ""));
    return static_cast<std::size_t>(std::get<std::int64_t>(number));
  }

 private:
  const files::IniEntry* find(const std::string& key) const {
    const files::IniEntry* own = ini_.find(head_.section, key);
    return own != nullptr || like_.empty() ? own : ini_.find(like_, key);
  }

  const files::Ini& ini_;
  const files::IniEntry& head_;
  std::string like_;
};

/// What loading needs to know.
struct Description {
  std::string file, words, answers, called, only_as_in;
  std::size_t objects = 0, columns = 0, rows = 0, first = 0, answer_rows = 0;
  std::vector<std::string> names, classes, class_ids, only_classes;
  bool class_is_feature = false, box = false, has_features = false;
};

Description description_of(const Section& section) {
  Description d;
  d.file = section.text("file");
  d.words = section.text("words");
  d.answers = section.text("answers");
  d.called = section.text("called");
  d.only_as_in = section.text("only_as_in");
  d.objects = section.count("objects", 0);
  d.columns = section.count("columns", 0);
  d.rows = section.count("rows", d.objects);
  d.first = section.count("first", 0);
  d.answer_rows = section.count("answer_rows", 0);
  d.names = section.list("names");
  d.classes = section.list("classes");
  d.class_ids = section.list("class_ids");
  d.only_classes = section.list("only_classes");
  d.class_is_feature = section.is("class_is_feature", "yes");
  d.box = section.is("box", "yes");
  d.has_features = d.words.empty() && d.answers.empty();
  for (std::size_t k = d.class_ids.size(); k < d.classes.size(); ++k) d.class_ids.push_back(std::to_string(k));
  return d;
}

/// The class of the object of a row: the last column, if there are classes.
core::Label label_of(const Description& d, const DataFile& file, std::size_t row) {
  const std::string& id = file.text(row, file.header().back());
  const auto found = std::ranges::find(d.class_ids, id);
  if (found == d.class_ids.end())
    file.fail_changed(row,
                      fmt::format("{} = '{}' is none of {}", file.header().back(), id, fmt::join(d.class_ids, ", ")));
  return static_cast<core::Label>(found - d.class_ids.begin());
}

/// The columns of names, with blanks between; of the class its name.
std::string name_of(const Description& d, const DataFile& file, std::size_t row) {
  if (d.names.empty()) return std::to_string(row + 1);
  std::vector<std::string> parts;
  for (const std::string& column : d.names) {
    const bool of_class = !d.classes.empty() && column == file.header().back();
    parts.push_back(of_class ? d.classes[label_of(d, file, row)] : file.text(row, column));
  }
  return fmt::format("{}", fmt::join(parts, " "));
}

std::vector<std::string> feature_columns(const Description& d, const DataFile& file) {
  std::vector<std::string> columns = file.header();
  if (!d.class_is_feature) columns.pop_back();
  std::erase_if(columns,
                [&](const std::string& column) { return std::ranges::find(d.names, column) != d.names.end(); });
  return columns;
}

void add_object(const Description& d, const DataFile& file, std::size_t row, DatasetContent& content) {
  content.names.push_back(name_of(d, file, row));
  if (!d.classes.empty()) content.labels.push_back(label_of(d, file, row));
  for (const std::string& column : content.features.columns)
    content.features.values.push_back(file.number(row, column));
  if (!d.words.empty() && !content.words.append(file.text(row, d.words)))
    file.fail_changed(row, fmt::format("{} are no counts", d.words));
}

DatasetContent load_table(const Description& d) {
  const DataFile file(d.file, d.rows, d.columns);
  DatasetContent content;
  content.class_names = d.classes;
  if (d.has_features) content.features.columns = feature_columns(d, file);
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
void add_answers(const Description& d, DatasetContent& content) {
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
      content.sheet.origins.push_back({.subject = place(file.text(row, "subject"), content.sheet.subjects),
                                       .set = place(file.text(row, "set"), content.sheet.sets)});
  }
  content.triplets = core::TripletList(objects, std::move(triplets));
}

DatasetContent load(const Description& d) {
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

Dataset dataset_of(const files::Ini& ini, const files::IniEntry& head) {
  const Section section(ini, head);
  const Description d = description_of(section);
  Dataset dataset;
  dataset.name = head.section;
  dataset.sentence = section.required("sentence");
  dataset.citation = section.required("citation");
  section.required("objects");
  section.required(d.answers.empty() ? "file" : "answer_rows");
  dataset.kind = d.has_features     ? DatasetKind::kFeatures
                 : !d.words.empty() ? DatasetKind::kTexts
                                    : DatasetKind::kTriplets;
  dataset.objects = static_cast<core::Object>(d.objects);
  dataset.classes = static_cast<core::Label>((d.only_classes.empty() ? d.classes : d.only_classes).size());
  dataset.outlier_class = section.text("outlier_class");
  dataset.scaling = section.is("scaling", "minmax", "raw") ? Scaling::kMinMax : Scaling::kRaw;
  dataset.similarity =
      section.is("similarity", "gaussian", "cosine") ? FeatureSimilarity::kGaussian : FeatureSimilarity::kCosine;
  dataset.load = [d] { return load(d); };
  return dataset;
}

}  // namespace

std::vector<Dataset> described_datasets(std::string_view text, const std::string& origin) {
  const files::Ini ini = files::read_ini(text, origin);
  std::vector<Dataset> datasets;
  for (const files::IniEntry& head : ini.sections) datasets.push_back(dataset_of(ini, head));
  return datasets;
}

}  // namespace problems

/// Of a home folder without the file nothing is known.
void register_dataset_described(core::Registry<problems::Dataset>& datasets) {
  const std::filesystem::path file = core::home_folder() / "data" / "datasets.ini";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return;
  for (problems::Dataset& dataset : problems::described_datasets(files::read_text(file), file.string()))
    datasets.push_back(std::move(dataset));
}

}  // namespace tertium
