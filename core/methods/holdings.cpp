#include "core/methods/holdings.hpp"

#include <type_traits>

namespace tertium::core {
namespace {

template <typename Kind>
using TypeOf = typename std::remove_cvref_t<Kind>::Type;

}  // namespace

Provisions Holdings::provides() const {
  Provisions provisions;
  for_each_provision([&](const auto& kind) {
    if (has<TypeOf<decltype(kind)>>()) provisions |= {kind.kProvision};
  });
  return provisions;
}

void Holdings::prepare(Provisions provisions) const {
  for_each_provision([&](const auto& kind) {
    const auto& held = provided<TypeOf<decltype(kind)>>();
    if (held && kind.ahead && provisions.contains(kind.kProvision)) held.share();
  });
}

void Holdings::keep_only(Provisions provisions) {
  for_each_provision([&](const auto& kind) {
    if (!provisions.contains(kind.kProvision)) provide<TypeOf<decltype(kind)>>(nullptr);
  });
}

}  // namespace tertium::core
