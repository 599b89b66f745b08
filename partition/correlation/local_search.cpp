#include "partition/correlation/local_search.hpp"

#include <numeric>
#include <vector>

#include "partition/correlation/label_moves.hpp"

namespace tertium::partition {

using core::Object;
using core::OddOneOut;

LocalSearchResult local_search(const core::Partition& start, std::span<const OddOneOut> answers, int most_passes,
                               core::Stream& stream) {
  LabelMoves search(start, answers);
  std::vector<Object> order(static_cast<std::size_t>(start.objects()));
  std::iota(order.begin(), order.end(), 0);
  stream.shuffle(std::span(order));
  LocalSearchResult result;
  for (bool moved = true; moved && result.passes < most_passes; ++result.passes) {
    moved = false;
    for (const Object u : order) moved = search.move(u) || moved;
    search.renumber();
    result.ended = !moved;
  }
  result.partition = search.partition();
  return result;
}

}  // namespace tertium::partition
