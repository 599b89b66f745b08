#include "embedding/choices/choices.hpp"

#include <algorithm>
#include <span>

namespace tertium::embedding {
namespace {

using core::NearFar;
using core::Triplet;

bool before(const NearFar& a, const NearFar& b) {
  return a.near != b.near ? a.near < b.near : a.far < b.far;
}

/// All triplets by anchor, near and far object.
class SortedTriplets {
 public:
  explicit SortedTriplets(const core::Problem& problem) : begin_{0} {
    const auto& triplets = problem.get<core::Triplets>();
    std::vector<NearFar> answers;
    for (Object anchor = 0; anchor < problem.objects; ++anchor) {
      triplets.answers_of(anchor, answers);
      answers_.insert(answers_.end(), answers.begin(), answers.end());
      begin_.push_back(answers_.size());
    }
#pragma omp parallel for schedule(dynamic, 16)
    for (Object anchor = 0; anchor < problem.objects; ++anchor)
      std::sort(answers_.begin() + at(anchor), answers_.begin() + at(anchor + 1), before);
  }

  std::span<const NearFar> of(Object anchor) const {
    return std::span(answers_).subspan(begin_[anchor], begin_[anchor + 1] - begin_[anchor]);
  }
  /// Those that say that the anchor is more like `near` than like something.
  std::span<const NearFar> of(Object anchor, Object near) const {
    const std::span<const NearFar> all = of(anchor);
    const auto begin = std::lower_bound(all.begin(), all.end(), NearFar{near, 0}, before);
    const auto end = std::lower_bound(begin, all.end(), NearFar{near + 1, 0}, before);
    return all.subspan(static_cast<std::size_t>(begin - all.begin()), static_cast<std::size_t>(end - begin));
  }

 private:
  std::ptrdiff_t at(Object anchor) const {
    return static_cast<std::ptrdiff_t>(begin_[anchor]);
  }

  std::vector<NearFar> answers_;
  std::vector<std::size_t> begin_;
};

/// What is said of the objects that are less like a and b than these are like each other: from a's side and from b's,
/// both by the far object.
void pair_up(Object a, Object b, std::span<const NearFar> of_a, std::span<const NearFar> of_b, Choices& choices) {
  std::size_t p = 0, q = 0;
  while (p < of_a.size() || q < of_b.size()) {
    const bool ends_a = p == of_a.size(), ends_b = q == of_b.size();
    if (!ends_a && !ends_b && of_a[p].far == of_b[q].far) {
      choices.of_three.push_back({a, b, of_a[p].far});
      ++p, ++q;
    } else if (ends_b || (!ends_a && of_a[p].far < of_b[q].far)) {
      choices.of_two.push_back({a, b, of_a[p++].far});
    } else {
      choices.of_two.push_back({b, a, of_b[q++].far});
    }
  }
}

}  // namespace

Choices choices_of(const core::Problem& problem) {
  const SortedTriplets triplets(problem);
  Choices choices{.objects = problem.objects};
  for (Object a = 0; a < problem.objects; ++a) {
    const std::span<const NearFar> all = triplets.of(a);
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
      const Object b = all[begin].near;
      while (end < all.size() && all[end].near == b) ++end;
      const std::span<const NearFar> of_b = triplets.of(b, a);
      // A pair that both speak of is looked at from its smaller object.
      if (a < b || of_b.empty()) pair_up(a, b, all.subspan(begin, end - begin), of_b, choices);
    }
  }
  return choices;
}

}  // namespace tertium::embedding
