#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/methods/step.hpp"

namespace tertium::outside {

/// How files are written that another program reads.
enum class Form { kCsv, kNpy };

/// Rows of objects, as many in a row as an answer names.
struct AnswerRows {
  std::size_t width = 3;
  std::vector<core::Object> objects{};

  std::int64_t count() const { return static_cast<std::int64_t>(objects.size() / width); }
};

/// The answers of a problem, repetitions included: anchor, near, far; i, j, k, l (i and j are more alike than k and l);
/// or a, b, odd. `provision` is one of triplets, quadruplets and odd-one-outs.
AnswerRows answer_rows(const core::Problem& problem, core::Provision provision);

/// What an outside step can be given of a problem, and how its file is called without its ending.
struct GivenFile {
  core::Provision provision;
  const char* name;
};
inline constexpr GivenFile kGivenFiles[] = {
    {core::Provision::kTriplets, "triplets"},       {core::Provision::kQuadruplets, "quadruplets"},
    {core::Provision::kOddOneOuts, "odd-one-outs"}, {core::Provision::kSimilarities, "similarities"},
    {core::Provision::kFeatures, "coordinates"},
};

/// Writes a file for each of `needs`, and one for the product of the step before. Returns how many answers they hold.
std::int64_t write_inputs(const core::StepRun& run, core::Provisions needs, Form form,
                          const std::filesystem::path& folder);

/// Bytes of the answers while they are written.
double input_bytes(const core::ProblemSize& size, core::Provisions needs);

}  // namespace tertium::outside
