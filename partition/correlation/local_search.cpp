#include "partition/correlation/local_search.hpp"

#include "partition/correlation/label_moves.hpp"

namespace tertium::partition {

using core::Object;
using core::OddOneOut;

LocalSearchResult local_search(const core::Partition& start, std::span<const OddOneOut> answers, int most_passes,
                               std::span<const Object> order) {
  LabelMoves search(start, answers);
  LocalSearchResult result;
  for (bool moved = true; moved && result.passes < most_passes; ++result.passes) {
    moved = false;
    for (Object k = 0; k < start.objects(); ++k)
      moved = search.move(order.empty() ? k : order[static_cast<std::size_t>(k)]) || moved;
    search.renumber();
    result.ended = !moved;
  }
  result.partition = search.partition();
  return result;
}

}  // namespace tertium::partition
