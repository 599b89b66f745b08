// The answers that the model itself lists, without a random share of them: how well a method predicts those is the
// score held_out_error. What is drawn is units: answers, of which some that were given three times may be held out and
// some not, all that was answered about the same objects at once, or all of a person. An answer that says two things is
// one. Of the units that stay, methods may see a share only. Smaller shares are parts of larger ones, and what is held
// out is the same for all: a curve over them is a learning curve.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/error.hpp"
#include "core/comparisons/counted_draws.hpp"
#include "problems/models/listed_answers.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr const char* kNobodyKnown =
    "[comparisons] units = subjects holds out participants (who gave these answers is unknown), name the column "
    "subject, or use units = objects";

/// Which answers are drawn together.
struct Units {
  std::vector<std::uint64_t> first{};  ///< by statement of the list: the unit of the first answer that made it
  bool one_each = true;                ///< the next answers that made it have the next units; else the same
  std::uint64_t count = 0;

  std::uint64_t of(std::size_t statement, std::int32_t answer) const {
    return first[statement] + (one_each ? static_cast<std::uint64_t>(answer) : 0U);
  }
};

std::int32_t times(const ModelSample& sample, std::size_t statement) {
  return sample.counts.empty() ? 1 : sample.counts[statement];
}

std::size_t listed(const ModelSample& sample) {
  return sample.quadruplets.size() + sample.triplets.size();
}

core::Quadruplet statement_of(const ModelSample& sample, std::size_t k) {
  const std::size_t quadruplets = sample.quadruplets.size();
  return k < quadruplets ? sample.quadruplets[k] : core::as_quadruplet(sample.triplets[k - quadruplets]);
}

Units units_of_answers(const ModelSample& sample) {
  Units units;
  for (std::size_t k = 0; k < listed(sample);) {
    const std::size_t said = k < sample.quadruplets.size() ? 1 : sample.triplets_of_an_answer;
    for (std::size_t of_it = 0; of_it < said; ++of_it) {
      core::expects(times(sample, k + of_it) == times(sample, k), "what an answer says, it says equally often");
      units.first.push_back(units.count);
    }
    units.count += static_cast<std::uint64_t>(times(sample, k));
    k += said;
  }
  return units;
}

Units units_of_objects(const ModelSample& sample) {
  Units units{.one_each = false};
  std::map<std::array<core::Object, 4>, std::uint64_t> numbers;
  for (std::size_t k = 0; k < listed(sample); ++k) {
    const core::Quadruplet s = statement_of(sample, k);
    std::array objects{s.i, s.j, s.k, s.l};
    std::sort(objects.begin(), objects.end());
    std::fill(std::unique(objects.begin(), objects.end()), objects.end(), -1);
    units.first.push_back(numbers.emplace(objects, numbers.size()).first->second);
  }
  units.count = numbers.size();
  return units;
}

/// Those of nobody known are one unit more.
Units units_of_subjects(const ModelSample& sample) {
  if (sample.subjects.empty() && listed(sample) > 0) core::fail("{}", kNobodyKnown);
  Units units{.one_each = false};
  std::map<std::int32_t, std::uint64_t> numbers;
  for (const std::int32_t subject : sample.subjects)
    units.first.push_back(numbers.emplace(subject, numbers.size()).first->second);
  units.count = numbers.size();
  return units;
}

Units units_of(const ModelSample& sample, const std::string& name) {
  return name == "answers"   ? units_of_answers(sample)
         : name == "objects" ? units_of_objects(sample)
                             : units_of_subjects(sample);
}

enum class Use : std::uint8_t { kSeen, kHeldOut, kNeither };

/// A share of so many units, two or more; at least one, and not all.
std::uint64_t part_of(std::uint64_t units, double share) {
  const auto rounded = static_cast<std::int64_t>(std::llround(share * static_cast<double>(units)));
  const auto answers = static_cast<std::int64_t>(units);
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(rounded, 1, answers - 1));
}

/// What every unit is for.
std::vector<Use> drawn(const core::CellKey& cell, std::uint64_t units, const core::Parameters& values) {
  if (units == 1)
    core::fail(
        "nothing can be held out (there is one answer, or all are about the same objects or "
        "by one participant), use scheme = own");
  std::vector<Use> uses(units, Use::kSeen);
  if (units == 0) return uses;
  core::Stream held_out(cell, core::Purpose::kHeldOut);
  for (const std::uint64_t unit : core::random_subset(held_out, units, part_of(units, values.real("share"))))
    uses[unit] = Use::kHeldOut;
  std::vector<std::uint64_t> rest;
  for (std::uint64_t unit = 0; unit < units; ++unit)
    if (uses[unit] == Use::kSeen) rest.push_back(unit);
  if (values.real("seen") == 1.0 || rest.size() < 2) return uses;
  core::Stream(cell, core::Purpose::kHeldOut, 1).shuffle(std::span(rest));
  for (std::size_t k = part_of(rest.size(), values.real("seen")); k < rest.size(); ++k) uses[rest[k]] = Use::kNeither;
  return uses;
}

void add(core::Problem& problem, const ModelSample& sample, const core::Parameters& values) {
  const Units units = units_of(sample, values.text("units"));
  const std::vector<Use> uses = drawn(problem.cell, units.count, values);
  core::HeldOut held_out;
  ModelSample rest;
  rest.objects = sample.objects;
  for (std::size_t k = 0; k < listed(sample); ++k) {
    std::int32_t seen = 0;
    for (std::int32_t answer = 0; answer < times(sample, k); ++answer) {
      const Use use = uses[units.of(k, answer)];
      seen += use == Use::kSeen ? 1 : 0;
      if (use == Use::kHeldOut) held_out.push_back(statement_of(sample, k));
    }
    if (seen == 0) continue;
    if (k < sample.quadruplets.size())
      rest.quadruplets.push_back(sample.quadruplets[k]);
    else
      rest.triplets.push_back(sample.triplets[k - sample.quadruplets.size()]);
    rest.counts.push_back(seen);
  }
  problem.provide<core::HeldOut>(std::move(held_out));
  add_listed_answers(problem, std::move(rest));
}

}  // namespace

void register_scheme_held_out(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "held-out";
  scheme.sentence =
      "the answers of a data set or a file, except for a random share that only the score held_out_error sees";
  scheme.citation = "none: for each data set, see tertium list datasets";
  scheme.parameters = {
      {core::ParameterInfo::real("share", 0.1, 0.0, 0.99,
                                 "share of the answers that is held out; drawn anew in each repetition", true),
       {core::Axis::kSample}},
      {core::ParameterInfo::real("seen", 1.0, 0.0, 1.0,
                                 "share of the other answers that methods see; it does not change which are held out, "
                                 "so a list of values makes a learning curve",
                                 true),
       {core::Axis::kSample}},
      {core::ParameterInfo::choice("units", "answers", {"answers", "objects", "subjects"},
                                   "what is held out: single answers, all answers about the same objects, or all "
                                   "answers of a participant; share and seen count these units"),
       {core::Axis::kSample}}};
  scheme.adds = [](core::Provisions of_model) {
    const core::Provisions answers = listed_answers(of_model);
    return answers.empty() ? answers : answers | core::Provisions{core::Provision::kHeldOut};
  };
  scheme.add = add;
  scheme.check_model = [](const Model& model, const core::Parameters& of_model, const core::Parameters& values) {
    if (values.text("units") == "subjects" && (!model.subjects || model.subjects(of_model) == 0))
      core::fail("{}", kNobodyKnown);
  };
  scheme.share = [](core::Object, const core::Parameters& values) {
    return SchemeShare{.p = (1.0 - values.real("share")) * values.real("seen"), .listed = true, .of_model = true};
  };
  scheme.memory = [](const DataUse& use, const core::Parameters& values) {
    constexpr double kUnits = 20.0, kOfSet = 100.0;  // what an answer is for; a set of objects in a table of them
    const double held_out = kOfQuadruplet * values.real("share") * use.statements;
    const double units = (kUnits + (values.text("units") == "objects" ? kOfSet : 0.0)) * use.statements;
    Memory memory{{0.0, units + held_out, held_out}};
    for (const core::Cost& cost : listed_answers_memory(use, (1.0 - values.real("share")) * values.real("seen")))
      memory.push_back(cost);
    return memory;
  };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
