// MulK-4 of listed comparisons: somebody's answers are few, however many could be asked, so nothing of the size of the
// table is looked at. Outer products per reference pair over the comparisons that exist.
#include <algorithm>
#include <vector>

#include "core/comparisons/quadruplet_visits.hpp"
#include "kernels/multiplicative/mulk4.hpp"

namespace tertium::kernels {
namespace {

using core::Object;
using core::Rank;

/// The pairs that one reference was compared with, as lists by anchor, and their outer products.
class OuterProducts {
 public:
  explicit OuterProducts(Object n) : n_(n), lists_(n), square_(static_cast<std::size_t>(n) * n, 0) {}

  /// The pair {i, j} has sign s against the current reference pair.
  void add(core::Pair pair, int sign) {
    append(pair.i, {pair.j, sign});
    append(pair.j, {pair.i, sign});
  }

  /// Ends a reference pair: for every r, all pairs {i,r}, {j,r} seen with it contribute to K_ij.
  void finish_reference() {
    for (const Object r : anchors_) {
      std::vector<Neighbour>& list = lists_[r];
      for (std::size_t u = 1; u < list.size(); ++u)
        for (std::size_t v = 0; v < u; ++v)
          square_[static_cast<std::size_t>(list[u].object) * n_ + list[v].object] += list[u].sign * list[v].sign;
      list.clear();
    }
    anchors_.clear();
  }

  void add_to(core::PairTable<std::int64_t>& kernel) const {
    for (Object i = 0; i < n_; ++i)
      for (Object j = i + 1; j < n_; ++j)
        kernel(i, j) += square_[static_cast<std::size_t>(i) * n_ + j] + square_[static_cast<std::size_t>(j) * n_ + i];
  }

 private:
  struct Neighbour {
    Object object;
    int sign;
  };

  void append(Object r, Neighbour neighbour) {
    if (lists_[r].empty()) anchors_.push_back(r);
    lists_[r].push_back(neighbour);
  }

  Object n_;
  std::vector<std::vector<Neighbour>> lists_;  // by anchor r: the objects i whose pair {i, r} is compared
  std::vector<Object> anchors_;                // those with a list
  std::vector<std::int64_t> square_;
};

}  // namespace

CountedKernel mulk4_listed(const core::Quadruplets& quadruplets) {
  const core::SparseQuadruplets comparisons(quadruplets);
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  OuterProducts products(quadruplets.objects());
  for (Rank reference = 0; reference < quadruplets.pairs(); ++reference) {
    for (const auto& entry : comparisons.row(reference))
      products.add(pairs[quadruplets.pair_at(entry.column())], -entry.sign());
    products.finish_reference();
  }
  CountedKernel result{core::PairTable<std::int64_t>(quadruplets.objects()), comparisons.count()};
  products.add_to(result.kernel);
  return result;
}

}  // namespace tertium::kernels
