#include "problems/datasets/word_counts.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/numbers.hpp"

namespace tertium::problems {
namespace {

using core::Object;

/// The words of one text with their weights, of length 1.
struct Weighted {
  std::span<const std::int32_t> words;
  std::vector<double> weights;
};

std::vector<double> inverse_frequencies(const WordCounts& texts) {
  const std::int32_t last = texts.words.empty() ? -1 : std::ranges::max(texts.words);
  std::vector<double> weight(static_cast<std::size_t>(last + 1), 1.0);  // 1 + texts that have the word
  for (const std::int32_t word : texts.words) weight[static_cast<std::size_t>(word)] += 1.0;
  for (double& w : weight) w = std::log((1.0 + texts.texts()) / w) + 1.0;
  return weight;
}

Weighted weighted(const WordCounts& texts, Object text, std::span<const double> inverse) {
  const std::size_t from = texts.begin[static_cast<std::size_t>(text)];
  const std::size_t count = texts.begin[static_cast<std::size_t>(text) + 1] - from;
  Weighted row{std::span(texts.words).subspan(from, count), {}};
  double squares = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    row.weights.push_back(texts.counts[from + k] * inverse[static_cast<std::size_t>(row.words[k])]);
    squares += row.weights.back() * row.weights.back();
  }
  for (double& weight : row.weights) weight /= std::sqrt(squares);
  return row;
}

double dot(const Weighted& row, std::span<const double> by_word) {
  double sum = 0.0;
  for (std::size_t k = 0; k < row.words.size(); ++k)
    sum += row.weights[k] * by_word[static_cast<std::size_t>(row.words[k])];
  return sum;
}

}  // namespace

bool WordCounts::append(std::string_view text) {
  const std::size_t size = words.size();
  std::int32_t word = 0;
  const auto entry = [&](std::string_view& rest) {
    const auto step = core::take_number<std::int32_t>(rest);
    if (!step || *step < 0 || !rest.starts_with(':')) return false;
    rest.remove_prefix(1);
    const auto count = core::take_number<std::int32_t>(rest);
    if (!count || *count < 1) return false;
    words.push_back(word += *step);
    counts.push_back(*count);
    return rest.empty() || rest.starts_with(' ');
  };
  while (entry(text)) {
    if (text.empty()) {
      begin.push_back(words.size());
      return true;
    }
    text.remove_prefix(1);
  }
  words.resize(size);
  counts.resize(size);
  return false;
}

core::Similarities tf_idf_cosines(const WordCounts& texts, std::span<const Object> chosen) {
  const std::vector<double> inverse = inverse_frequencies(texts);
  std::vector<Weighted> rows;
  for (const Object text : chosen) rows.push_back(weighted(texts, text, inverse));
  core::Similarities cosines(static_cast<Object>(rows.size()));
  std::vector<double> by_word(inverse.size(), 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < rows[i].words.size(); ++k)
      by_word[static_cast<std::size_t>(rows[i].words[k])] = rows[i].weights[k];
    for (std::size_t j = i + 1; j < rows.size(); ++j)
      cosines(static_cast<Object>(i), static_cast<Object>(j)) = dot(rows[j], by_word);
    for (const std::int32_t word : rows[i].words) by_word[static_cast<std::size_t>(word)] = 0.0;
  }
  return cosines;
}

}  // namespace tertium::problems
