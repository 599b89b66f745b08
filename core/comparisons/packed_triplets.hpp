#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Answers that somebody gave, too many to be listed: by anchor, 8 bytes each, in the order in which they came,
/// repetitions and contradictions included. answers_of is all that can be asked for.
class PackedTriplets final : public Triplets {
 public:
  /// n objects; what the pieces call i is object number[i]. Each piece is released as soon as it is packed.
  PackedTriplets(Object n, std::vector<std::vector<Triplet>> pieces, std::span<const Object> number);

  std::int64_t answers() const { return std::ssize(lists_->answers); }
  /// Objects that no answer is about.
  std::vector<Object> uncompared_objects() const;

  void upper_row(Object, Object, std::int64_t, std::span<Word>, std::span<Word>) const override;
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override;
  bool made_by_anchor() const override { return true; }
  double proportion() const override;
  AnswerSummary summary() const override { return {.answers = answers()}; }

  /// The same answers, object i of them called new_id[i]: nothing is copied.
  friend std::shared_ptr<const PackedTriplets> relabelled(const std::shared_ptr<const PackedTriplets>& packed,
                                                          std::span<const Object> new_id);

 private:
  struct Lists {
    std::vector<std::size_t> begin{};  // of each anchor's answers, and where the last one's end
    std::vector<NearFar> answers{};
  };

  std::shared_ptr<const Lists> lists_;
  std::vector<Object> called_;  // what the lists call i; empty: i itself
  std::vector<Object> listed_;  // how the lists call object i
};

}  // namespace tertium::core
