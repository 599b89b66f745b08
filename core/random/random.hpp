#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"

namespace tertium::core {

/// What a random draw is for. Numbers are part of every result's identity: never change or reuse one.
enum class Purpose : std::uint64_t {
  kSimilarities = 1,
  kRelabelling = 2,
  kObservation = 3,
  kCrowd = 4,
  kInitialClusters = 5,
  kTies = 6,
  kLandmarks = 7,
  kReferences = 8,
  kDegenerate = 9,
  kListing = 10,
  kTriplets = 11,
  kTripletCrowd = 12,
  kTripletDegenerate = 13,
  kFixedSample = 14,
  kCountedQuadruplets = 15,
  kCountedQuadrupletCrowd = 16,
  kCountedTriplets = 17,
  kCountedTripletCrowd = 18,
  kRedrawnLandmarks = 19,
  kCoinAnswers = 20,
  kEmbedding = 21,
  kSubspace = 22,
  kCentres = 23,
  kSubset = 24,
  kHeldOut = 25,
  kGraph = 26,
  kOddOneOuts = 27,
  kOddOneOutNoise = 28,
  kConstraintCover = 29,
  kPlantedTree = 30,
  kClosestPairs = 31,
  kRepresentatives = 32,
  kSampledTriples = 33,
  kClades = 34,
  kLocalSearch = 35,
  kFolds = 36,
  kBootstrap = 37,
  kQuestions = 38,
  kSimulatedAnswers = 39,
  kPeople = 40,
  kSubtreeSearch = 41,
  kGroups = 42,
  kVotedQuadruplets = 43,
  kVotedTriplets = 44,
  kPerceivedPairs = 45,
  kSplitHalves = 46,
  kOutsideSteps = 47,
  kTest = 63,
};

/// Which cell of an experiment draws: never a rank, thread or call order, and, for the data, never the method.
struct CellKey {
  std::uint64_t master_seed = 0;
  std::uint64_t point = 0;  ///< hash of the model's parameters
  std::uint64_t repetition = 0;
};

/// Threefry-4x64, 12 rounds (Salmon et al. 2011): 256 random bits as a pure function of key and counter.
/// Integer arithmetic only, so the same bits on every machine.
std::array<std::uint64_t, 4> threefry(const std::array<std::uint64_t, 4>& key,
                                      const std::array<std::uint64_t, 4>& counter);

/// The key of a named stream.
std::array<std::uint64_t, 4> stream_key(const CellKey& cell, Purpose purpose);

/// A named sequence of random draws. Two streams of different names share nothing.
class Stream {
 public:
  /// `index` tells streams of one purpose apart.
  Stream(const CellKey& cell, Purpose purpose, std::uint64_t index = 0)
      : key_(stream_key(cell, purpose)), counter_{0, index, 0, 0} {}

  /// 64 random bits.
  std::uint64_t bits();
  /// Uniform in (0, 1): an odd multiple of 2^-53.
  double uniform();
  /// Standard normal by inversion of the cdf (Wichura 1988, AS 241); only +, -, *, / and sqrt, so the same bits
  /// everywhere.
  double normal();
  /// Uniform in 0..n-1, n >= 1, without bias.
  std::uint64_t below(std::uint64_t n);
  /// All orders are equally likely.
  template <typename T>
  void shuffle(std::span<T> items) {
    for (std::size_t k = items.size(); k > 1; --k) std::swap(items[k - 1], items[below(k)]);
  }

 private:
  std::array<std::uint64_t, 4> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_{};
  int left_ = 0;
};

/// The number in (0, 1) that Stream::uniform makes of random bits.
constexpr double uniform_of(std::uint64_t bits) {
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

/// Inverse of the standard normal cdf, 0 < p < 1, relative error about 1e-16.
double normal_quantile(double p);

/// 64-bit hash of a text (XXH3), the same on every machine.
std::uint64_t hash64(std::string_view text);

}  // namespace tertium::core
