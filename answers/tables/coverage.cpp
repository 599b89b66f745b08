#include "answers/tables/coverage.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/comparisons/pairs.hpp"

namespace tertium::answers {
namespace {

using core::Object;

/// The object that stands for the group of `i`, which moves closer to it.
Object group_of(std::vector<Object>& above, Object i) {
  while (above[i] != i) i = above[i] = above[above[i]];
  return i;
}

/// Objects of which all sums are 0.
std::vector<Object> without_sums(const core::PairTable<std::int64_t>& sums) {
  std::vector<bool> seen(static_cast<std::size_t>(sums.objects()), false);
  core::PairIndex pair = 0;
  for (Object i = 0; i < sums.objects(); ++i)
    for (Object j = i + 1; j < sums.objects(); ++j)
      if (sums[pair++] != 0) seen[i] = seen[j] = true;
  std::vector<Object> uncompared;
  for (Object i = 0; i < sums.objects(); ++i)
    if (!seen[i]) uncompared.push_back(i);
  return uncompared;
}

}  // namespace

std::vector<Object> linked_groups(const files::ComparisonFile& comparisons) {
  std::vector<Object> above(comparisons.objects);
  std::iota(above.begin(), above.end(), 0);
  std::vector<bool> seen(comparisons.objects, false);
  Object groups = comparisons.objects;
  for (const core::Quadruplet& s : comparisons.statements) {
    if (groups == 1) break;  // all objects are one
    for (const Object object : {s.i, s.j, s.k, s.l}) {
      seen[object] = true;
      const Object one = group_of(above, object), other = group_of(above, s.i);
      if (one != other) --groups;
      above[one] = other;
    }
  }
  std::vector<Object> sizes(comparisons.objects, 0);
  for (Object i = 0; i < comparisons.objects; ++i)
    if (seen[i]) ++sizes[group_of(above, i)];
  std::erase(sizes, 0);
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

Coverage coverage(const AnswerInput& input) {
  const files::ComparisonFile& comparisons = input.comparisons;
  const Object n = comparisons.objects;
  Coverage result;
  if (input.graph) {
    for (Object v = 0; v < n; ++v)
      if (input.graph->degree(v) == 0) result.uncompared_objects.push_back(v);
    return result;
  }
  if (input.sums) {
    result.uncompared_objects = without_sums(input.sums->table);
    return result;
  }
  if (input.packed) {
    result.uncompared_objects = input.packed->uncompared_objects();
    return result;
  }
  if (n > core::kMaxObjects) return result;  // a pair among so many is rarely in a statement
  result.pairs = core::pair_count(n);
  std::vector<bool> seen_object(n, false);
  std::vector<bool> seen_pair(static_cast<std::size_t>(result.pairs), false);
  for (const core::Quadruplet& s : comparisons.statements) {
    for (const Object object : {s.i, s.j, s.k, s.l}) seen_object[object] = true;
    seen_pair[core::pair_index(s.i, s.j, n)] = seen_pair[core::pair_index(s.k, s.l, n)] = true;
  }
  for (Object i = 0; i < n; ++i)
    if (!seen_object[i]) result.uncompared_objects.push_back(i);
  result.uncompared_pairs = std::count(seen_pair.begin(), seen_pair.end(), false);
  result.groups = linked_groups(comparisons);
  return result;
}

}  // namespace tertium::answers
