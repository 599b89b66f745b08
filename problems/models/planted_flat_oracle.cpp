#include "problems/models/planted_flat_oracle.hpp"

#include <utility>
#include <vector>

namespace tertium::problems {
namespace {

class PlantedFlatOracle final : public core::TripletOracle {
 public:
  PlantedFlatOracle(const core::Partition& clusters, QuantileFamily family, const core::CellKey& cell)
      : core::TripletOracle(clusters.objects()),
        labels_(clusters.labels().begin(), clusters.labels().end()),
        family_(std::move(family)),
        key_(core::stream_key(cell, core::Purpose::kSimilarities)) {}

  void signs(core::Object anchor, std::span<const core::Object> first, std::span<const core::Object> second,
             std::span<int> signs) const override {
    const core::Label own = labels_[anchor];
    for (std::size_t c = 0; c < first.size(); ++c) {
      const double u = uniform(anchor, first[c]), v = uniform(anchor, second[c]);
      const bool u_inside = labels_[first[c]] == own, v_inside = labels_[second[c]] == own;
      // Of one kind the larger number is the larger quantile.
      const double difference = u_inside == v_inside ? u - v : value(u, u_inside) - value(v, v_inside);
      signs[c] = static_cast<int>(difference > 0.0) - static_cast<int>(difference < 0.0);
    }
  }

 private:
  double uniform(core::Object i, core::Object j) const {
    const auto place = static_cast<std::uint64_t>(core::pair_number(i, j, objects()));
    return core::uniform_of(core::threefry(key_, {place / 4, 0, 0, 0})[place % 4]);
  }
  double value(double u, bool inside) const { return inside ? family_.inside(u) : family_.between(u); }

  std::vector<core::Label> labels_;
  QuantileFamily family_;
  std::array<std::uint64_t, 4> key_;
};

}  // namespace

std::shared_ptr<const core::TripletOracle> planted_flat_oracle(const core::Partition& clusters, QuantileFamily family,
                                                               const core::CellKey& cell) {
  return std::make_shared<const PlantedFlatOracle>(clusters, std::move(family), cell);
}

}  // namespace tertium::problems
