#include "core/comparisons/packed_triplets.hpp"

#include <numeric>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::core {

PackedTriplets::PackedTriplets(Object n, std::vector<std::vector<Triplet>> pieces, std::span<const Object> number)
    : Triplets(n) {
  Lists lists{.begin = std::vector<std::size_t>(static_cast<std::size_t>(n) + 1, 0)};
  for (const std::vector<Triplet>& piece : pieces)
    for (const Triplet& t : piece) ++lists.begin[static_cast<std::size_t>(number[t.anchor]) + 1];
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  lists.answers.resize(lists.begin.back());
  std::vector<std::size_t> next(lists.begin.begin(), lists.begin.end() - 1);
  for (std::vector<Triplet>& piece : pieces) {
    for (const Triplet& t : piece) lists.answers[next[number[t.anchor]]++] = {number[t.near], number[t.far]};
    piece = {};
  }
  lists_ = std::make_shared<const Lists>(std::move(lists));
}

std::vector<Object> PackedTriplets::uncompared_objects() const {
  std::vector<bool> seen(static_cast<std::size_t>(objects()), false);
  std::vector<NearFar> answers;
  for (Object anchor = 0; anchor < objects(); ++anchor) {
    answers_of(anchor, answers);
    if (!answers.empty()) seen[anchor] = true;
    for (const NearFar& answer : answers) seen[answer.near] = seen[answer.far] = true;
  }
  std::vector<Object> uncompared;
  for (Object i = 0; i < objects(); ++i)
    if (!seen[i]) uncompared.push_back(i);
  return uncompared;
}

void PackedTriplets::upper_row(Object, Object, std::int64_t, std::span<Word>, std::span<Word>) const {
  expects(false, "a method that takes answers by anchor");
}

void PackedTriplets::answers_of(Object anchor, std::vector<NearFar>& answers) const {
  const Object as_listed = listed_.empty() ? anchor : listed_[anchor];
  const auto begin = lists_->answers.begin() + static_cast<std::ptrdiff_t>(lists_->begin[as_listed]);
  answers.assign(begin, lists_->answers.begin() + static_cast<std::ptrdiff_t>(lists_->begin[as_listed + 1]));
  if (called_.empty()) return;
  for (NearFar& answer : answers) answer = {called_[answer.near], called_[answer.far]};
}

double PackedTriplets::proportion() const {
  const std::int64_t all = triplet_count(objects());
  return all == 0 ? 0.0 : static_cast<double>(answers()) / static_cast<double>(all);
}

std::shared_ptr<const PackedTriplets> relabelled(const std::shared_ptr<const PackedTriplets>& packed,
                                                 std::span<const Object> new_id) {
  expects(packed->called_.empty(), "answers with the numbers that they came with");
  auto renamed = std::make_shared<PackedTriplets>(*packed);
  renamed->called_.assign(new_id.begin(), new_id.end());
  renamed->listed_.resize(new_id.size());
  for (std::size_t i = 0; i < new_id.size(); ++i) renamed->listed_[new_id[i]] = static_cast<Object>(i);
  return renamed;
}

}  // namespace tertium::core
