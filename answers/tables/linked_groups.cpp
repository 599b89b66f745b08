#include "answers/tables/linked_groups.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace tertium::answers {
namespace {

using core::Object;

/// The object that stands for the group of `i`, which moves closer to it.
Object group_of(std::vector<Object>& above, Object i) {
  while (above[i] != i) i = above[i] = above[above[i]];
  return i;
}

}  // namespace

std::vector<Object> linked_groups(const core::ComparisonFile& comparisons) {
  std::vector<Object> above(comparisons.objects);
  std::iota(above.begin(), above.end(), 0);
  std::vector<bool> seen(comparisons.objects, false);
  for (const core::Quadruplet& s : comparisons.statements)
    for (const Object object : {s.i, s.j, s.k, s.l}) {
      seen[object] = true;
      above[group_of(above, object)] = group_of(above, s.i);
    }
  std::vector<Object> sizes(comparisons.objects, 0);
  for (Object i = 0; i < comparisons.objects; ++i)
    if (seen[i]) ++sizes[group_of(above, i)];
  std::erase(sizes, 0);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

}  // namespace tertium::answers
