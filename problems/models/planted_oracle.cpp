#include "problems/models/planted_oracle.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace tertium::problems {
namespace {

class PlantedOracle final : public core::TripletOracle {
 public:
  PlantedOracle(PlantedKinds kinds, const core::CellKey& cell)
      : core::TripletOracle(static_cast<core::Object>(kinds.leaf.size())),
        kinds_(std::move(kinds)),
        key_(core::stream_key(cell, core::Purpose::kSimilarities)) {}

  void signs(core::Object anchor, std::span<const core::Object> first, std::span<const core::Object> second,
             std::span<int> signs) const override {
    for (std::size_t c = 0; c < first.size(); ++c) {
      const double u = uniform(anchor, first[c]), v = uniform(anchor, second[c]);
      const std::size_t of_u = kind(anchor, first[c]), of_v = kind(anchor, second[c]);
      // Of one kind the larger number is the larger quantile.
      const double difference = of_u == of_v ? u - v : kinds_.quantiles[of_u](u) - kinds_.quantiles[of_v](v);
      signs[c] = static_cast<int>(difference > 0.0) - static_cast<int>(difference < 0.0);
    }
  }

 private:
  std::size_t kind(core::Object i, core::Object j) const {
    const auto apart = static_cast<unsigned>(kinds_.leaf[i]) ^ static_cast<unsigned>(kinds_.leaf[j]);
    return std::min(static_cast<std::size_t>(std::bit_width(apart)), kinds_.quantiles.size() - 1);
  }
  double uniform(core::Object i, core::Object j) const {
    const auto place = static_cast<std::uint64_t>(core::pair_number(i, j, objects()));
    return core::uniform_of(core::threefry(key_, {place / 4, 0, 0, 0})[place % 4]);
  }

  PlantedKinds kinds_;
  std::array<std::uint64_t, 4> key_;
};

}  // namespace

std::shared_ptr<const core::TripletOracle> planted_oracle(PlantedKinds kinds, const core::CellKey& cell) {
  return std::make_shared<const PlantedOracle>(std::move(kinds), cell);
}

}  // namespace tertium::problems
