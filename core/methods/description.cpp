#include "core/methods/description.hpp"

#include <algorithm>
#include <cstddef>

namespace tertium::core {

void add_described(Registry<Step>& steps, void (*add)(Registry<Step>&), std::string_view description) {
  const std::size_t before = steps.size();
  add(steps);
  for (std::size_t k = before; k < steps.size(); ++k) steps[k].description = description;
}

std::vector<std::string> descriptions_of(const Method& method) {
  std::vector<std::string> texts;
  for (const Link& link : method.links)
    if (const std::string& text = link.step->description;
        !text.empty() && std::ranges::find(texts, text) == texts.end())
      texts.push_back(text);
  return texts;
}

}  // namespace tertium::core
