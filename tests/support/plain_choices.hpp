#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "embedding/choices/choices.hpp"

// Choices of pairs straight from their formula, and choices that somebody makes who has places.
namespace tertium::embedding::plain {

/// Places as rows of d numbers.
struct Places {
  std::span<const double> x;
  std::size_t d = 0;
  double product(Object i, Object j) const {
    double sum = 0.0;
    for (std::size_t c = 0; c < d; ++c) sum += x[i * d + c] * x[j * d + c];
    return sum;
  }
};

/// -ln of the share of e^products[0] in the sum of all.
inline double choice_loss(const std::vector<double>& products) {
  double sum = 0.0;
  for (const double product : products) sum += std::exp(product - products.front());
  return std::log(sum);
}

inline double choice_loss(const Choices& choices, const Places& places) {
  double loss = 0.0;
  for (const auto& [a, b, odd] : choices.of_three)
    loss += choice_loss({places.product(a, b), places.product(a, odd), places.product(b, odd)});
  for (const auto& [anchor, near, far] : choices.of_two)
    loss += choice_loss({places.product(anchor, near), places.product(anchor, far)});
  return loss;
}

/// The gradient of the loss.
inline std::vector<double> choice_slopes(const Choices& choices, const Places& places) {
  using Pair = std::pair<Object, Object>;
  std::vector<double> slopes(places.x.size(), 0.0);
  const auto add = [&](const std::vector<Pair>& pairs) {  // the first was chosen
    double total = 0.0;
    for (const Pair& pair : pairs) total += std::exp(places.product(pair.first, pair.second));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [i, j] = pairs[k];
      const double slope = std::exp(places.product(i, j)) / total - (k == 0 ? 1.0 : 0.0);
      for (std::size_t c = 0; c < places.d; ++c) {
        slopes[i * places.d + c] += slope * places.x[j * places.d + c];
        slopes[j * places.d + c] += slope * places.x[i * places.d + c];
      }
    }
  };
  for (const auto& [a, b, odd] : choices.of_three) add({{a, b}, {a, odd}, {b, odd}});
  for (const auto& [anchor, near, far] : choices.of_two) add({{anchor, near}, {anchor, far}});
  return slopes;
}

/// The odd one of three random objects, `count` times, by these places.
inline std::vector<core::OddOneOut> draw_odd_one_outs(const Places& places, Object n, int count, core::Stream& stream) {
  std::vector<core::OddOneOut> answers;
  while (std::ssize(answers) < count) {
    const auto any = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
    const Object a = any(), b = any(), c = any();
    if (a == b || a == c || b == c) continue;
    const core::OddOneOut choices[] = {{a, b, c}, {a, c, b}, {b, c, a}};
    double total = 0.0;
    for (const core::OddOneOut& choice : choices) total += std::exp(places.product(choice.a, choice.b));
    double left = stream.uniform() * total;
    std::size_t k = 0;
    while (k < 2 && (left -= std::exp(places.product(choices[k].a, choices[k].b))) > 0.0) ++k;
    answers.push_back(choices[k]);
  }
  return answers;
}

}  // namespace tertium::embedding::plain
