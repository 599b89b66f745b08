#include "core/methods/description.hpp"

#include <cstddef>

namespace tertium::core {

void add_described(Registry<Step>& steps, void (*add)(Registry<Step>&), std::string_view description) {
  const std::size_t before = steps.size();
  add(steps);
  for (std::size_t k = before; k < steps.size(); ++k) steps[k].description = description;
}

}  // namespace tertium::core
