#include "embedding/choices/pair_weights.hpp"

// Compiled once for every instruction set; the best one of the machine is chosen at run time (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "embedding/choices/pair_weights.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "embedding/losses/vector_losses-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace tertium::embedding::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void exponentials_of(double* numbers, std::size_t count, double most) {
  const D d;
  for (std::size_t k = 0; k < count; k += hn::Lanes(d))
    hn::Store(exponential(hn::Min(hn::Load(d, numbers + k), hn::Set(d, most))), d, numbers + k);
}

}  // namespace tertium::embedding::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::embedding {

HWY_EXPORT(exponentials_of);

void exponentials(double* numbers, std::size_t count, double most) {
  HWY_DYNAMIC_DISPATCH(exponentials_of)(numbers, count, most);
}

}  // namespace tertium::embedding
#endif
