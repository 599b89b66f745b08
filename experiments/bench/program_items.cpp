#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/schemes/scheme.hpp"
#include "experiments/bench/bench_item.hpp"
#include "kernels/additive/adds3.hpp"
#include "partition/sdp/admm_pass.hpp"
#include "partition/sdp/spur.hpp"

namespace tertium::experiments {
namespace {

using core::Object;

/// A planted flat problem of n objects in 4 clusters, as ADDS20 has it, with n (ln n)^3 triplets.
std::shared_ptr<core::Problem> planted_flat(Object n) {
  const core::Model& model = core::find_model("planted-flat");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{n});
  const core::Scheme& scheme = core::find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  values.set("count", std::string("n*ln(n)^3"));
  values.set("eps", 0.75);
  const core::CellKey cell{1, static_cast<std::uint64_t>(n), 0};
  return std::make_shared<core::Problem>(core::assemble(model.sample(parameters, cell), scheme, values, cell).problem);
}

/// An item that works on the AddS-3 similarities of a planted flat problem.
template <typename Work>
BenchItem on_flat_similarities(std::string name, Object n, Work work, double units = 0.0, std::string unit = {}) {
  BenchItem item;
  item.name = std::move(name);
  item.size = fmt::format("N = {}", n);
  item.work = units;
  item.unit = std::move(unit);
  item.prepare = [n, work] {
    const auto problem = planted_flat(n);
    const auto table = kernels::shared_adds3(*problem);
    core::Similarities similarity(n);
    std::ranges::copy(table->values(), similarity.values().begin());
    return [s = partition::symmetric_matrix(similarity), count = core::triplets_given(*problem), work] {
      work(s, static_cast<double>(count));
    };
  };
  return item;
}

}  // namespace

std::vector<BenchItem> program_bench_items() {
  std::vector<BenchItem> items;
  const auto spur = [](const partition::Matrix& s, double count) {
    partition::SpurSettings settings;
    settings.comparisons = count;
    core::Stream stream({1, 1, 0}, core::Purpose::kTest);
    partition::spur(s, settings, stream);
  };
  const auto pass = [t = std::make_shared<partition::Matrix>(), a = std::make_shared<partition::Matrix>()](
                        const partition::Matrix& s, double) {
    if (t->rows() != s.rows()) *t = *a = partition::Matrix(s.rows(), s.rows());
    partition::admm_pass(partition::Matrix(s.rows(), 4), s, 1.0, *t, *a);
  };
  const auto follow = [](const partition::Matrix& s, double) {
    partition::EigenTracker tracker(s.rows(), true, partition::Precision::kDouble);
    tracker.update(s, [](auto) { return 3; });
  };
  const auto all_pairs = [](const partition::Matrix& s, double) { partition::symmetric_eigen(s); };
  const auto all_pairs_single = [](const partition::Matrix& s, double) {
    partition::symmetric_eigen(s, partition::Precision::kSingle);
  };
  const auto definite = [](const partition::Matrix& s, double) { partition::is_positive_definite(s, 1e9); };
  for (const Object n : {1000, 2000}) {
    const double entries = std::pow(n, 2), cubes = std::pow(n, 3);
    items.push_back(on_flat_similarities("SPUR", n, spur));
    items.push_back(on_flat_similarities("entrywise pass of SDP-k, rank 4", n, pass, entries, "entry"));
    items.push_back(on_flat_similarities("3 leading eigenpairs, 8 steps from nothing", n, follow));
    items.push_back(on_flat_similarities("all eigenpairs (LAPACK)", n, all_pairs, 9.0 * cubes, "flop"));
    items.push_back(on_flat_similarities("all eigenpairs, float (LAPACK)", n, all_pairs_single, 9.0 * cubes, "flop"));
    items.push_back(on_flat_similarities("certificate: Cholesky (LAPACK)", n, definite, cubes / 3.0, "flop"));
  }
  return items;
}

}  // namespace tertium::experiments
