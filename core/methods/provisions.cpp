#include "core/methods/provisions.hpp"

namespace tertium::core {
namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text.empty() ? "nothing" : text;
}

template <typename Enum, typename All>
std::string set_text(EnumSet<Enum> set, const All& all) {
  std::vector<std::string> names;
  for (const Enum value : all)
    if (set.contains(value)) names.emplace_back(name_of(value));
  return joined(names);
}

}  // namespace

const char* name_of(Provision provision) {
  const char* name = "";
  for_each_provision([&](const auto& kind) {
    if (kind.kProvision == provision) name = kind.name;
  });
  return name;
}

const char* name_of(Axis axis) {
  switch (axis) {
    case Axis::kSample:
      return "the sample of comparisons";
    case Axis::kNoise:
      return "the noise of answers";
    case Axis::kBudget:
      return "the budget of questions";
    case Axis::kRepeats:
      return "the answers to repeated questions";
  }
  return "";
}

std::string text_of(Provisions provisions) {
  return set_text(provisions, kAllProvisions);
}

std::string text_of(Axes axes) {
  return set_text(axes, kAllAxes);
}

}  // namespace tertium::core
