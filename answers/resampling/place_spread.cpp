#include "answers/resampling/place_spread.hpp"

#include <chrono>
#include <cmath>
#include <variant>

#include "answers/resampling/parallel_jobs.hpp"
#include "embedding/dense/procrustes.hpp"

namespace tertium::answers {

double PlaceSpread::sd(core::Object i, int dimension) const {
  return std::sqrt(of(i)[static_cast<std::size_t>(dimension * (dimensions + 1))]);
}

double PlaceSpread::typical_sd() const {
  const auto d = static_cast<std::size_t>(dimensions);
  double sum = 0.0;
  for (std::size_t object = 0; object < covariances.size(); object += d * d)
    for (std::size_t c = 0; c < d; ++c) sum += covariances[object + c * (d + 1)];
  return std::sqrt(sum * static_cast<double>(d) / static_cast<double>(covariances.size()));
}

std::string PlaceSpread::drawn_text() const {
  return units_text(units, drawn, of_nobody);
}

PlaceSpread place_spread(const core::Coordinates& places, const Resampling& resampled) {
  const auto begin = std::chrono::steady_clock::now();
  const std::int64_t replicates = resampled.replicates();
  const int d = places.dimensions;
  std::vector<std::vector<double>> moved(static_cast<std::size_t>(replicates));
  do_jobs(replicates, 40.0 * static_cast<double>(places.values.size()), [&](std::int64_t replicate) {
    const auto at = static_cast<std::size_t>(replicate);
    moved[at] = embedding::moved_onto(std::get<core::Coordinates>(resampled.made[at]), places).moved.values;
  });
  std::vector<double> means(places.values.size(), 0.0);
  for (const std::vector<double>& values : moved)
    for (std::size_t k = 0; k < means.size(); ++k) means[k] += values[k] / static_cast<double>(replicates);
  PlaceSpread spread{.replicates = replicates,
                     .drawn = resampled.drawn,
                     .units = resampled.units,
                     .of_nobody = resampled.of_nobody,
                     .dimensions = d};
  for (std::size_t object = 0; object < means.size(); object += static_cast<std::size_t>(d))
    for (int a = 0; a < d; ++a)
      for (int b = 0; b < d; ++b) {
        double sum = 0.0;
        for (const std::vector<double>& values : moved)
          sum += (values[object + static_cast<std::size_t>(a)] - means[object + static_cast<std::size_t>(a)]) *
                 (values[object + static_cast<std::size_t>(b)] - means[object + static_cast<std::size_t>(b)]);
        spread.covariances.push_back(sum / static_cast<double>(replicates - 1));
      }
  spread.seconds = resampled.seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return spread;
}

}  // namespace tertium::answers
