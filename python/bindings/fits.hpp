#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/resampling/bootstrap.hpp"
#include "answers/resampling/people.hpp"
#include "core/base/error.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {

/// What a method made of answers, and what made it.
struct Result {
  std::shared_ptr<const answers::Fit> fit;
  std::shared_ptr<const answers::AnswerInput> input;
  core::Method method;
  std::uint64_t seed = 1;
  std::vector<core::Object> outgroup{};            // the root is beside it; or none
  std::optional<answers::CountedPeople> people{};  // where they do not all count the same
  bool numbered = false;                           // made of arrays, whose objects have no names

  const core::Dendrogram* tree() const { return std::get_if<core::Dendrogram>(&fit->product); }
  const core::Dendrogram& the_tree() const {
    if (tree() == nullptr)
      core::fail("{} makes {} (no tree), choose a method that ends in a linkage", method.name,
                 name_of(method.returns()));
    return *tree();
  }
};

/// What the method makes of samples of the answers, trees with their root as near to the outgroup as they can.
answers::Resampling resampled(const Result& result, std::int64_t replicates, const answers::JobCallback& progress);

/// What only places have: how sure they are, their main plane; and what vectors of the same objects have in common.
void bind_places(pybind11::module_& module, pybind11::class_<Result>& fits);

}  // namespace tertium::python
