#include "partition/k_means/k_means.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "partition/k_means/lloyd.hpp"

namespace tertium::partition {

core::Partition k_means(const Matrix& rows, int k, core::Stream& stream, const KMeansSettings& settings) {
  core::expects(k >= 1, "k-means has at least one cluster");
  const int n = rows.rows();
  if (n == 0 || rows.cols() == 0) return core::Partition(std::vector<core::Label>(n, 0));
  Matrix centred = rows;
  center_columns(centred);  // distances are differences of squares: keep those small
  std::optional<Lloyd> best;
  double least = std::numeric_limits<double>::infinity();
  for (int restart = 0; restart < settings.restarts; ++restart) {
    core::keep_to_limits();
    Lloyd lloyd(centred, std::min(k, n));
    lloyd.draw_centres(stream);
    const double sum = lloyd.run(settings.iterations);
    if (best && !(sum < least)) continue;
    least = sum;
    best.emplace(std::move(lloyd));
  }
  if (least > 0.0) best->merge_and_split(settings.iterations);
  return core::Partition(best->labels());
}

}  // namespace tertium::partition
