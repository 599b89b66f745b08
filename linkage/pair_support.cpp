#include "linkage/pair_support.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>

#include "core/error.hpp"
#include "core/machine.hpp"
#include "kernels/bit_panel.hpp"

namespace tertium::linkage {
namespace {

using core::Rank;
using kernels::ColumnGroup;
using kernels::ColumnSign;

/// Large pages, where the system has them: rows are read in no order, and every page costs a look-up.
void ask_for_large_pages([[maybe_unused]] core::BitMatrix& bits) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t kPage = 1U << 21;
  if (bits.empty()) return;
  const auto begin = (reinterpret_cast<std::uintptr_t>(bits.row(0)) + kPage - 1) / kPage * kPage;
  const auto end = reinterpret_cast<std::uintptr_t>(bits.row(bits.rows())) / kPage * kPage;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);  // a wish: may be refused
#endif
}

kernels::BitPanel whole_table(const core::Quadruplets& quadruplets) {
  kernels::BitPanel panel = kernels::make_panel(quadruplets, core::words_for(quadruplets.pairs()));
  ask_for_large_pages(panel.observed);
  ask_for_large_pages(panel.wins);
  kernels::fill_panel(quadruplets, 0, panel);
  return panel;
}

class DenseSupport final : public PairSupport {
 public:
  explicit DenseSupport(kernels::BitPanel panel)
      : PairSupport(panel.observed.stride() * core::kWordBits),
        panel_(std::move(panel)),
        observed_(panel_.observed, panel_.wins.empty() ? ColumnSign::kByPosition : ColumnSign::kAlways),
        wins_(panel_.wins, ColumnSign::kAlways) {}

  void add(std::span<const ColumnGroup> groups) override {
    observed_.add(groups, support_);
    if (panel_.wins.empty()) return;
    // Row b says c(b;a) = 2 wins - observed, and c(a;b) = -c(b;a).
    std::vector<ColumnGroup> losses(groups.begin(), groups.end());
    for (ColumnGroup& group : losses) group.step *= -2;
    wins_.add(losses, support_);
  }

  std::int64_t comparisons() const override { return kernels::count_bits(panel_.observed) / 2; }

 private:
  kernels::BitPanel panel_;
  kernels::ColumnCounts observed_, wins_;
};

class SparseSupport final : public PairSupport {
 public:
  explicit SparseSupport(const core::SparseQuadruplets& comparisons)
      : PairSupport(static_cast<std::int64_t>(comparisons.row_begin.size()) - 1), comparisons_(comparisons) {}

  void add(std::span<const ColumnGroup> groups) override {
    for (const ColumnGroup& group : groups) {
      const std::int64_t step[2] = {group.step, -group.step};  // c(a;b) = -c(b;a)
      for (const Rank b : group.rows)
        for (const auto& entry : comparisons_.row(b)) support_[entry.column()] += step[entry.sign() > 0];
    }
  }

  std::int64_t comparisons() const override { return comparisons_.count(); }

 private:
  const core::SparseQuadruplets& comparisons_;
};

}  // namespace

double dense_support_bytes(double pairs, bool with_signs) {
  return kernels::BitPanel::bytes(pairs, pairs / core::kWordBits, with_signs);
}

std::unique_ptr<PairSupport> make_dense_support(const core::Instance& instance, core::KernelTime* time) {
  const core::Quadruplets& quadruplets = *instance.quadruplets;
  const double bytes = dense_support_bytes(quadruplets.pairs(), !quadruplets.signs_are_positions());
  if (const double left = core::available_memory(); bytes > left)
    core::fail(
        "4-AL needs {:.1f} GB for the comparisons of {} objects ({:.1f} GB are left), use fewer objects or a smaller p",
        bytes / 1e9, instance.objects, left / 1e9);
  const auto begin = std::chrono::steady_clock::now();
  auto support = std::make_unique<DenseSupport>(whole_table(quadruplets));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (time != nullptr) {
    time->seconds += taken.count();
    time->made_here += taken.count();
  }
  return support;
}

std::unique_ptr<PairSupport> make_sparse_support(const core::Instance& instance, core::KernelTime* time) {
  return std::make_unique<SparseSupport>(core::sparse_quadruplets(instance, time));
}

}  // namespace tertium::linkage
