#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/comparisons/triplets.hpp"

namespace tertium::experiments {

/// Which of two objects is more like the anchor? The same question whichever of the two comes first: kept with
/// first < second, shown in an order of its own.
struct TripletQuestion {
  core::Object anchor = 0, first = 0, second = 0;
  auto operator<=>(const TripletQuestion&) const = default;
};

/// The question that an answer answers.
TripletQuestion question_of(const core::Triplet& answer);

/// How often questions about n objects were asked, whether or not there was an answer.
class AskedCounts {
 public:
  explicit AskedCounts(core::Object objects = 0) : of_anchor_(static_cast<std::size_t>(objects), 0) {}

  void add(const TripletQuestion& question, std::int64_t times = 1);
  std::int64_t operator()(const TripletQuestion& question) const;
  std::int64_t of_anchor(core::Object anchor) const { return of_anchor_[anchor]; }
  core::Object objects() const { return static_cast<core::Object>(of_anchor_.size()); }

 private:
  std::uint64_t key(const TripletQuestion& question) const;

  std::vector<std::int64_t> of_anchor_;
  std::unordered_map<std::uint64_t, std::int64_t> of_question_;
};

/// Answers about n objects, and what was asked.
struct KnownAnswers {
  explicit KnownAnswers(core::Object n = 0) : objects(n), asked(n) {}
  /// An answer that was given so many times.
  void add(const core::Triplet& answer, std::int32_t times = 1);

  core::Object objects;
  std::vector<core::Triplet> answers{};
  std::vector<std::int32_t> counts{};  ///< of each
  AskedCounts asked;
};

}  // namespace tertium::experiments
