#include "core/comparisons/triplet_visits.hpp"

#include <bit>
#include <vector>

namespace tertium::core {

void read_anchor(const Triplets& triplets, Object anchor,
                 const std::function<void(Object, std::span<const Word>, std::span<const Word>)>& use) {
  std::vector<Word> observed(triplets.row_words());
  std::vector<Word> wins(observed.size());
  for (Object k = 0; k < triplets.objects(); ++k) {
    if (k == anchor) continue;
    const std::int64_t first = k / kWordBits;
    const auto size = observed.size() - static_cast<std::size_t>(first);
    triplets.upper_row(anchor, k, first, std::span(observed).first(size), std::span(wins).first(size));
    use(k, std::span<const Word>(observed).first(size), std::span<const Word>(wins).first(size));
  }
}

std::int64_t count_observed(const Triplets& triplets) {
  std::int64_t count = 0;
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor)
    read_anchor(triplets, anchor, [&](Object, std::span<const Word> observed, std::span<const Word>) {
      for (const Word word : observed) count += std::popcount(word);
    });
  return count;
}

}  // namespace tertium::core
