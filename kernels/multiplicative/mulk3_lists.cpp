// MulK-3 where few triplets are known: the tables of the anchors turned into lists by column.
#include <vector>

#include "kernels/multiplicative/mulk3.hpp"

namespace tertium::kernels {
namespace {

using core::Object;

/// The columns {k,l} of one k after the other: which anchors know them and with which sign.
class ColumnLists {
 public:
  explicit ColumnLists(const core::Triplets& triplets)
      : triplets_(triplets),
        n_(static_cast<std::size_t>(triplets.objects())),
        lists_(n_),
        square_(n_ * n_, 0),
        scratch_(2 * static_cast<std::size_t>(triplets.row_words())) {}

  /// All columns {k,l}, l > k.
  void add(Object k) {
    for (Object anchor = 0; anchor < triplets_.objects(); ++anchor) read(anchor, k);
    for (std::size_t l = static_cast<std::size_t>(k) + 1; l < n_; ++l) {
      multiply(lists_[l]);
      lists_[l].clear();
    }
  }

  void add_to(core::PairTable<std::int64_t>& kernel) const {
    for (std::size_t j = 0; j < n_; ++j)
      for (std::size_t i = 0; i < j; ++i) kernel(static_cast<Object>(i), static_cast<Object>(j)) += square_[j * n_ + i];
  }

 private:
  void read(Object anchor, Object k) {
    const std::int64_t first = k / core::kWordBits;
    const std::size_t size = scratch_.size() / 2 - static_cast<std::size_t>(first);
    core::Word* observed = scratch_.data();
    core::Word* wins = observed + size;
    triplets_.upper_row(anchor, k, first, {observed, size}, {wins, size});
    for (std::size_t q = 0; q < size; ++q)
      core::for_each_bit(observed[q], [&](int bit) {
        const auto l = static_cast<std::size_t>((first + static_cast<std::int64_t>(q)) * core::kWordBits + bit);
        lists_[l].push_back(static_cast<std::uint32_t>(anchor) << 1 | (wins[q] >> bit & 1));
      });
  }

  /// Anchors are in ascending order: the later one is the row.
  void multiply(const std::vector<std::uint32_t>& list) {
    for (std::size_t u = 1; u < list.size(); ++u) {
      std::int32_t* row = &square_[(list[u] >> 1) * n_];
      for (std::size_t v = 0; v < u; ++v)
        row[list[v] >> 1] += 1 - 2 * static_cast<std::int32_t>((list[u] ^ list[v]) & 1);
    }
  }

  const core::Triplets& triplets_;
  std::size_t n_;
  std::vector<std::vector<std::uint32_t>> lists_;  // by l: anchor, and sign in the lowest bit
  std::vector<std::int32_t> square_;               // an entry is at most M < 2^31
  std::vector<core::Word> scratch_;
};

}  // namespace

core::PairTable<std::int64_t> mulk3_by_lists(const core::Triplets& triplets, core::Team& team) {
  core::PairTable<std::int64_t> kernel(triplets.objects());
#pragma omp parallel
  {
    ColumnLists lists(triplets);
#pragma omp for schedule(dynamic)
    for (Object k = 0; k < triplets.objects(); ++k)
      if (team.owns(k)) lists.add(k);
#pragma omp critical
    lists.add_to(kernel);
  }
  team.sum(kernel.values());
  return kernel;
}

}  // namespace tertium::kernels
