#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/comparisons/triplets.hpp"
#include "core/random/random.hpp"
#include "files/statements/comparison_file.hpp"

namespace tertium::answers {

/// Which of two objects is more like the anchor? The same question whichever of the two comes first: kept with
/// first < second, shown in an order of its own.
struct TripletQuestion {
  core::Object anchor = 0, first = 0, second = 0;
  auto operator<=>(const TripletQuestion&) const = default;
};

/// The question that an answer answers.
TripletQuestion question_of(const core::Triplet& answer);
/// The question as it is kept.
TripletQuestion sorted(const TripletQuestion& question);
/// A question as somebody is asked it: which of the two comes first is drawn by the seed and the question.
TripletQuestion shown(const TripletQuestion& question, std::uint64_t seed);

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

/// Questions that were asked less than `votes` times, by their two objects. All of them where there are no more than a
/// million or so; else those about pairs drawn by the stream, with every anchor.
std::vector<TripletQuestion> open_questions(const AskedCounts& asked, std::int64_t votes, core::Stream& draws);
/// The same for a round of choosing, which draws for itself.
std::vector<TripletQuestion> open_questions(const AskedCounts& asked, std::int64_t votes, std::uint64_t seed,
                                            std::uint64_t round);

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

/// The most objects that questions are chosen for: gains take a table of all pairs, and of anchors and places.
inline constexpr core::Object kMostObjectsToAsk = 5000;

/// What a file knows; `source` stands for it in messages. Throws UserError where the answers have no anchor, and where
/// there are less than three objects or more than kMostObjectsToAsk.
KnownAnswers known_answers(const files::ComparisonFile& file, const std::string& source);

/// A file without answers, about these objects.
files::ComparisonFile unanswered(std::vector<std::string> names);

}  // namespace tertium::answers
