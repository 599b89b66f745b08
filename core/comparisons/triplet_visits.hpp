#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "core/base/bits.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Calls use(k, observed, wins) with the whole row of every k, ascending, from word k / 64 on; not for k = anchor.
void read_anchor(const Triplets& triplets, Object anchor,
                 const std::function<void(Object, std::span<const Word>, std::span<const Word>)>& use);

/// Calls visit(triplet) for every statement, each once, anchor by anchor.
template <typename Visit>
void for_each_triplet(const Triplets& triplets, Visit&& visit) {
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor)
    read_anchor(triplets, anchor, [&](Object k, std::span<const Word> observed, std::span<const Word> wins) {
      for (std::size_t q = 0; q < observed.size(); ++q)
        for_each_bit(observed[q], [&](int bit) {
          const auto l = static_cast<Object>((k / kWordBits + static_cast<std::int64_t>(q)) * kWordBits + bit);
          visit((wins[q] >> bit & 1) != 0 ? Triplet{anchor, k, l} : Triplet{anchor, l, k});
        });
    });
}

/// Number of triplets observed (ties are not answers).
std::int64_t count_observed(const Triplets& triplets);

}  // namespace tertium::core
