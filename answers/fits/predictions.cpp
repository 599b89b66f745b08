#include "answers/fits/predictions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/text.hpp"

namespace tertium::answers {
namespace {

/// How little each possible answer to a question fits, the given one first.
struct Choices {
  std::array<double, 3> misfit{};
  std::size_t count = 2;
};

Choices choices_of(files::AnswerForm form, const core::Quadruplet& s, const metrics::ProductDistances& apart) {
  switch (form) {
    case files::AnswerForm::kOddOneOut:  // i,j and l, the odd one
      return {{apart(s.i, s.j), apart(s.i, s.l), apart(s.j, s.l)}, 3};
    case files::AnswerForm::kMostCentral:  // j, the central one, i and l
      return {{-apart(s.i, s.l), -apart(s.i, s.j), -apart(s.j, s.l)}, 3};
    case files::AnswerForm::kTriplet:
    case files::AnswerForm::kQuadruplet:
      break;
  }
  return {{apart(s.i, s.j), apart(s.k, s.l)}, 2};
}

/// How many answers each block has.
std::vector<double> answers_in(std::span<const Predicted> blocks) {
  std::vector<double> counts;
  for (const Predicted& block : blocks) counts.push_back(static_cast<double>(block.answers));
  return counts;
}

/// Which of the choices an answer would be, the given one being 0, were two options exchanged (Predicted::exchanged).
/// Rows are read so that the chosen one's place is followed, in turn, by those of the third choice and the second.
std::size_t choice_if_exchanged(int exchange, int place) {
  constexpr std::array<std::size_t, 3> kOfUnknownPlace{1, 2, 0};
  if (place < 0) return kOfUnknownPlace[static_cast<std::size_t>(exchange)];
  if (place == exchange) return 0;
  const int other = 3 - exchange - place;
  return other == (place + 2) % 3 ? 1 : 2;
}

double predicted(const Predicted& tally) {
  return static_cast<double>(tally.sixths) / 6.0;
}

}  // namespace

Predicted& Predicted::operator+=(const Predicted& other) {
  answers += other.answers;
  sixths += other.sixths;
  ties += other.ties;
  for (std::size_t k = 0; k < exchanged.size(); ++k) exchanged[k] += other.exchanged[k];
  return *this;
}

Predicted Predicted::in_answers(double parts) const {
  const auto whole = [&](std::int64_t sum) { return std::llround(static_cast<double>(sum) / parts); };
  return {whole(answers), whole(sixths), whole(ties), {whole(exchanged[0]), whole(exchanged[1]), whole(exchanged[2])}};
}

void add_prediction(files::AnswerForm form, const core::Quadruplet& statement, std::int64_t times,
                    const metrics::ProductDistances& apart, Predicted& tally, int place) {
  const Choices choices = choices_of(form, statement, apart);
  const auto end = choices.misfit.begin() + static_cast<std::ptrdiff_t>(choices.count);
  const double least = *std::min_element(choices.misfit.begin(), end);
  const std::int64_t likely = std::count(choices.misfit.begin(), end, least);
  const auto sixths = [&](std::size_t choice) {
    return choice < choices.count && choices.misfit[choice] == least ? times * 6 / likely : 0;
  };
  Predicted one{times, sixths(0), likely > 1 ? times : 0};
  for (int exchange = 0; exchange < 3; ++exchange)
    one.exchanged[static_cast<std::size_t>(exchange)] = sixths(choice_if_exchanged(exchange, place));
  tally += one;
}

std::string Estimate::text() const {
  return std::isfinite(error) ? fmt::format("{:.1f} ± {:.1f} %", 100.0 * value, 100.0 * error) : core::percent(value);
}

Estimate ratio_over_blocks(std::span<const double> sums, std::span<const double> counts) {
  double sum = 0.0, all = 0.0, squares = 0.0, used = 0.0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    sum += sums[k];
    all += counts[k];
    used += counts[k] > 0.0 ? 1.0 : 0.0;
  }
  const double value = sum / all;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double residual = sums[k] - value * counts[k];
    squares += residual * residual;
  }
  if (used < 2.0) return {value, std::numeric_limits<double>::quiet_NaN()};
  return {value, std::sqrt(used / (used - 1.0) * squares) / all};
}

Estimate share_predicted(std::span<const Predicted> blocks) {
  std::vector<double> sums;
  for (const Predicted& block : blocks) sums.push_back(predicted(block));
  return ratio_over_blocks(sums, answers_in(blocks));
}

Estimate difference_predicted(std::span<const Predicted> one, std::span<const Predicted> other) {
  std::vector<double> sums;
  for (std::size_t k = 0; k < one.size(); ++k) sums.push_back(predicted(one[k]) - predicted(other[k]));
  return ratio_over_blocks(sums, answers_in(one));
}

double share_of_ties(std::span<const Predicted> blocks) {
  Predicted sum;
  for (const Predicted& block : blocks) sum += block;
  return static_cast<double>(sum.ties) / static_cast<double>(sum.answers);
}

}  // namespace tertium::answers
