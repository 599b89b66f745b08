// 200 articles of 20 newsgroups, on which trees are tried: HC18 and HC19 draw as many at random, once, and do not tell
// which. They make features by "bag of words" and PCA: here the 100 leading principal components of the counts of words
// in all articles, centred, by data/news20_counts.py, which has drawn three times. With tf-idf weights instead the
// order of methods is another one than in the papers (configs/news20-readings.ini).
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "problems/datasets/newsgroups.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr std::size_t kArticles = 200;
constexpr std::size_t kDraws = 3;

DatasetContent draw(std::size_t number) {
  std::vector<std::size_t> rows(kArticles);
  std::iota(rows.begin(), rows.end(), number * kArticles);
  return objects_at(load_features(newsgroups_file("news20_counts_pca.csv", kDraws * kArticles)), rows);
}

/// The articles of the first draw, as they are in news20.
DatasetContent by_tf_idf() {
  const DatasetContent all = find_dataset("news20").load();
  const DatasetContent first = draw(0);
  const std::set<std::string> names(first.names.begin(), first.names.end());
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < all.names.size(); ++i)
    if (names.contains(all.names[i])) rows.push_back(i);
  return objects_at(all, rows);
}

}  // namespace

void register_dataset_news20_200(core::Registry<problems::Dataset>& datasets) {
  Dataset news = {};
  news.citation = kNewsgroupsCitation;
  news.kind = DatasetKind::kFeatures;
  news.objects = static_cast<core::Object>(kArticles);
  news.classes = 20;
  for (std::size_t number = 0; number < kDraws; ++number) {
    news.name = number == 0 ? "news20-200" : "news20-200-" + std::to_string(number + 1);
    news.sentence = number == 0
                        ? "200 articles of 20 newsgroups by counts of words in 100 dimensions; similarity is the cosine"
                        : "as many others, draw " + std::to_string(number + 1) + " of three";
    news.load = [number] { return draw(number); };
    datasets.push_back(news);
  }
  news.name = "news20-200-tf-idf";
  news.sentence = "the articles of news20-200 as they are in news20, by tf-idf weights";
  news.load = by_tf_idf;
  datasets.push_back(std::move(news));
}

}  // namespace tertium
