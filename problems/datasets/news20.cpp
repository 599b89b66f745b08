// 20 newsgroups: 11,314 articles in 100 dimensions, the leading principal components of their tf-idf weights without
// the words of mail headers. data/news20_pca.py has made the file, so that all machines work on the same numbers. LPP17
// takes the articles of six groups: computers and sports.
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "problems/datasets/data_files.hpp"
#include "problems/datasets/newsgroups.hpp"

namespace tertium {
namespace {

using namespace problems;

const std::vector<std::string> kSixGroups = {
    "comp.graphics",         "comp.os.ms-windows.misc", "comp.sys.ibm.pc.hardware",
    "comp.sys.mac.hardware", "rec.sport.baseball",      "rec.sport.hockey"};

/// The words of the articles of these six groups.
DatasetContent six_groups() {
  const DataFile file("news20_six_words.csv", {"document", "words", "label"}, 3540);
  DatasetContent content;
  content.class_names = kSixGroups;
  for (std::size_t row = 0; row < file.rows(); ++row) {
    content.names.push_back(file.text(row, "document"));
    content.labels.push_back(file.integer(row, "label", 0, static_cast<std::int32_t>(kSixGroups.size()) - 1));
    if (!content.words.append(file.text(row, "words"))) file.fail_changed(row, "words are no counts");
  }
  return content;
}

}  // namespace

void register_dataset_news20(core::Registry<problems::Dataset>& datasets) {
  Dataset news;
  news.name = "news20";
  news.sentence = "11,314 articles of 20 newsgroups by tf-idf weights in 100 dimensions; similarity is the cosine";
  news.citation = kNewsgroupsCitation;
  news.kind = DatasetKind::kFeatures;
  news.objects = 11314;
  news.classes = 20;
  news.load = [] { return load_features(newsgroups_file("news20_pca.csv", 11314)); };
  Dataset six = news;
  datasets.push_back(std::move(news));
  six.name = "news20-six";
  six.sentence =
      "3,540 articles of six of the 20 newsgroups, four about computers and two about sports, by their words";
  six.objects = 3540;
  six.classes = static_cast<core::Label>(kSixGroups.size());
  six.kind = DatasetKind::kTexts;
  six.load = six_groups;
  datasets.push_back(std::move(six));
}

}  // namespace tertium
