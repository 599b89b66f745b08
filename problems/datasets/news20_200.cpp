// The 200 articles of 20 newsgroups on which trees are tried: HC18 and HC19 draw as many at random, once, and do not
// tell which. These are drawn by a fixed stream of random numbers, so they are the same everywhere.
#include <algorithm>
#include <numeric>
#include <span>

#include "core/random/random.hpp"
#include "problems/datasets/datasets.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kArticles = 200;

DatasetContent drawn_articles() {
  const DatasetContent content = find_dataset("news20").load();
  std::vector<std::size_t> chosen(content.labels.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  core::Stream(core::CellKey{}, core::Purpose::kSubset).shuffle(std::span(chosen));
  chosen.resize(kArticles);
  std::sort(chosen.begin(), chosen.end());
  DatasetContent part;
  part.class_names = content.class_names;
  part.features.columns = content.features.columns;
  const std::size_t width = content.features.columns.size();
  for (const std::size_t i : chosen) {
    part.names.push_back(content.names[i]);
    part.labels.push_back(content.labels[i]);
    const auto row = std::span(content.features.values).subspan(i * width, width);
    part.features.values.insert(part.features.values.end(), row.begin(), row.end());
  }
  return part;
}

}  // namespace

void register_dataset_news20_200(core::Registry<problems::Dataset>& datasets) {
  Dataset news = {};
  news.name = "news20-200";
  news.sentence = "200 of the articles of news20, drawn once; similarity is the cosine";
  news.citation = "K. Lang, 20 Newsgroups, by-date version (J. Rennie)";
  news.kind = DatasetKind::kFeatures;
  news.objects = kArticles;
  news.classes = 20;
  news.load = drawn_articles;
  datasets.push_back(std::move(news));
}

}  // namespace tertium
