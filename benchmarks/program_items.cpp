#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "benchmarks/bench_item.hpp"
#include "core/base/error.hpp"
#include "files/output/scratch_folder.hpp"
#include "kernels/additive/adds3.hpp"
#include "partition/sdp/admm_pass.hpp"
#include "partition/sdp/sdpa_format.hpp"
#include "partition/sdp/spur.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/plain_product.hpp"

namespace tertium::benchmarks {
namespace {

using core::Object;

/// How many triplets, in units of c* = n k ln(n k) / (eps delta)^2, where recovery begins (docs/figures-adds20.md):
/// what decides how hard a program is.
constexpr double kFew = 0.25, kThreshold = 1.0, kMany = 3.0;

/// A planted flat problem of n objects in 4 clusters, as ADDS20 has it.
std::shared_ptr<core::Problem> planted_flat(Object n, double share) {
  const problems::Model& model = problems::find_model("planted-flat");
  core::Parameters parameters(model.parameters);
  parameters.set("n", std::int64_t{n});
  const problems::Scheme& scheme = problems::find_scheme("count");
  core::Parameters values(scheme.parameter_infos());
  constexpr double kEps = 0.75;
  const double clusters = static_cast<double>(n * parameters.integer("k")), gap = kEps * parameters.real("delta");
  values.set("count", fmt::format("{:.0f}", share * clusters * std::log(clusters) / (gap * gap)));
  values.set("eps", kEps);
  const core::CellKey cell{1, static_cast<std::uint64_t>(n), 0};
  return std::make_shared<core::Problem>(
      problems::assemble(model.sample(parameters, cell), scheme, values, cell).problem);
}

/// Its AddS-3 similarities, and of how many triplets they are made.
struct FlatSimilarities {
  embedding::Matrix s;
  double triplets;
};

FlatSimilarities flat_similarities(Object n, double share) {
  const auto problem = planted_flat(n, share);
  const auto table = kernels::shared_adds3(*problem);
  core::Similarities similarity(n);
  std::ranges::copy(table->values(), similarity.values().begin());
  return {embedding::symmetric_matrix(similarity), static_cast<double>(core::triplets_given(*problem))};
}

/// An item that works on those.
template <typename Work>
BenchItem on_flat_similarities(std::string name, Object n, Work work, double share = kThreshold, double units = 0.0,
                               std::string unit = {}) {
  BenchItem item;
  item.name = std::move(name);
  item.size = fmt::format("N = {}, {} c*", n, share);
  item.work = units;
  item.unit = std::move(unit);
  item.prepare = [n, share, work] {
    return [input = flat_similarities(n, share), work] { work(input.s, input.triplets); };
  };
  return item;
}

/// SDP-k with four clusters; `guess`: begun with one that may be proven at once.
auto sdp_k(bool guess, double tolerance = partition::SdpSettings{}.tolerance) {
  return [guess, tolerance](const embedding::Matrix& s, double) {
    core::Stream stream({1, 1, 0}, core::Purpose::kTest);
    partition::SdpSettings settings;
    settings.tolerance = tolerance;
    partition::ClusteringSdp sdp(s, settings);
    const partition::SdpProblem problem{partition::SdpForm::kTrace, 4.0};
    if (guess)
      partition::solve_certified(sdp, problem, stream);
    else
      partition::expect_converged(problem, sdp.solve(problem));
  };
}

/// CSDP, a generic interior point solver, at our tolerance. Its work grows with n^6.
BenchItem csdp(Object n) {
  BenchItem item;
  item.name = "SDP-k by CSDP";
  item.size = fmt::format("N = {}, {} c*", n, kThreshold);
  item.other_program = true;
  item.prepare = [n] {
    const auto folder = std::make_shared<files::ScratchFolder>("bench");
    std::ofstream problem(folder->path() / "problem.dat-s");
    partition::write_sdpa(problem, flat_similarities(n, kThreshold).s, 4.0);
    std::ofstream settings(folder->path() / "param.csdp");
    for (const char* name : {"axtol", "atytol", "objtol"}) settings << name << "=1.0e-3\n";
    return [folder] {
      const std::string command =
          fmt::format("cd '{}' && OMP_NUM_THREADS=1 csdp problem.dat-s > log 2>&1", folder->path().string());
      if (std::system(command.c_str()) != 0)
        core::fail("csdp failed on a program of the benchmark, uninstall it to skip this item");
    };
  };
  return item;
}

bool has_csdp() {
  return std::system("command -v csdp > /dev/null") == 0;
}

}  // namespace

std::vector<BenchItem> program_bench_items(const Ceilings& c) {
  std::vector<BenchItem> items;
  const auto spur = [](const embedding::Matrix& s, double count) {
    partition::SpurSettings settings;
    settings.comparisons = count;
    core::Stream stream({1, 1, 0}, core::Purpose::kTest);
    partition::spur(s, settings, stream);
  };
  const auto pass = [t = std::make_shared<embedding::Matrix>(), a = std::make_shared<embedding::Matrix>()](
                        const embedding::Matrix& s, double) {
    if (t->rows() != s.rows()) *t = *a = embedding::Matrix(s.rows(), s.rows());
    partition::admm_pass(embedding::Matrix(s.rows(), 4), s, 1.0, *t, *a);
  };
  const auto follow = [](const embedding::Matrix& s, double) {
    embedding::EigenTracker tracker(s.rows(), true);
    tracker.update(s, [](auto) { return 3; });
  };
  const auto all_pairs = [](const embedding::Matrix& s, double) { embedding::symmetric_eigen(s); };
  // As many columns as there are eigenpairs where clusters are unclear.
  const auto product = [columns = std::make_shared<embedding::Matrix>()](const embedding::Matrix& s, double) {
    if (columns->rows() != s.rows()) *columns = s.first_cols(s.rows() / 5);
    embedding::multiply(s, *columns);
  };
  const auto plain_product = [columns = std::make_shared<embedding::Matrix>()](const embedding::Matrix& s, double) {
    if (columns->rows() != s.rows()) *columns = s.first_cols(s.rows() / 5);
    testing::plain_product(s, *columns);
  };
  const auto definite = [](const embedding::Matrix& s, double) { embedding::is_positive_definite(s, 1e9); };
  for (const Object n : {20, 40, 60}) {
    items.push_back(on_flat_similarities("SDP-k", n, sdp_k(true)));
    items.push_back(on_flat_similarities("SDP-k without a guess", n, sdp_k(false)));
    if (has_csdp()) items.push_back(csdp(n));
  }
  for (const Object n : {500, 1000, 2000}) {
    const std::size_t begin = items.size();
    const double entries = std::pow(n, 2), cubes = std::pow(n, 3);
    items.push_back(on_flat_similarities("SDP-k", n, sdp_k(true), kMany));
    items.push_back(on_flat_similarities("SDP-k without a guess", n, sdp_k(false), kMany));
    items.push_back(on_flat_similarities("SDP-k", n, sdp_k(true)));
    items.push_back(on_flat_similarities("SPUR", n, spur));
    items.push_back(on_flat_similarities("SDP-k", n, sdp_k(true), kFew));
    items.push_back(on_flat_similarities("SDP-k, tolerance .01", n, sdp_k(true, 0.01), kFew));
    const auto limited = [&](std::string name, auto work, double units, std::string unit) {
      items.push_back(on_flat_similarities(std::move(name), n, work, kThreshold, units, std::move(unit)));
    };
    limited("entrywise pass of SDP-k, rank 4", pass, entries, "entry");
    const auto with_ceiling = [&] {
      items.back().ceiling = c.fma_flops;
      items.back().ceiling_name = "multiply-add";
    };
    limited("product with N/5 columns", product, 0.4 * cubes, "flop");
    with_ceiling();
    if (n == 500) {
      limited("product with N/5 columns, plain", plain_product, 0.4 * cubes, "flop");
      with_ceiling();
    }
    limited("3 leading eigenpairs, 8 steps from nothing", follow, 0.0, "");
    limited("all eigenpairs (LAPACK)", all_pairs, 9.0 * cubes, "flop");
    limited("certificate: Cholesky (LAPACK)", definite, cubes / 3.0, "flop");
    for (std::size_t k = begin; k < items.size(); ++k)
      items[k].large = n == 2000 || (n == 1000 && items[k].name == "SPUR");
  }
  return items;
}

}  // namespace tertium::benchmarks
