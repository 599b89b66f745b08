// 20 newsgroups: 11,314 articles in 100 dimensions, the leading principal components of their tf-idf weights without
// the words of mail headers. data/news20_pca.py has made the file, so that all machines work on the same numbers. HC18
// and HC19 take 200 articles at random: n = 200. LPP17 takes the articles of six groups: computers and sports.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

FeatureFile news20_file() {
  FeatureFile file;
  file.file = "news20_pca.csv";
  file.width = 100;
  file.name_column = "document";
  file.rows = 11314;
  file.class_names = {"alt.atheism",
                      "comp.graphics",
                      "comp.os.ms-windows.misc",
                      "comp.sys.ibm.pc.hardware",
                      "comp.sys.mac.hardware",
                      "comp.windows.x",
                      "misc.forsale",
                      "rec.autos",
                      "rec.motorcycles",
                      "rec.sport.baseball",
                      "rec.sport.hockey",
                      "sci.crypt",
                      "sci.electronics",
                      "sci.med",
                      "sci.space",
                      "soc.religion.christian",
                      "talk.politics.guns",
                      "talk.politics.mideast",
                      "talk.politics.misc",
                      "talk.religion.misc"};
  for (std::size_t group = 0; group < file.class_names.size(); ++group)
    file.class_ids.push_back(static_cast<std::int32_t>(group));
  return file;
}

/// The articles of some groups only, in the order of the file; features stay those of all articles.
DatasetContent articles_of(std::span<const std::string> groups) {
  const DatasetContent all = load_features(news20_file());
  DatasetContent chosen;
  chosen.class_names.assign(groups.begin(), groups.end());
  chosen.features.columns = all.features.columns;
  const std::size_t width = all.features.columns.size();
  for (std::size_t i = 0; i < all.labels.size(); ++i) {
    const auto group = std::ranges::find(groups, all.class_names[static_cast<std::size_t>(all.labels[i])]);
    if (group == groups.end()) continue;
    chosen.names.push_back(all.names[i]);
    chosen.labels.push_back(static_cast<core::Label>(group - groups.begin()));
    const auto row = all.features.values.begin() + static_cast<std::ptrdiff_t>(i * width);
    chosen.features.values.insert(chosen.features.values.end(), row, row + static_cast<std::ptrdiff_t>(width));
  }
  return chosen;
}

const std::vector<std::string> kSixGroups = {
    "comp.graphics",         "comp.os.ms-windows.misc", "comp.sys.ibm.pc.hardware",
    "comp.sys.mac.hardware", "rec.sport.baseball",      "rec.sport.hockey"};

}  // namespace

void register_dataset_news20(core::Registry<problems::Dataset>& datasets) {
  Dataset news;
  news.name = "news20";
  news.sentence = "11,314 articles of 20 newsgroups in 100 dimensions; similarity is the cosine";
  news.citation = "K. Lang, 20 Newsgroups, by-date version (J. Rennie)";
  news.kind = DatasetKind::kFeatures;
  news.objects = 11314;
  news.classes = 20;
  news.load = [] { return load_features(news20_file()); };
  Dataset six = news;
  datasets.push_back(std::move(news));
  six.name = "news20-six";
  six.sentence = "3,540 articles of six of the 20 newsgroups, four about computers and two about sports";
  six.objects = 3540;
  six.classes = static_cast<core::Label>(kSixGroups.size());
  six.load = [] { return articles_of(kSixGroups); };
  datasets.push_back(std::move(six));
}

}  // namespace tertium
