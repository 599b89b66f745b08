#include "linkage/four_al/pair_support.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "kernels/bits/bit_panel.hpp"

namespace tertium::linkage {
namespace {

using core::Rank;
using kernels::ColumnGroup;

/// The columns of this member.
kernels::BitPanel own_table(const core::Quadruplets& quadruplets, core::Share columns) {
  const std::int64_t begin = columns.begin / core::kWordBits;
  const std::int64_t end = std::min(columns.end / core::kWordBits, core::words_for(quadruplets.pairs()));
  if (begin >= end) return {};
  kernels::BitPanel panel = kernels::make_panel(quadruplets, end - begin);
  kernels::fill_panel(quadruplets, begin, panel);
  return panel;
}

class DenseSupport final : public PairSupport {
 public:
  explicit DenseSupport(const core::Problem& problem)
      : PairSupport(*problem.team, problem.get<core::Quadruplets>().pairs()),
        table_(problem.products().share(kQuadrupletTable,
                                        [&] { return own_table(problem.get<core::Quadruplets>(), own()); })) {}

  std::int64_t comparisons() const override { return team().sum(kernels::count_bits(table_->observed)) / 2; }

 private:
  void add_own(std::span<const ColumnGroup> groups) override {
    kernels::add_signs(table_->observed, table_->wins, static_cast<Rank>(own().begin), groups, own_support());
  }

  std::shared_ptr<const kernels::BitPanel> table_;
};

}  // namespace

PairSupport::PairSupport(core::Team& team, std::int64_t pairs) : team_(team) {
  constexpr std::int64_t kUnit = core::BitMatrix::kAlignWords * core::kWordBits;
  const std::int64_t units = (pairs + kUnit - 1) / kUnit;
  for (int r = 0; r < team.size(); ++r) slices_.push_back(team.share_of(r, units).begin * kUnit);
  slices_.push_back(units * kUnit);
  support_.assign(static_cast<std::size_t>(units * kUnit), 0);
}

double dense_support_bytes(double pairs, bool with_signs, int team) {
  return kernels::BitPanel::bytes(pairs, pairs / core::kWordBits / team, with_signs);
}

std::unique_ptr<PairSupport> make_dense_support(const core::Problem& problem) {
  const core::Quadruplets& quadruplets = problem.get<core::Quadruplets>();
  const double bytes =
      dense_support_bytes(quadruplets.pairs(), !quadruplets.signs_are_positions(), problem.team->size());
  if (!problem.products().holds(kQuadrupletTable) && !core::has_memory_for(bytes))
    core::fail(
        "4-AL needs {:.1f} GB for the comparisons of {} objects ({:.1f} GB are left), use fewer objects, "
        "a smaller p or a larger team",
        bytes / 1e9, problem.objects, core::available_memory() / 1e9);
  return std::make_unique<DenseSupport>(problem);
}

core::SharedCost dense_support_cost(const core::ProblemSize& size) {
  const double m = core::pair_count(size.objects);
  const double tables = size.eps < 1.0 ? 2.0 : 1.0;
  const double bytes = dense_support_bytes(m, size.eps < 1.0, size.team);
  return {kQuadrupletTable, {0.12 * tables * m * m, bytes, bytes}};
}

}  // namespace tertium::linkage
