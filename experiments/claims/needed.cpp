#include "experiments/claims/needed.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "experiments/claims/claim_samples.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::experiments {

namespace {

/// The sample of more repetitions, if values stay as they are.
ClaimSample repeated(const ClaimSample& sample, std::size_t repetitions) {
  ClaimSample longer = sample;
  longer.repetitions = repetitions;
  for (const auto values :
       {&ClaimSample::differences, &ClaimSample::independent, &ClaimSample::parts, &ClaimSample::wholes}) {
    const std::vector<double>& once = sample.*values;
    const std::size_t all = once.size() / sample.repetitions * repetitions;  // several values of each repetition
    for (std::size_t k = once.size(); k < all; ++k) (longer.*values).push_back(once[k % once.size()]);
  }
  return longer;
}

}  // namespace

Needed repetitions_needed(const Claim& claim, ClaimRows& rows, std::int64_t there, Look next,
                          std::int64_t repetitions) {
  if (there == 0 || claim.law) return {};  // a law is about rows that other repetitions would choose
  rows.look_at(there);
  const std::vector<ClaimSample> samples = ClaimSamples(claim, rows).samples();
  for (; repetitions <= kMostNeeded; repetitions *= 2, ++next.number) {
    std::vector<ClaimSample> longer;
    for (const ClaimSample& sample : samples) longer.push_back(repeated(sample, static_cast<std::size_t>(repetitions)));
    const Interval interval = judged(claim, longer, next);
    if (interval.verdict != Verdict::kUndecided) return {Needed::Kind::kAbout, repetitions};
    if (interval.hopeless) return {Needed::Kind::kHopeless, 0};
  }
  return {Needed::Kind::kMore, 0};
}

std::string needed_text(const Needed& needed) {
  switch (needed.kind) {
    case Needed::Kind::kAbout:
      return fmt::format("needs about {}", core::counted(static_cast<std::size_t>(needed.repetitions), "repetition"));
    case Needed::Kind::kMore:
      return fmt::format("needs more than {}", core::counted(kMostNeeded, "repetition"));
    case Needed::Kind::kHopeless:
      return "more repetitions would not help";
    case Needed::Kind::kUnknown:
      break;
  }
  return "";
}

}  // namespace tertium::experiments
