#include "experiments/claims/needed.hpp"

#include <fmt/format.h>

#include "terminal/text_layout.hpp"

namespace tertium::experiments {

Needed repetitions_needed(const Claim& claim, ClaimRows& rows, std::int64_t there, Look next, std::int64_t repetitions) {
  if (there == 0 || claim.law) return {};  // a law is about rows that other repetitions would choose
  for (; repetitions <= kMostNeeded; repetitions *= 2, ++next.number) {
    rows.look_at(repetitions, there);
    const ClaimResult result = evaluate(claim, rows, next);
    if (result.verdict == Verdict::kMissing) return {};
    if (result.verdict != Verdict::kUndecided) return {Needed::Kind::kAbout, repetitions};
    if (result.decisive.hopeless) return {Needed::Kind::kHopeless, 0};
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
