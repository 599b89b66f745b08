#include "metrics/bounds/potentials.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

namespace tertium::metrics {
namespace {

/// So many times what would be its even part a visiting set takes. More spread news sooner and stick sooner: 3 is best
/// of 1, 2, 3, 5 and 10.
constexpr float kEagerness = 3.0F;

/// Votes of a triple are at most 2^20 units for each of its sets, if it has few: potentials of up to eight times that
/// fit, and what it keeps fits 32 bits at any rate.
constexpr int kBitsOfSet = 20, kMostBits = 26;

int width(std::uint64_t value) {
  return static_cast<int>(std::bit_width(value));
}

int shift_for(const TripleVotes& votes, const SetsOfFour& sets) {
  std::uint32_t fewest = 1U << (kMostBits - kBitsOfSet);
  for (const std::uint32_t number : sets.sets_of)
    if (number > 0) fewest = std::min(fewest, number);
  std::int64_t most = 1;
  for (const std::int64_t weight : votes.weights) most = std::max(most, std::abs(weight));
  return kBitsOfSet + width(fewest) - 1 - width(static_cast<std::uint64_t>(most));
}

std::int32_t most_potential(const SetsOfFour& sets) {
  std::int64_t most = 1;
  for (const std::uint32_t number : sets.sets_of) most = std::max<std::int64_t>(most, number);
  constexpr std::int64_t kRoom = (std::int64_t{1} << 31) - (std::int64_t{1} << (kMostBits + 1));
  return static_cast<std::int32_t>(std::min<std::int64_t>(kMostTaken, kRoom / most));
}

std::int64_t divided_down(std::int64_t value, std::int64_t by) {
  return value >= 0 ? value / by : -((-value + by - 1) / by);
}

}  // namespace

Potentials::Potentials(const TripleVotes& votes, const SetsOfFour& sets, std::span<const Solution> solutions,
                       int threads)
    : sets_(sets),
      table_(solutions, votes.options),
      threads_(std::max(1, threads)),
      shift_(shift_for(votes, sets)),
      most_potential_(most_potential(sets)),
      kept_(core::large_array<std::int32_t>((sets.triples.size() + 1) * row_of_triple(votes.options))),
      potentials_(core::large_array<std::int32_t>(sets.places.size() * static_cast<std::size_t>(votes.options))) {
  std::fill_n(kept_.get(), (sets.triples.size() + 1) * row_of_triple(votes.options), 0);
  spread(votes);
}

std::int64_t Potentials::in_units(std::int64_t votes) const {
  return shift_ >= 0 ? votes << shift_ : -divided_down(-votes, std::int64_t{1} << -shift_);  // rounded up
}

float Potentials::share_of_set(double votes) const {
  return static_cast<float>(std::ldexp(votes / std::max(1.0, static_cast<double>(sets_.sets)), shift_));
}

void Potentials::spread(const TripleVotes& votes) {
  const auto options = static_cast<std::size_t>(table_.options);
  std::vector<std::int32_t> parts(sets_.triples.size() * options + options, 0);
  for (std::size_t t = 0, v = 0; t < sets_.triples.size(); ++t) {
    const auto number = static_cast<std::int64_t>(sets_.sets_of[t]);
    const float share = number == 0 ? 0.0F : std::min(1.0F, kEagerness / static_cast<float>(number));
    row(t)[options] = std::bit_cast<std::int32_t>(share);
    if (v == votes.keys.size() || votes.keys[v] != sets_.triples[t]) continue;
    for (std::size_t o = 0; o < options; ++o) {
      const std::int64_t all = in_units(votes.of(v)[o]);
      const std::int64_t part = number == 0 ? 0 : divided_down(all, number);
      parts[t * options + o] = static_cast<std::int32_t>(part);
      row(t)[o] = static_cast<std::int32_t>(all - part * number);
    }
    ++v;
  }
  std::int32_t* next = potentials_.get();
  for (std::size_t p = 0; p < sets_.places.size(); p += SetsOfFour::kLanes)
    for (std::size_t o = 0; o < options; ++o)
      for (std::size_t lane = 0; lane < SetsOfFour::kLanes; ++lane)
        *next++ = parts[sets_.places[p + lane] * options + o];
}

Blocks Potentials::blocks(std::size_t begin, std::size_t end) const {
  return {sets_.places.data(), potentials_.get(), kept_.get(), begin, end, most_potential_};
}

std::int64_t Potentials::value() const {
  std::int64_t sum = 0;
  constexpr std::size_t kPiece = 256;
  const std::size_t pieces = (sets_.blocks() + kPiece - 1) / kPiece;
#pragma omp parallel for num_threads(threads_) reduction(+ : sum)
  for (std::size_t t = 0; t < sets_.triples.size(); ++t) sum += *std::max_element(row(t), row(t) + table_.options);
#pragma omp parallel for num_threads(threads_) reduction(+ : sum)
  for (std::size_t piece = 0; piece < pieces; ++piece)
    sum += value_of_sets(table_, blocks(piece * kPiece, std::min(sets_.blocks(), (piece + 1) * kPiece)));
  return shift_ >= 0 ? divided_down(sum, std::int64_t{1} << shift_) : sum * (std::int64_t{1} << -shift_);
}

void Potentials::pass(Visit how, const std::function<bool()>& stop) {
  const std::size_t classes = sets_.class_begin.size() - 1;
  std::atomic<bool> stopped = false;
#pragma omp parallel num_threads(threads_)
  {
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    for (std::size_t k = 0; k < classes && !stopped; ++k) {
      const std::size_t at = how.forward ? k : classes - 1 - k;
      const std::size_t begin = sets_.class_begin[at], count = sets_.class_begin[at + 1] - begin;
      visit_sets(table_, blocks(begin + count * thread / threads, begin + count * (thread + 1) / threads), how);
#pragma omp barrier
#pragma omp master
      if (stop && stop()) stopped = true;
#pragma omp barrier
    }
  }
}

std::vector<std::int64_t> Potentials::sums() const {
  const auto options = static_cast<std::size_t>(table_.options);
  std::vector<std::int64_t> sums((sets_.triples.size() + 1) * options);
  for (std::size_t t = 0; t < sets_.triples.size(); ++t)
    for (std::size_t o = 0; o < options; ++o) sums[t * options + o] = row(t)[o];
  for (std::size_t p = 0; p < sets_.places.size(); ++p)
    for (std::size_t o = 0; o < options; ++o)
      sums[sets_.places[p] * options + o] += potentials_[p / SetsOfFour::kLanes * SetsOfFour::kLanes * options +
                                                         o * SetsOfFour::kLanes + p % SetsOfFour::kLanes];
  sums.resize(sets_.triples.size() * options);
  return sums;
}

}  // namespace tertium::metrics
