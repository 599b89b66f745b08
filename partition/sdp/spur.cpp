#include "partition/sdp/spur.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "partition/sdp/scale.hpp"

namespace tertium::partition {
namespace {

constexpr double kSurely = 1.02;  // a multiplier so much above a penalty is above it whatever the tolerance

class Spur {
 public:
  Spur(Matrix similarity, const SpurSettings& settings, core::Stream& stream)
      : settings_(settings), stream_(stream), sdp_(std::move(similarity), settings.sdp) {
    const double n = sdp_.objects(), c = settings.comparisons;
    smallest_ = std::sqrt(c * std::log(n) / n) / settings.objective;
    largest_ = c / n / settings.objective;
    if (c == 0.0)
      smallest_ = largest_ = settings.penalty * std::ldexp(norm_per_row(sdp_.similarity()), sdp_.exponent());
  }

  SpurResult run() {
    result_.k_low = clusters_at(largest_);
    result_.k_high = result_.k_low;
    const int last = std::min(settings_.k_max, sdp_.objects());
    for (int k = std::max(2, result_.k_low); k <= last && is_in_range(k); ++k)
      if (try_clusters(k)) break;
    if (result_.path.empty()) try_clusters(std::min(result_.k_low, sdp_.objects()));
    finish();
    return std::move(result_);
  }

 private:
  int clusters_at(double lambda) {
    const SdpProblem problem{SdpForm::kPenalty, lambda};
    const SdpSolution solution = sdp_.solve(problem);
    expect_converged(problem, solution);
    result_.iterations += solution.iterations;
    return solution.clusters();
  }

  /// Whether k is at most k_high + 2.
  bool is_in_range(int k) {
    if (k > result_.k_high + 2 && !knows_k_high_) {
      ClusteringSdp other = sdp_;
      std::swap(other, sdp_);  // what is solved here is no good beginning for the next k
      result_.k_high = std::max(result_.k_high, clusters_at(smallest_));
      std::swap(other, sdp_);
      knows_k_high_ = true;
    }
    return k <= result_.k_high + 2;
  }

  /// Whether the search ends.
  bool try_clusters(int k) {
    problem_ = {SdpForm::kTrace, static_cast<double>(k)};
    SdpSolution solution;
    auto guess = proven_guess(sdp_.similarity(), k, stream_);
    if (guess) {
      solution = solution_of(*guess);
    } else {
      solution = sdp_.solve(problem_);
      expect_converged(problem_, solution);
      result_.iterations += solution.iterations;
      if (!knows_k_high_ && solution.lambda > kSurely * smallest_) result_.k_high = std::max(result_.k_high, k);
    }
    const double theta = solution.theta();
    result_.path.push_back({k, theta});
    if (theta > largest_theta_) {
      largest_theta_ = theta;
      best_problem_ = problem_;
      result_.answer = {std::move(solution), 0.0, std::move(guess)};
      if (!result_.answer.certified()) best_ = sdp_;
    }
    return theta > settings_.stop_at;
  }

  void finish() {
    if (result_.answer.certified()) return;
    const int before = result_.answer.solution.iterations;
    result_.answer = certify(best_, best_problem_, std::move(result_.answer.solution), stream_);
    result_.iterations += result_.answer.solution.iterations - before;
  }

  SpurSettings settings_;
  core::Stream& stream_;
  ClusteringSdp sdp_;
  ClusteringSdp best_{Matrix()};  ///< as it was when the best program was solved
  SdpProblem problem_{}, best_problem_{};
  SpurResult result_{};
  double smallest_ = 0.0, largest_ = 0.0;
  double largest_theta_ = -std::numeric_limits<double>::infinity();
  bool knows_k_high_ = false;
};

}  // namespace

SpurResult spur(Matrix similarity, const SpurSettings& settings, core::Stream& stream) {
  return Spur(std::move(similarity), settings, stream).run();
}

}  // namespace tertium::partition
