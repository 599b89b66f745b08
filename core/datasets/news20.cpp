// 20 newsgroups: 11,314 articles in 100 dimensions, the leading principal components of their tf-idf weights without
// the words of mail headers. data/news20_pca.py has made the file, so that all machines work on the same numbers. HC18
// and HC19 take 200 articles at random: n = 200.
#include "core/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace core;

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

}  // namespace

void register_dataset_news20(core::Registry<core::Dataset>& datasets) {
  Dataset news;
  news.name = "news20";
  news.sentence = "11,314 articles of 20 newsgroups in 100 dimensions; similarity is the cosine";
  news.citation = "K. Lang, 20 Newsgroups, by-date version (J. Rennie)";
  news.kind = DatasetKind::kFeatures;
  news.objects = 11314;
  news.classes = 20;
  news.load = [] { return load_features(news20_file()); };
  datasets.push_back(std::move(news));
}

}  // namespace tertium
