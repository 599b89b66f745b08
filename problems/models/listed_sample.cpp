#include "problems/models/listed_sample.hpp"

#include <cstddef>

namespace tertium::problems {

ModelSample sample_of(const files::ComparisonFile& file, std::span<const std::int32_t> weights) {
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  ModelSample sample;
  sample.objects = file.objects;
  if (file.form != files::AnswerForm::kQuadruplet) sample.triplets_of_an_answer = step;
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    const std::int32_t weight = weights.empty() ? 1 : weights[k / step];
    if (weight == 0) continue;
    if (file.form == files::AnswerForm::kQuadruplet)
      sample.quadruplets.push_back(file.statements[k]);
    else
      sample.triplets.push_back(core::as_triplet(file.statements[k]));
    if (!file.counts.empty() || !weights.empty())
      sample.counts.push_back(weight * (file.counts.empty() ? 1 : file.counts[k]));
  }
  return sample;
}

}  // namespace tertium::problems
