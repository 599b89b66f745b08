#include "core/comparisons/listed_triplets.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
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

std::vector<Quadruplet> as_quadruplets(std::span<const Triplet> triplets) {
  std::vector<Quadruplet> statements;
  statements.reserve(triplets.size());
  for (const Triplet& t : triplets) statements.push_back(as_quadruplet(t));
  return statements;
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
  return as_quadruplets(triplets_);
}

std::vector<Quadruplet> CountedTriplets::quadruplets() const {
  return as_quadruplets(triplets);
}

ListedTriplets::ListedTriplets(TripletList list, std::span<const std::int32_t> counts)
    : Triplets(list.objects()), anchor_begin_(static_cast<std::size_t>(list.objects()) + 1, 0) {
  std::vector<AnswerKey> answers;
  reserve_large(answers, list.triplets().size());
  for (const Triplet& t : list.triplets()) answers.push_back(answer_key(t));
  list = {};  // some ten million are a tenth of a gigabyte
  const SortedAnswers sorted(std::move(answers), counts);
  keep_to_limits();
  summary_ = sorted.summary();
  const auto questions = static_cast<std::size_t>(summary_.questions);
  summary_.repeated() ? reserve_large(votes_, questions) : reserve_large(once_, questions);
  sorted.for_each_question([&](const QuestionVotes& one) {
    const auto anchor = static_cast<Object>(one.question >> 2 * kObjectBits);
    const auto row = static_cast<Object>(one.question >> kObjectBits & kObjectMask);
    const auto column = static_cast<Object>(one.question & kObjectMask);
    if (summary_.repeated())
      votes_.push_back({anchor, row, column, one.votes});
    else
      once_.push_back({row, one.votes.more > 0 ? column : ~column});
    ++anchor_begin_[anchor + 1];
  });
  for (std::size_t i = 1; i < anchor_begin_.size(); ++i) anchor_begin_[i] += anchor_begin_[i - 1];
}

CountedTriplets ListedTriplets::answers() const {
  CountedTriplets all;
  for (const auto& [anchor, row, column, votes] : votes_)
    for (const auto& [triplet, count] :
         {std::pair{Triplet{anchor, row, column}, votes.more}, std::pair{Triplet{anchor, column, row}, votes.less}})
      if (count > 0) {
        all.triplets.push_back(triplet);
        all.counts.push_back(count);
      }
  if (!votes_.empty()) return all;
  std::vector<NearFar> answers;
  reserve_large(all.triplets, once_.size());
  for (Object anchor = 0; anchor < objects(); ++anchor) {
    answers_of(anchor, answers);
    for (const auto& [near, far] : answers) all.triplets.push_back({anchor, near, far});
  }
  return all;
}

template <typename Question>
void ListedTriplets::mark_row(std::span<const Question> questions, Object anchor, Object k, std::int64_t first_word,
                              std::span<Word> observed, std::span<Word> wins) const {
  const auto begin = questions.begin() + static_cast<std::ptrdiff_t>(anchor_begin_[anchor]);
  const auto end = questions.begin() + static_cast<std::ptrdiff_t>(anchor_begin_[anchor + 1]);
  const std::int64_t end_column = (first_word + static_cast<std::int64_t>(observed.size())) * kWordBits;
  auto question = std::lower_bound(begin, end, first_word * kWordBits, [k](const Question& q, std::int64_t column) {
    return q.row != k ? q.row < k : column_of(q) < column;
  });
  for (; question != end && question->row == k && column_of(*question) < end_column; ++question) {
    const std::int64_t balance = balance_of(*question), word = column_of(*question) / kWordBits - first_word;
    const Word bit = Word{1} << (column_of(*question) % kWordBits);
    if (balance != 0) observed[word] |= bit;
    if (balance > 0) wins[word] |= bit;
  }
}

void ListedTriplets::upper_row(Object anchor, Object k, std::int64_t first_word, std::span<Word> observed,
                               std::span<Word> wins) const {
  std::fill(observed.begin(), observed.end(), Word{0});
  std::fill(wins.begin(), wins.end(), Word{0});
  if (summary_.repeated())
    mark_row(std::span<const TripletVotes>(votes_), anchor, k, first_word, observed, wins);
  else
    mark_row(std::span<const Once>(once_), anchor, k, first_word, observed, wins);
}

void ListedTriplets::answers_of(Object anchor, std::vector<NearFar>& answers) const {
  answers.clear();
  for (std::size_t k = anchor_begin_[anchor]; k < anchor_begin_[anchor + 1]; ++k) {
    if (summary_.repeated()) {
      const auto& [of, row, column, votes] = votes_[k];
      answers.insert(answers.end(), static_cast<std::size_t>(votes.more), {row, column});
      answers.insert(answers.end(), static_cast<std::size_t>(votes.less), {column, row});
    } else {
      const Object row = once_[k].row, column = column_of(once_[k]);
      answers.push_back(once_[k].code >= 0 ? NearFar{row, column} : NearFar{column, row});
    }
  }
}

double ListedTriplets::proportion() const {
  const std::int64_t all = triplet_count(objects());
  return all == 0 ? 0.0 : static_cast<double>(count()) / static_cast<double>(all);
}

}  // namespace tertium::core
