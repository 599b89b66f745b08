// How it is fast: the products of all pairs are one matrix product, and the exponential of a pair is taken once for all
// choices; a choice then costs three loads, a division and two additions from each of its three objects. An object's
// slopes are a row of numbers in the first cache, which nobody else adds to; some rows times the places are rows of the
// gradient. So nothing of it depends on the number of threads, and little on the dimension.
#include "embedding/choices/choice_objective.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/random/portable_math.hpp"
#include "embedding/choices/pair_weights.hpp"
#include "embedding/dense/multiply_rows.hpp"

namespace tertium::embedding {
namespace {

constexpr int kRowsAtOnce = 16;

/// Sums -ln P; logarithms are taken of products of probabilities.
class LogLoss {
 public:
  void add(double probability) {
    // A probability is at least some e^-kMostProduct, so the product stays a normal number.
    constexpr double kSmall = 1e-160;
    joint_ *= probability;
    if (joint_ < kSmall) flush();
  }
  double total() {
    flush();
    return sum_;
  }

 private:
  void flush() {
    if (joint_ < 1.0) sum_ -= core::portable_log(joint_);
    joint_ = 1.0;
  }
  double joint_ = 1.0, sum_ = 0.0;
};

Matrix matrix_of(std::span<const double> rows, int n) {
  const int d = static_cast<int>(rows.size()) / n;
  Matrix x(n, d);
  for (int i = 0; i < n; ++i) std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i) * d, d, x.row(i));
  return x;
}

}  // namespace

ChoiceObjective::ChoiceObjective(const Choices& choices)
    : objects_(choices.objects), count_(choices.count()), weight_(choices.objects, choices.objects) {
  list_views(choices);
  sort_views();
}

std::span<const ChoiceObjective::View> ChoiceObjective::views(Object object, Role role) const {
  const std::size_t list = static_cast<std::size_t>(object) * kRoles + role;
  return std::span(views_).subspan(begin_[list], begin_[list + 1] - begin_[list]);
}

void ChoiceObjective::list_views(const Choices& choices) {
  const auto for_each_view = [&](const auto& visit) {
    for (const core::OddOneOut& choice : choices.of_three) {
      visit(choice.a, kInPair, View{choice.b, choice.odd});
      visit(choice.b, kInPair, View{choice.a, choice.odd});
      visit(choice.odd, kOdd, View{choice.a, choice.b});
    }
    for (const core::Triplet& choice : choices.of_two) {
      visit(choice.anchor, kAnchor, View{choice.near, choice.far});
      visit(choice.near, kNear, View{choice.anchor, choice.far});
      visit(choice.far, kFar, View{choice.anchor, choice.near});
    }
  };
  const auto list = [](Object object, Role role) { return static_cast<std::size_t>(object) * kRoles + role; };
  begin_.assign(static_cast<std::size_t>(objects_) * kRoles + 1, 0);
  for_each_view([&](Object object, Role role, const View&) { ++begin_[list(object, role) + 1]; });
  for (std::size_t k = 1; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
  views_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for_each_view([&](Object object, Role role, const View& view) { views_[next[list(object, role)]++] = view; });
}

/// By their first object: what is read of its row of weights follows.
void ChoiceObjective::sort_views() {
  const auto lists = static_cast<std::ptrdiff_t>(begin_.size()) - 1;
#pragma omp parallel for schedule(dynamic, 16)
  for (std::ptrdiff_t list = 0; list < lists; ++list)
    std::sort(views_.begin() + static_cast<std::ptrdiff_t>(begin_[list]),
              views_.begin() + static_cast<std::ptrdiff_t>(begin_[list + 1]), [](const View& a, const View& b) {
                return a.first != b.first ? a.first < b.first : a.second < b.second;
              });
}

void ChoiceObjective::weigh_pairs(const Matrix& x) const {
  const PackedFactor columns(x.transposed());
#pragma omp parallel for schedule(dynamic)
  for (int begin = 0; begin < objects_; begin += kRowsAtOnce) {
    const int end = std::min(begin + kRowsAtOnce, objects_);
    multiply_rows({x.row(begin), x.stride()}, columns, {weight_.row(begin), weight_.stride()}, end - begin);
    exponentials(weight_.row(begin), static_cast<std::size_t>(end - begin) * static_cast<std::size_t>(weight_.stride()),
                 kMostProduct);
  }
}

template <ChoiceObjective::Role kRole>
double ChoiceObjective::add_slopes(Object object, double* slopes) const {
  const double* const own = weight_.row(object);
  LogLoss loss;
  for (const View& view : views(object, kRole)) {
    const double first = own[view.first];
    if constexpr (kRole == kAnchor) {
      const double second = own[view.second], share = 1.0 / (first + second);
      slopes[view.first] -= second * share;
      slopes[view.second] += second * share;
      loss.add(first * share);
      continue;
    }
    const double others = weight_(view.first, view.second);
    if constexpr (kRole == kNear) slopes[view.first] -= others / (first + others);
    if constexpr (kRole == kFar) slopes[view.first] += first / (first + others);
    if constexpr (kRole == kInPair || kRole == kOdd) {
      const double second = own[view.second], share = 1.0 / (first + second + others);
      slopes[view.second] += second * share;
      if constexpr (kRole == kInPair) slopes[view.first] -= (second + others) * share;
      if constexpr (kRole == kOdd) {
        slopes[view.first] += first * share;
        loss.add(others * share);
      }
    }
  }
  return loss.total();
}

/// The loss of the choices that are counted here: each one at its odd object, or at its anchor.
double ChoiceObjective::slopes_of(Object object, double* slopes) const {
  return add_slopes<kInPair>(object, slopes) + add_slopes<kOdd>(object, slopes) + add_slopes<kAnchor>(object, slopes) +
         add_slopes<kNear>(object, slopes) + add_slopes<kFar>(object, slopes);
}

double ChoiceObjective::operator()(std::span<const double> x, std::span<double> gradient) const {
  core::expects(objects_ > 0 && x.size() % static_cast<std::size_t>(objects_) == 0 && x.size() == gradient.size(),
                "rows of numbers, one for each object");
  const Matrix places = matrix_of(x, objects_);
  weigh_pairs(places);
  const PackedFactor factor(places);
  std::vector<double> losses(static_cast<std::size_t>(objects_));
#pragma omp parallel
  {
    Matrix slopes(kRowsAtOnce, objects_), rows(kRowsAtOnce, places.cols());
#pragma omp for schedule(dynamic)
    for (int begin = 0; begin < objects_; begin += kRowsAtOnce) {
      const int end = std::min(begin + kRowsAtOnce, objects_);
      for (int i = begin; i < end; ++i) {
        std::fill_n(slopes.row(i - begin), slopes.stride(), 0.0);
        losses[static_cast<std::size_t>(i)] = slopes_of(i, slopes.row(i - begin));
      }
      multiply_rows({slopes.row(0), slopes.stride()}, factor, {rows.row(0), rows.stride()}, end - begin);
      for (int i = begin; i < end; ++i)
        std::copy_n(rows.row(i - begin), places.cols(),
                    gradient.begin() + static_cast<std::ptrdiff_t>(i) * places.cols());
    }
  }
  double sum = 0.0;
  for (const double loss : losses) sum += loss;
  return sum;
}

}  // namespace tertium::embedding
