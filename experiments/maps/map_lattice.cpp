#include "experiments/maps/map_lattice.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <string>

#include "experiments/config/figure_columns.hpp"
#include "experiments/plan/grid.hpp"

namespace tertium::experiments {
namespace {

/// How points lie along the dimensions of model and scheme, and the maps that this makes.
class PointLattice {
 public:
  explicit PointLattice(const SweepConfig& config) : config_(config) {
    const std::vector<FigureColumn> columns = figure_columns(config);  // first those of model and scheme
    const std::size_t count = config.model_values.size() + config.scheme_values.size();
    for (std::size_t k = 0; k < count; ++k) {
      const bool of_scheme = k >= config.model_values.size();
      const Dimension& dimension =
          of_scheme ? config.scheme_values[k - config.model_values.size()] : config.model_values[k];
      dimensions_.push_back(
          {dimension.values.size(), 1, contains(config.refine.over, columns[k].name), of_scheme ? dimension.name : ""});
    }
    for (std::size_t k = count; k-- > 1;) dimensions_[k - 1].stride = dimensions_[k].stride * dimensions_[k].size;
  }

  std::vector<Map> maps() const {
    std::vector<Map> maps;
    for (std::size_t method = 0; method < config_.methods.size(); ++method) {
      Place low(dimensions_.size(), 0), high;
      for (const Lying& one : dimensions_) high.push_back(one.refined || !matters(one, method) ? 0 : one.size - 1);
      for_each_place(low, high, [&](const Place& base) { maps.push_back(map_at(base, method)); });
    }
    return maps;
  }

 private:
  struct Lying {
    std::size_t size, stride;
    bool refined;
    std::string scheme_parameter;  ///< empty: of the model
  };

  bool matters(const Lying& one, std::size_t method) const {
    return one.scheme_parameter.empty() || depends_on(config_, config_.methods[method].method, one.scheme_parameter);
  }

  Map map_at(const Place& base, std::size_t method) const {
    Map map{method, {}, {}};
    Place high = base;
    for (std::size_t k = 0; k < dimensions_.size(); ++k) {
      if (!dimensions_[k].refined) continue;
      map.sizes.push_back(matters(dimensions_[k], method) ? dimensions_[k].size : 1);
      high[k] = map.sizes.back() - 1;
    }
    for_each_place(base, high, [&](const Place& place) {
      std::size_t point = 0;
      for (std::size_t k = 0; k < place.size(); ++k) point += place[k] * dimensions_[k].stride;
      map.points.push_back(point);
    });
    return map;
  }

  const SweepConfig& config_;
  std::vector<Lying> dimensions_;
};

}  // namespace

std::vector<Map> maps_of(const SweepConfig& config) {
  return PointLattice(config).maps();
}

std::size_t product(const Place& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, std::multiplies<>());
}

std::size_t coarse_step(std::size_t size) {
  return std::bit_floor(std::max<std::size_t>(1, (size - 1) / 4));
}

}  // namespace tertium::experiments
