#include "problems/datasets/described_datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/parameters.hpp"
#include "core/base/text.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"
#include "problems/datasets/described_content.hpp"

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
      fail_entry(*like, "is not a section, name one of this file");
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

DatasetDescription description_of(const Section& section) {
  DatasetDescription d;
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
  for (std::size_t k = d.class_ids.size(); k < d.classes.size(); ++k) d.class_ids.push_back(std::to_string(k));
  return d;
}

Dataset dataset_of(const files::Ini& ini, const files::IniEntry& head) {
  const Section section(ini, head);
  const DatasetDescription d = description_of(section);
  Dataset dataset;
  dataset.name = head.section;
  dataset.sentence = section.required("sentence");
  dataset.citation = section.required("citation");
  section.required("objects");
  section.required(d.answers.empty() ? "file" : "answer_rows");
  dataset.kind = d.has_features()   ? DatasetKind::kFeatures
                 : !d.words.empty() ? DatasetKind::kTexts
                                    : DatasetKind::kTriplets;
  dataset.objects = static_cast<core::Object>(d.objects);
  dataset.classes = static_cast<core::Label>((d.only_classes.empty() ? d.classes : d.only_classes).size());
  dataset.outlier_class = section.text("outlier_class");
  dataset.scaling = section.is("scaling", "minmax", "raw") ? Scaling::kMinMax : Scaling::kRaw;
  dataset.similarity =
      section.is("similarity", "gaussian", "cosine") ? FeatureSimilarity::kGaussian : FeatureSimilarity::kCosine;
  dataset.load = [d] { return load_described(d); };
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
