#include "problems/models/listed_sample.hpp"

#include <cstddef>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"

namespace tertium::problems {

ModelSample sample_of(const files::ComparisonFile& file, std::span<const std::int32_t> weights) {
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  ModelSample sample;
  sample.objects = file.objects;
  if (file.form != files::AnswerForm::kQuadruplet) sample.triplets_of_an_answer = step;
  constexpr std::size_t kAtOnce = std::size_t{1} << 18;  // some milliseconds
  for (std::size_t k = 0; k < file.statements.size(); ++k) {
    if (k % kAtOnce == 0) core::keep_to_limits();
    const std::int32_t weight = weights.empty() ? 1 : weights[k / step];
    if (weight == 0) continue;
    if (file.form == files::AnswerForm::kQuadruplet)
      sample.quadruplets.push_back(file.statements[k]);
    else
      sample.triplets.push_back(core::as_triplet(file.statements[k]));
    if (!file.counts.empty() || !weights.empty()) {
      const std::int64_t count = std::int64_t{weight} * (file.counts.empty() ? 1 : file.counts[k]);
      if (count > std::numeric_limits<std::int32_t>::max())
        core::fail(
            "an answer counts {} times, by its votes and how they are weighed or drawn (at most {} can be), "
            "divide the votes",
            count, std::numeric_limits<std::int32_t>::max());
      sample.counts.push_back(static_cast<std::int32_t>(count));
    }
  }
  return sample;
}

}  // namespace tertium::problems
