// How it is fast: the products of all pairs are half of a matrix product, and the exponential of a pair is taken once
// for all choices. A choice is looked at once, by its smallest object, its home, whose pairs are a row of numbers in
// the first cache; the weight of the third pair is written to the choice before, as the list of another row says, and
// its slope is read from there after. Both lists and the choices go by the same order, so that what is read and
// written stays in the second cache. The slopes of all pairs times the places are the gradient. So nothing of it
// depends on the number of threads, and little on the dimension.
#include "embedding/choices/choice_objective.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

#include "core/base/error.hpp"
#include "core/base/large_array.hpp"
#include "embedding/choices/pair_weights.hpp"
#include "embedding/dense/multiply_rows.hpp"

namespace tertium::embedding {
namespace {

constexpr int kRowsAtOnce = PackedFactor<double>::kStrip;  // so that a block's rows may begin where its columns do

/// The dimensions in which some object has a number other than 0; others change no product, and have no slope.
std::vector<int> live_dimensions(std::span<const double> x, std::size_t d) {
  std::vector<bool> is_live(d, false);
  for (std::size_t k = 0; k < x.size(); k += d)
    for (std::size_t c = 0; c < d; ++c) is_live[c] = is_live[c] || x[k + c] != 0.0;
  std::vector<int> live;
  for (std::size_t c = 0; c < d; ++c)
    if (is_live[c]) live.push_back(static_cast<int>(c));
  return live;
}

Matrix matrix_of(std::span<const double> x, std::size_t d, const std::vector<int>& dimensions) {
  Matrix rows(static_cast<int>(x.size() / d), static_cast<int>(dimensions.size()));
  for (int i = 0; i < rows.rows(); ++i)
    for (int c = 0; c < rows.cols(); ++c) rows(i, c) = x[static_cast<std::size_t>(i) * d + dimensions[c]];
  return rows;
}

std::size_t list_of(Object home, ChoiceRole role) {
  return static_cast<std::size_t>(home) * kChoiceRoles + role;
}

/// Hands on every choice at its smallest object: visit(home, role, view).
template <typename Visit>
void visit_homes(const Choices& choices, const Visit& visit) {
  for (const auto& [a, b, odd] : choices.of_three) {
    if (odd < std::min(a, b))
      visit(odd, kOdd, ChoiceView{std::min(a, b), std::max(a, b)});
    else
      visit(std::min(a, b), kInPair, ChoiceView{std::max(a, b), odd});
  }
  for (const auto& [anchor, near, far] : choices.of_two) {
    if (anchor < std::min(near, far))
      visit(anchor, kAnchor, ChoiceView{near, far});
    else if (near < far)
      visit(near, kNear, ChoiceView{anchor, far});
    else
      visit(far, kFar, ChoiceView{anchor, near});
  }
}

}  // namespace

ChoiceObjective::ChoiceObjective(const Choices& choices)
    : objects_(choices.objects), padded_((choices.objects + Matrix::kAlign - 1) / Matrix::kAlign * Matrix::kAlign) {
  if (choices.count() > std::numeric_limits<std::uint32_t>::max())
    core::fail("an embedding can be fitted to at most 4294967295 choices, use fewer answers");
  list_choices(choices);
  sort_choices();
  link_choices();
  const auto last = static_cast<std::size_t>((objects_ + kRowsAtOnce - 1) / kRowsAtOnce);
  pairs_ = core::large_array<double>(block_begin(last));
}

void ChoiceObjective::list_choices(const Choices& choices) {
  begin_.assign(static_cast<std::size_t>(objects_) * kChoiceRoles + 1, 0);
  visit_homes(choices, [&](Object home, ChoiceRole role, const ChoiceView&) { ++begin_[list_of(home, role) + 1]; });
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  views_.resize(begin_.back());
  core::reserve_large(away_, begin_.back());
  away_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  visit_homes(choices, [&](Object home, ChoiceRole role, const ChoiceView& view) {
    views_[next[list_of(home, role)]++] = view;
  });
}

/// By the smaller of the two, which looks for their pair: neighbours write side by side.
void ChoiceObjective::sort_choices() {
  const auto key = [](const ChoiceView& view) {
    return std::tuple(std::min(view.first, view.second), std::max(view.first, view.second), view.first);
  };
  const auto lists = static_cast<std::ptrdiff_t>(begin_.size()) - 1;
#pragma omp parallel for schedule(dynamic, 16)
  for (std::ptrdiff_t list = 0; list < lists; ++list)
    std::sort(views_.begin() + static_cast<std::ptrdiff_t>(begin_[list]),
              views_.begin() + static_cast<std::ptrdiff_t>(begin_[list + 1]),
              [&](const ChoiceView& a, const ChoiceView& b) { return key(a) < key(b); });
}

void ChoiceObjective::link_choices() {
  const auto visit_links = [&](const auto& visit) {
    for (Object home = 0; home < objects_; ++home)
      for (const ChoiceRole role : {kInPair, kOdd, kNear, kFar})
        for (std::size_t k = begin_[list_of(home, role)]; k < begin_[list_of(home, role) + 1]; ++k)
          visit(std::min(views_[k].first, views_[k].second),
                Link{std::max(views_[k].first, views_[k].second), static_cast<std::uint32_t>(k)});
  };
  begin_links_.assign(static_cast<std::size_t>(objects_) + 1, 0);
  visit_links([&](Object object, const Link&) { ++begin_links_[static_cast<std::size_t>(object) + 1]; });
  for (std::size_t k = 1; k < begin_links_.size(); ++k) begin_links_[k] += begin_links_[k - 1];
  links_.resize(begin_links_.back());
  std::vector<std::size_t> next(begin_links_.begin(), begin_links_.end() - 1);
  visit_links([&](Object object, const Link& link) { links_[next[static_cast<std::size_t>(object)]++] = link; });
}

std::span<const ChoiceObjective::Link> ChoiceObjective::links(Object object) const {
  const std::size_t begin = begin_links_[static_cast<std::size_t>(object)];
  return std::span(links_).subspan(begin, begin_links_[static_cast<std::size_t>(object) + 1] - begin);
}

/// Where in `pairs_` a block of rows begins.
std::size_t ChoiceObjective::block_begin(std::size_t block) const {
  const std::size_t rows = kRowsAtOnce * block, half = rows * (rows - std::min<std::size_t>(rows, kRowsAtOnce)) / 2;
  return rows * static_cast<std::size_t>(padded_) - half;
}

/// A number for each pair of the object and a larger one; they are there from the first object of its block on.
double* ChoiceObjective::row(Object object) const {
  const int begin = object / kRowsAtOnce * kRowsAtOnce;
  return pairs_.get() + block_begin(static_cast<std::size_t>(object / kRowsAtOnce)) +
         static_cast<std::size_t>(object - begin) * static_cast<std::size_t>(padded_ - begin) - begin;
}

/// All weights, and tells choices those of their pairs without home.
void ChoiceObjective::compute_weights(const Matrix& x) const {
  const PackedFactor columns(x.transposed());
#pragma omp parallel for schedule(dynamic)
  for (int begin = 0; begin < objects_; begin += kRowsAtOnce) {
    const int end = std::min(begin + kRowsAtOnce, objects_);
    multiply_rows({x.row(begin), x.stride()}, columns, {row(begin), padded_ - begin}, end - begin, begin);
    exponentials(row(begin) + begin, static_cast<std::size_t>((end - begin) * (padded_ - begin)), kMostProduct);
    for (int i = begin; i < end; ++i) {
      const double* const weights = row(i);
      for (const Link& link : links(i)) away_[link.choice] = weights[link.other];
    }
  }
}

/// Turns the weights of the home's row into slopes, and those of its choices elsewhere; the loss. `weights` is room for
/// a row.
double ChoiceObjective::choose_at(Object home, double* weights) const {
  double* const slopes = row(home);
  std::copy(slopes + home, slopes + objects_, weights + home);
  std::fill(slopes + home, slopes + objects_, 0.0);
  HomeChoices choices{{}, weights, slopes, away_.data() + begin_[list_of(home, kInPair)]};
  for (std::size_t role = 0; role < kChoiceRoles; ++role) {
    const std::size_t list = list_of(home, static_cast<ChoiceRole>(role));
    choices.views[role] = std::span(views_).subspan(begin_[list], begin_[list + 1] - begin_[list]);
  }
  return add_choices(choices);
}

/// Adds to the object's row what choices elsewhere say of its pairs. `slopes` is room for a row.
void ChoiceObjective::add_links(Object object, double* slopes) const {
  std::fill(slopes + object, slopes + objects_, 0.0);
  const auto list = links(object);
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k + 32 < list.size()) __builtin_prefetch(&away_[list[k + 32].choice]);
    slopes[list[k].other] += away_[list[k].choice];
  }
  double* const own = row(object);
  for (Object k = object; k < objects_; ++k) own[k] += slopes[k];
}

/// The slopes of all pairs of the objects [begin, end), a row each: what is a column in the rows above is turned over
/// line by line of the cache.
void ChoiceObjective::copy_rows(int begin, int end, Matrix& to) const {
  constexpr int kLine = Matrix::kAlign;
  for (int first = 0; first < begin; first += kLine) {
    std::array<const double*, kLine> from{};
    for (int k = 0; k < kLine; ++k) from[k] = row(first + k) + begin;
    for (int r = 0; r < end - begin; ++r)
      for (int k = 0; k < kLine; ++k) to(r, first + k) = from[k][r];
  }
  for (int i = begin; i < end; ++i) {
    std::copy(row(i) + i, row(i) + objects_, to.row(i - begin) + i);
    for (int j = begin; j < i; ++j) to(i - begin, j) = row(j)[i];
  }
}

double ChoiceObjective::operator()(std::span<const double> x, std::span<double> gradient) const {
  core::expects(objects_ > 0 && x.size() % static_cast<std::size_t>(objects_) == 0 && x.size() == gradient.size(),
                "rows of numbers, one for each object");
  const std::size_t d = x.size() / static_cast<std::size_t>(objects_);
  const std::vector<int> dimensions = live_dimensions(x, d);
  const Matrix places = matrix_of(x, d, dimensions);
  std::ranges::fill(gradient, 0.0);
  compute_weights(places);
  const PackedFactor factor(places);
  std::vector<double> losses(static_cast<std::size_t>(objects_));
#pragma omp parallel
  {
    Matrix scratch(1, objects_), slopes(kRowsAtOnce, objects_), rows(kRowsAtOnce, places.cols());
#pragma omp for schedule(dynamic)
    for (Object i = 0; i < objects_; ++i) losses[static_cast<std::size_t>(i)] = choose_at(i, scratch.row(0));
#pragma omp for schedule(dynamic, kRowsAtOnce)
    for (Object i = 0; i < objects_; ++i) add_links(i, scratch.row(0));
#pragma omp for schedule(dynamic)
    for (int begin = 0; begin < objects_; begin += kRowsAtOnce) {
      const int end = std::min(begin + kRowsAtOnce, objects_);
      copy_rows(begin, end, slopes);
      multiply_rows({slopes.row(0), slopes.stride()}, factor, {rows.row(0), rows.stride()}, end - begin);
      for (int i = begin; i < end; ++i)
        for (int c = 0; c < places.cols(); ++c)
          gradient[static_cast<std::size_t>(i) * d + dimensions[c]] = rows(i - begin, c);
    }
  }
  double sum = 0.0;
  for (const double loss : losses) sum += loss;
  return sum;
}

}  // namespace tertium::embedding
