// The answers that the model itself lists, without a random share of them: how well a method foretells those is the
// score held_out_error. What is drawn is answers, not questions: of one that was given three times, some may be held
// out.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/comparisons/counted_draws.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

/// Which of so many answers are held out, ascending; one stays, and one goes, if there are two.
std::vector<std::uint64_t> drawn(const core::CellKey& cell, std::int64_t answers, double share) {
  if (answers < 2) return {};
  const auto rounded = static_cast<std::int64_t>(std::llround(share * static_cast<double>(answers)));
  core::Stream stream(cell, core::Purpose::kHeldOut);
  return core::random_subset(stream, static_cast<std::uint64_t>(answers),
                             static_cast<std::uint64_t>(std::clamp<std::int64_t>(rounded, 1, answers - 1)));
}

/// Takes answers out of a list, one after the other.
class Split {
 public:
  Split(const ModelSample& sample, std::vector<std::uint64_t> held_out)
      : counts_(sample.counts), held_out_(std::move(held_out)) {}

  /// How often the next answer of the list stays.
  std::int32_t kept() {
    const std::int32_t times = counts_.empty() ? 1 : counts_[listed_];
    ++listed_;
    seen_ += static_cast<std::uint64_t>(times);
    const std::size_t before = next_;
    while (next_ < held_out_.size() && held_out_[next_] < seen_) ++next_;
    taken_ = next_ - before;
    return times - static_cast<std::int32_t>(taken_);
  }
  /// How often it is held out.
  std::size_t taken() const { return taken_; }

 private:
  std::span<const std::int32_t> counts_;
  std::vector<std::uint64_t> held_out_;
  std::size_t listed_ = 0, next_ = 0, taken_ = 0;
  std::uint64_t seen_ = 0;
};

void add(core::Problem& problem, const ModelSample& sample, const core::Parameters& values) {
  const std::size_t listed = sample.quadruplets.size() + sample.triplets.size();
  const std::int64_t answers = sample.counts.empty()
                                   ? static_cast<std::int64_t>(listed)
                                   : std::accumulate(sample.counts.begin(), sample.counts.end(), std::int64_t{0});
  Split split(sample, drawn(problem.cell, answers, values.real("share")));
  core::HeldOut held_out;
  ModelSample rest;
  rest.objects = sample.objects;
  const auto pass = [&](const auto& answer, auto& list, const core::Quadruplet& statement) {
    const std::int32_t kept = split.kept();
    held_out.insert(held_out.end(), split.taken(), statement);
    if (kept == 0) return;
    list.push_back(answer);
    rest.counts.push_back(kept);
  };
  for (const core::Quadruplet& answer : sample.quadruplets) pass(answer, rest.quadruplets, answer);
  for (const core::Triplet& answer : sample.triplets) pass(answer, rest.triplets, core::as_quadruplet(answer));
  problem.provide<core::HeldOut>(std::move(held_out));
  add_listed_answers(problem, rest);
}

}  // namespace

void register_scheme_held_out(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "held-out";
  scheme.sentence =
      "the answers that come with the data set, without a random share of them that only the score held_out_error sees";
  scheme.citation = "none: of each data set, see tertium datasets";
  scheme.parameters = {{core::ParameterInfo::real("share", 0.1, 0.0, 0.99,
                                                  "of the answers, held out; drawn anew in each repetition", true),
                        {core::Axis::kSample}}};
  scheme.adds = [](core::Provisions of_model) {
    const core::Provisions answers = listed_answers(of_model);
    return answers.empty() ? answers : answers | core::Provisions{core::Provision::kHeldOut};
  };
  scheme.add = add;
  // How many answers there are is known once they are read: planning takes a tenth of all.
  scheme.share = [](core::Object, const core::Parameters& values) {
    return SchemeShare{.p = 0.1 * (1.0 - values.real("share")), .listed = true};
  };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
