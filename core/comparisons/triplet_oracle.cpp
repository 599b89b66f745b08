#include "core/comparisons/triplet_oracle.hpp"

#include <utility>

namespace tertium::core {
namespace {

int sign_of(double difference) {
  return static_cast<int>(difference > 0.0) - static_cast<int>(difference < 0.0);
}

class TableOracle final : public TripletOracle {
 public:
  explicit TableOracle(std::shared_ptr<const Similarities> w) : TripletOracle(w->objects()), w_(std::move(w)) {}

  void signs(Object anchor, std::span<const Object> first, std::span<const Object> second,
             std::span<int> signs) const override {
    // A table of pairs is read across rows: what is asked often is gathered once.
    if (first.size() < static_cast<std::size_t>(objects()) / 2) {
      for (std::size_t c = 0; c < first.size(); ++c)
        signs[c] = sign_of((*w_)(anchor, first[c]) - (*w_)(anchor, second[c]));
      return;
    }
    std::vector<double> row(static_cast<std::size_t>(objects()));
    for (Object k = 0; k < objects(); ++k)
      if (k != anchor) row[k] = (*w_)(anchor, k);
    for (std::size_t c = 0; c < first.size(); ++c) signs[c] = sign_of(row[first[c]] - row[second[c]]);
  }

 private:
  std::shared_ptr<const Similarities> w_;
};

class RelabelledOracle final : public TripletOracle {
 public:
  RelabelledOracle(std::shared_ptr<const TripletOracle> oracle, std::span<const Object> new_id)
      : TripletOracle(oracle->objects()), oracle_(std::move(oracle)), old_id_(new_id.size()) {
    for (std::size_t i = 0; i < new_id.size(); ++i) old_id_[new_id[i]] = static_cast<Object>(i);
  }

  void signs(Object anchor, std::span<const Object> first, std::span<const Object> second,
             std::span<int> signs) const override {
    std::vector<Object> x(first.size()), y(second.size());
    for (std::size_t c = 0; c < first.size(); ++c) {
      x[c] = old_id_[first[c]];
      y[c] = old_id_[second[c]];
    }
    oracle_->signs(old_id_[anchor], x, y, signs);
  }

 private:
  std::shared_ptr<const TripletOracle> oracle_;
  std::vector<Object> old_id_;
};

}  // namespace

std::shared_ptr<const TripletOracle> oracle_of(std::shared_ptr<const Similarities> w) {
  return std::make_shared<const TableOracle>(std::move(w));
}

std::shared_ptr<const TripletOracle> relabelled(std::shared_ptr<const TripletOracle> oracle,
                                                std::span<const Object> new_id) {
  return std::make_shared<const RelabelledOracle>(std::move(oracle), new_id);
}

}  // namespace tertium::core
