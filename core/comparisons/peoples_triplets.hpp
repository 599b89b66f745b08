#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// A list of triplets of which it is known who gave each: answers of one person go together.
class PeoplesTriplets final : public Triplets {
 public:
  /// `by_person`: the triplets of each. Throws UserError as TripletList does.
  PeoplesTriplets(Object n, std::vector<std::vector<Triplet>> by_person)
      : Triplets(n), by_person_(std::move(by_person)), list_(TripletList(n, all())) {}

  std::span<const std::vector<Triplet>> by_person() const { return by_person_; }
  /// One person's behind the other's.
  std::vector<Triplet> all() const {
    std::vector<Triplet> triplets;
    for (const std::vector<Triplet>& one : by_person_) triplets.insert(triplets.end(), one.begin(), one.end());
    return triplets;
  }

  void upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                 std::span<Word> wins) const override {
    list_.upper_row(anchor, k, first_word, observed, wins);
  }
  std::span<const TripletVotes> votes() const override { return list_.votes(); }
  void answers_of(Object anchor, std::vector<NearFar>& answers) const override { list_.answers_of(anchor, answers); }
  double proportion() const override { return list_.proportion(); }
  AnswerSummary summary() const override { return list_.summary(); }

 private:
  std::vector<std::vector<Triplet>> by_person_;
  ListedTriplets list_;
};

}  // namespace tertium::core
