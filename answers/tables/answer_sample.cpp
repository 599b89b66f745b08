#include "answers/tables/answer_sample.hpp"

#include "core/comparisons/triplets.hpp"

namespace tertium::answers {

core::Provisions provided_by(const core::ComparisonFile& file) {
  const core::Provisions quadruplets{core::Provision::kQuadruplets};
  const core::Provisions about_three{core::Provision::kTriplets, core::Provision::kOddOneOuts};
  return file.form == core::AnswerForm::kQuadruplet ? quadruplets : quadruplets | about_three;
}

core::ModelSample sample_of(const core::ComparisonFile& file, std::span<const std::int32_t> weights) {
  const auto step = static_cast<std::size_t>(core::statements_of(file.form));
  core::ModelSample sample;
  sample.objects = file.objects;
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    const std::int32_t weight = weights.empty() ? 1 : weights[k / step];
    if (weight == 0) continue;
    if (file.form == core::AnswerForm::kQuadruplet)
      sample.quadruplets.push_back(file.statements[k]);
    else
      sample.triplets.push_back(core::as_triplet(file.statements[k]));
    if (!file.counts.empty() || !weights.empty())
      sample.counts.push_back(weight * (file.counts.empty() ? 1 : file.counts[k]));
  }
  return sample;
}

}  // namespace tertium::answers
