#pragma once

#include <array>
#include <map>
#include <vector>

#include "core/comparisons/peoples_triplets.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/methods/problem.hpp"
#include "core/random/random.hpp"
#include "problems/models/model.hpp"

namespace tertium::metrics {

/// Answers of a problem by who gave them, or else by the set of objects that they are about: what is drawn again
/// together.
class AnswerSets {
 public:
  struct Answers {
    std::vector<core::Triplet> triplets;
    std::vector<core::Quadruplet> quadruplets;
  };

  /// Of the problem's triplets, or of its quadruplets, as a method needs them; none of one that needs neither.
  AnswerSets(const core::Problem& problem, core::Provisions needs);

  bool empty() const { return sets_.empty(); }
  const std::vector<const Answers*>& sets() const { return sets_; }
  /// As many sets as there are, drawn with replacement.
  problems::ModelSample sample(core::Stream& draws) const;

 private:
  using Objects = std::array<core::Object, 4>;

  Answers& at(Objects objects);
  void take_people(const core::PeoplesTriplets& triplets);
  void take_triplets(const core::Triplets& triplets);
  void take_quadruplets(const core::Quadruplets& quadruplets);

  std::map<Objects, Answers> by_objects_;  // nodes stay where they are
  std::vector<const Answers*> sets_;
};

}  // namespace tertium::metrics
