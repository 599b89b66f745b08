#include "core/comparisons/listed_triplets.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

/// Bits that number an object within the number of a question.
constexpr int kObjectBits = 20;
static_assert(kMostObjects <= 1 << kObjectBits);
constexpr std::uint64_t kObjectMask = (std::uint64_t{1} << kObjectBits) - 1;

AnswerKey answer_key(const Triplet& t) {
  const auto [row, column] = std::minmax(t.near, t.far);
  const std::uint64_t question = static_cast<std::uint64_t>(t.anchor) << 2 * kObjectBits |
                                 static_cast<std::uint64_t>(row) << kObjectBits | static_cast<std::uint64_t>(column);
  return question << 1 | (t.near < t.far ? 1U : 0U);
}

}  // namespace

TripletList::TripletList(Object n, std::vector<Triplet> triplets) : n_(n), triplets_(std::move(triplets)) {
  for (std::size_t row = 0; row < triplets_.size(); ++row) {
    const Triplet& t = triplets_[row];
    for (const Object object : {t.anchor, t.near, t.far})
      if (object < 0 || object >= n)
        fail("triplet {}: object {} does not exist (there are {}), correct the triplet", row + 1, object, n);
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far)
      fail("triplet {}: ({}, {}, {}) repeats an object (three different ones are compared), remove the triplet",
           row + 1, t.anchor, t.near, t.far);
  }
}

std::vector<Quadruplet> TripletList::quadruplets() const {
  std::vector<Quadruplet> statements;
  statements.reserve(triplets_.size());
  for (const Triplet& t : triplets_) statements.push_back(as_quadruplet(t));
  return statements;
}

ListedTriplets::ListedTriplets(const TripletList& list, std::span<const std::int32_t> counts)
    : Triplets(list.objects()), anchor_begin_(static_cast<std::size_t>(list.objects()) + 1, 0) {
  std::vector<AnswerKey> answers;
  answers.reserve(list.triplets().size());
  for (const Triplet& t : list.triplets()) answers.push_back(answer_key(t));
  const std::vector<QuestionVotes> questions = count_votes(std::move(answers), counts);
  keep_to_limits();
  for (const QuestionVotes& question : questions) summary_.add(question.votes);
  entries_.reserve(questions.size() - static_cast<std::size_t>(summary_.tied));
  votes_.reserve(summary_.repeated() ? questions.size() : 0);
  for (const auto& [question, votes] : questions) {
    const auto anchor = static_cast<Object>(question >> 2 * kObjectBits);
    const auto row = static_cast<Object>(question >> kObjectBits & kObjectMask);
    const auto column = static_cast<Object>(question & kObjectMask);
    if (summary_.repeated()) votes_.push_back({anchor, row, column, votes});
    if (votes.balance() == 0) continue;
    entries_.push_back({row, column, votes.balance() > 0});
    ++anchor_begin_[anchor + 1];
  }
  for (std::size_t i = 1; i < anchor_begin_.size(); ++i) anchor_begin_[i] += anchor_begin_[i - 1];
}

void ListedTriplets::upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                               std::span<Word> wins) const {
  std::fill(observed.begin(), observed.end(), Word{0});
  std::fill(wins.begin(), wins.end(), Word{0});
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(anchor_begin_[anchor]);
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(anchor_begin_[anchor + 1]);
  const std::int64_t end_column = (first_word + static_cast<std::int64_t>(observed.size())) * kWordBits;
  auto entry = std::lower_bound(begin, end, first_word * kWordBits, [k](const Entry& e, std::int64_t column) {
    return e.row != k ? e.row < k : e.column < column;
  });
  for (; entry != end && entry->row == k && entry->column < end_column; ++entry) {
    const std::int64_t word = entry->column / kWordBits - first_word;
    const Word bit = Word{1} << (entry->column % kWordBits);
    observed[word] |= bit;
    if (entry->wins) wins[word] |= bit;
  }
}

void ListedTriplets::answers_of(Object anchor, std::vector<NearFar>& answers) const {
  answers.clear();
  auto question = std::ranges::lower_bound(votes_, anchor, {}, &TripletVotes::anchor);
  for (; question != votes_.end() && question->anchor == anchor; ++question) {
    answers.insert(answers.end(), static_cast<std::size_t>(question->votes.more), {question->row, question->column});
    answers.insert(answers.end(), static_cast<std::size_t>(question->votes.less), {question->column, question->row});
  }
  if (!votes_.empty()) return;
  for (std::size_t k = anchor_begin_[anchor]; k < anchor_begin_[anchor + 1]; ++k) {
    const Entry& entry = entries_[k];
    answers.push_back(entry.wins ? NearFar{entry.row, entry.column} : NearFar{entry.column, entry.row});
  }
}

double ListedTriplets::proportion() const {
  const std::int64_t all = triplet_count(objects());
  return all == 0 ? 0.0 : static_cast<double>(entries_.size()) / static_cast<double>(all);
}

}  // namespace tertium::core
