#include "problems/schemes/data_memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/key_set.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/comparisons/votes.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::problems {
namespace {

constexpr double kOfKey = sizeof(core::AnswerKey), kOfCount = sizeof(std::int32_t);
constexpr double kCounted = 16.0;  // an answer's number beside how often it was given, while they are sorted
constexpr double kOfTree = 30.0, kOfObject = 100.0;

/// The list beside the numbers of its answers; these while they are sorted, and then beside what is kept of them.
double counting_bytes(const Listed& listed, double kept) {
  const double numbers = kOfKey * listed.statements;
  const double sorting = numbers + (listed.counted ? kCounted * listed.statements : 0.0);
  const double sorted = numbers + (listed.counted ? kOfCount * listed.statements : 0.0);
  return std::max({listed.beside + numbers, sorting, sorted + kept});
}

/// Similarities are drawn, or made of features, and once more while they are renumbered.
core::Cost similarity_memory(const DataUse& use, bool real) {
  const double table = 8.0 * use.pairs();
  if (table == 0.0) return {0.0, kOfObject * use.objects, kOfObject * use.objects};
  return {0.0, (real ? 3.5 : 2.0) * table, table};  // real ones are sorted, to see which are tied
}

core::Cost graph_memory(double edges, double objects) {
  constexpr double kRows = 8.0, kHalf = 4.0;  // of an edge: in the rows of both ends, in that of the smaller one
  return {0.0, (2.0 * kRows + kHalf) * edges + 40.0 * objects, kRows * edges + 16.0 * objects};
}

Memory model_memory(const Model& model, const core::Parameters& values, const DataUse& use) {
  const auto has = [&](core::Provision provision) { return use.of_model.contains(provision); };
  Memory memory;
  if (model.memory) memory = model.memory(values);
  if (model.edges) memory.push_back(graph_memory(model.edges(values), use.objects));
  if (has(core::Provision::kSimilarities)) memory.push_back(similarity_memory(use, model.real));
  if (has(core::Provision::kTrueTree)) memory.push_back({0.0, 2.0 * kOfTree * use.objects, kOfTree * use.objects});
  return memory;
}

}  // namespace

double DataUse::pairs() const {
  return objects <= core::kMaxObjects ? 0.5 * objects * (objects - 1.0) : 0.0;
}

core::Cost total(const Memory& memory) {
  core::Cost all;
  for (const core::Cost& one : memory) {
    all.bytes = std::max(all.bytes, all.kept_bytes + one.bytes);
    all.kept_bytes += one.kept_bytes;
  }
  return all;
}

core::Cost ranking_memory(const DataUse& use) {
  constexpr double kSorted = 16.0;  // a similarity beside its pair
  constexpr double kOrder = 4.0, kRank = 4.0, kTies = 8.0;
  const double kept = kOrder + kRank + (use.tied_similarities ? kTies : 0.0);
  return {0.0, std::max(kSorted + kOrder, kept) * use.pairs(), kept * use.pairs()};
}

core::Cost anchor_ranking_memory(const DataUse& use) {
  const double bytes = core::AnchorRanking::bytes(use.objects);
  return {0.0, bytes, bytes};
}

core::Cost listed_triplets_memory(const Listed& listed) {
  constexpr double kOnce = 8.0;
  const double kept = (listed.repeated ? sizeof(core::TripletVotes) : kOnce) * listed.questions;
  return {0.0, counting_bytes(listed, kept), kept};
}

core::Cost listed_quadruplets_memory(const DataUse& use, const Listed& listed) {
  constexpr double kEntry = 4.0, kRow = 8.0;
  const double kept = (kEntry + (listed.repeated ? sizeof(core::PairVotes) : 0.0)) * listed.questions;
  const double rows = kRow * use.pairs();
  return {0.0, rows + counting_bytes(listed, kept), rows + kept};
}

core::Cost random_subset_memory(double total, double count) {
  constexpr double kNumber = 8.0;
  const double chosen = total <= 64.0 * count ? total / 8.0 : core::key_set_bytes(count);
  return {0.0, kNumber * count + (count < total ? chosen : 0.0), kNumber * count};
}

core::Cost drawn_triples_memory(double count) {
  constexpr double kTriple = sizeof(core::Triple);
  return {0.0, kTriple * count + core::key_set_bytes(count), kTriple * count};
}

double different_questions(double all, double drawn) {
  return all > 0.0 ? -all * std::expm1(-drawn / all) : 0.0;
}

core::Cost data_memory(const Model& model, const core::Parameters& model_values, const Scheme& scheme,
                       const core::Parameters& scheme_values, DataUse use) {
  use.of_model = model.provides(model_values);
  use.tied_similarities = model.real;
  if (model.answers) use.statements = model.answers(model_values);
  Memory memory = model_memory(model, model_values, use);
  if (scheme.memory)
    for (const core::Cost& cost : scheme.memory(use, scheme_values)) memory.push_back(cost);
  return total(memory);
}

}  // namespace tertium::problems
