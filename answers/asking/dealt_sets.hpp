#pragma once

#include <cstdint>
#include <vector>

#include "answers/asking/screen_places.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {

/// Objects that are still to be dealt, those of `now` once more often than those of `later`.
struct Deck {
  std::vector<core::Object> now, later{};
};

/// `count` different sets of `size` objects, in which every object of the deck is as often as any other, but that those
/// of `now` are once more often. `now` has as many objects as the number of places, count * size, leaves over, or all
/// of them where that is none. At most half of all sets; there always are such.
std::vector<ObjectSet> dealt_sets(const Deck& deck, std::int64_t count, std::size_t size, core::Stream& draws);

}  // namespace tertium::answers
