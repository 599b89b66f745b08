#include "core/comparisons/drawn_triplets.hpp"

#include <algorithm>

#include "core/comparisons/draw_reader.hpp"

namespace tertium::core {

DrawnTriplets::DrawnTriplets(std::shared_ptr<const TripletOracle> oracle, const CellKey& cell, std::int64_t m,
                             double eps)
    : Triplets(oracle->objects()), oracle_(std::move(oracle)), m_(m), eps_(eps), sample_(objects(), cell, m) {
  flip_threshold(eps);
}

double DrawnTriplets::proportion() const {
  return std::min(1.0,
                  static_cast<double>(m_) / static_cast<double>(std::max<std::int64_t>(1, triplet_count(objects()))));
}

void DrawnTriplets::answers_of(Object anchor, std::vector<NearFar>& answers) const {
  answers.clear();
  const std::int64_t count = sample_.count(anchor);
  if (count == 0) return;
  const auto size = static_cast<std::size_t>(count);
  std::vector<Object> first(size), second(size);
  std::vector<int> answered(size), signs(size);
  const auto other = [anchor](std::uint32_t place) {  // the anchor is no other
    const auto object = static_cast<Object>(place);
    return object + static_cast<Object>(object >= anchor);
  };
  std::size_t c = 0;
  DrawReader(sample_.draws(), eps_)
      .read_places(
          sample_.line(anchor), static_cast<std::uint32_t>(objects() - 1), count, [](std::int64_t) {},
          [&](std::uint32_t low, std::uint32_t high, int answer) {
            first[c] = other(low);
            second[c] = other(high);
            answered[c++] = answer;
          });
  oracle_->signs(anchor, first, second, signs);
  answers.resize(size);
  std::size_t given = 0;
  for (c = 0; c < size; ++c) {  // written, and kept unless tied: a branch on the sign would cost more
    const bool swapped = signs[c] * answered[c] < 0;
    answers[given] = {swapped ? second[c] : first[c], swapped ? first[c] : second[c]};
    given += static_cast<std::size_t>(signs[c] != 0);
  }
  answers.resize(given);
}

const ListedTriplets& DrawnTriplets::list() const {
  std::call_once(once_, [&] {
    std::vector<Triplet> all;
    std::vector<NearFar> answers;
    for (Object anchor = 0; anchor < objects(); ++anchor) {
      answers_of(anchor, answers);
      for (const NearFar& answer : answers) all.push_back({anchor, answer.near, answer.far});
    }
    list_ = std::make_unique<const ListedTriplets>(TripletList(objects(), std::move(all)));
  });
  return *list_;
}

}  // namespace tertium::core
