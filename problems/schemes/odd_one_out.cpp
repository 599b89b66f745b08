// Odd-one-outs of known clusters (OCC17, experiment 1): of all sets of three objects a share a is asked about, each
// once. If just two of the three lie in one cluster, the third is the odd one; of three in one cluster, and of three in
// three, it is drawn at random. In a share b of the answers the odd one is then exchanged with one of the other two.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/key_set.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

/// A set of three objects as one number: enough bits for the largest object that there can be.
constexpr int kObjectBits = 21;
constexpr double kOfAnswer = sizeof(core::OddOneOut);

std::uint64_t code_of(core::Triple triple) {
  std::ranges::sort(triple);
  std::uint64_t code = 0;
  for (const core::Object i : triple) code = code << kObjectBits | static_cast<std::uint64_t>(i);
  return code + 1;  // a KeySet has no zero
}

/// `count` different sets of three, any as likely, in the order in which they were drawn.
std::vector<core::Triple> drawn_triples(core::Object n, std::int64_t count, core::Stream& stream) {
  std::vector<core::Triple> triples;
  triples.reserve(static_cast<std::size_t>(count));
  core::KeySet known;
  while (std::ssize(triples) < count) {
    const auto any = [&] { return static_cast<core::Object>(stream.below(static_cast<std::uint64_t>(n))); };
    const core::Triple triple{any(), any(), any()};
    if (triple[0] == triple[1] || triple[0] == triple[2] || triple[1] == triple[2]) continue;
    if (known.insert(code_of(triple))) triples.push_back(triple);
  }
  return triples;
}

/// All but `count` of the sets of three.
std::vector<core::Triple> all_triples_but(core::Object n, std::int64_t count, core::Stream& stream) {
  core::KeySet left_out;
  for (const core::Triple& triple : drawn_triples(n, count, stream)) left_out.insert(code_of(triple));
  std::vector<core::Triple> triples;
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j)
      for (core::Object k = j + 1; k < n; ++k)
        if (!left_out.contains(code_of({i, j, k}))) triples.push_back({i, j, k});
  return triples;
}

core::OddOneOut without(const core::Triple& triple, std::size_t odd) {
  return {triple[(odd + 1) % 3], triple[(odd + 2) % 3], triple[odd]};
}

core::OddOneOut answer_of(const core::Triple& triple, const core::Partition& truth, core::Stream& stream) {
  for (std::size_t odd = 0; odd < 3; ++odd) {
    const core::OddOneOut answer = without(triple, odd);
    if (truth[answer.a] == truth[answer.b] && truth[answer.a] != truth[answer.odd]) return answer;
  }
  return without(triple, stream.below(3));
}

/// In `count` of the answers, any as likely, the odd one changes places with either of the other two.
void exchange_some(std::vector<core::OddOneOut>& answers, std::int64_t count, core::Stream& stream) {
  for (std::int64_t t = 0; t < count; ++t) {
    const std::uint64_t rest = answers.size() - static_cast<std::uint64_t>(t);
    core::OddOneOut& answer = answers[static_cast<std::size_t>(t)];
    std::swap(answer, answers[static_cast<std::size_t>(t) + stream.below(rest)]);
    std::swap(answer.odd, stream.below(2) == 0 ? answer.a : answer.b);
  }
}

std::int64_t share_of(double share, std::int64_t all) {
  return std::llround(share * static_cast<double>(all));
}

std::vector<core::OddOneOut> draw(const core::Partition& truth, double a, double b, const core::CellKey& cell) {
  const core::Object n = truth.objects();
  const std::int64_t all = core::triple_count(n), given = share_of(a, all);
  core::Stream sample(cell, core::Purpose::kOddOneOuts), noise(cell, core::Purpose::kOddOneOutNoise);
  std::vector<core::OddOneOut> answers;
  answers.reserve(static_cast<std::size_t>(given));
  for (const core::Triple& triple :
       2 * given <= all ? drawn_triples(n, given, sample) : all_triples_but(n, all - given, sample))
    answers.push_back(answer_of(triple, truth, sample));
  exchange_some(answers, share_of(b, given), noise);
  return answers;
}

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  if (!problem.has<core::Truth>())
    core::fail("comparison scheme odd-one-out needs the true clusters (the model has none), choose another scheme");
  const core::Provided<core::OddOneOutList> answers = core::Provided<core::OddOneOutList>::later(
      [truth = problem.get<core::Truth>().back(), a = values.real("a"), b = values.real("b"), cell = problem.cell] {
        return std::make_shared<const core::OddOneOutList>(truth.objects(), draw(truth, a, b, cell));
      });
  problem.provide<core::OddOneOutList>(answers);
  problem.questions.p = values.real("a");
  const core::Object n = problem.objects;
  problem.provide_later<core::Triplets>([=] {
    return std::make_shared<const core::ListedTriplets>(core::TripletList(n, core::as_triplets(answers->answers())));
  });
  if (n > core::kMaxObjects) return;  // no table of the pairs that quadruplets compare
  problem.provide_later<core::Quadruplets>([=] {
    return std::make_shared<const core::ListedQuadruplets>(
        n, core::TripletList(n, core::as_triplets(answers->answers())).quadruplets());
  });
}

/// The answers; triplets and quadruplets are made of them.
Memory memory(const DataUse& use, const core::Parameters& values) {
  const double all = static_cast<double>(core::triple_count(use.objects)), given = values.real("a") * all;
  const double left_out = std::min(given, all - given), triplets = 2.0 * given;
  const double list = kOfAnswer * given;
  Memory memory{{0.0, std::max(drawn_triples_memory(left_out).bytes, 2.0 * list), list}};
  if (use.asks(core::Provision::kTriplets))
    memory.push_back(listed_triplets_memory({triplets, triplets, kOfTriplet * triplets}));
  if (use.asks(core::Provision::kQuadruplets))
    memory.push_back(listed_quadruplets_memory(use, {triplets, triplets, (kOfTriplet + kOfQuadruplet) * triplets}));
  return memory;
}

}  // namespace

void register_scheme_odd_one_out(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "odd-one-out";
  scheme.sentence =
      "the odd one out of a share a of all sets of three objects, by the finest true clusters; "
      "a share b of the answers is wrong";
  scheme.citation = "OCC17 experiment 1 (Ukkonen, Crowdsourced correlation clustering, 2017)";
  scheme.parameters = {
      {core::ParameterInfo::real("a", 0.1, 0.0, 1.0, "share of all sets of three objects that are asked about", true),
       {core::Axis::kSample}},
      {core::ParameterInfo::real("b", 0.0, 0.0, 1.0,
                                 "share of the answers whose odd one is exchanged with another object"),
       {core::Axis::kNoise}},
  };
  scheme.needs = {core::Provision::kTruth};
  scheme.adds = [](core::Provisions) {
    return core::Provisions{core::Provision::kOddOneOuts, core::Provision::kTriplets, core::Provision::kQuadruplets};
  };
  scheme.add = add;
  scheme.share = [](core::Object n, const core::Parameters& values) {
    const double triplets = 2.0 * values.real("a") * static_cast<double>(core::triple_count(n));
    return SchemeShare{.p = share_of_quadruplets(n, triplets),
                       .eps = 1.0 - values.real("b"),
                       .listed = true,
                       .p_triplets = share_of_triplets(n, triplets)};
  };
  scheme.memory = memory;
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
