#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/bench_item.hpp"
#include "core/methods/method.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/additive/adds4_drawn.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "linkage/average/average_linkage_by_age.hpp"
#include "problems/schemes/scheme.hpp"
#include "tests/support/brute_force.hpp"

namespace tertium::benchmarks {
namespace {

using core::Object;

constexpr std::int64_t kDrawn = 10'000'000;  // comparisons, drawn with replacement

/// A planted hierarchy of n objects (a multiple of 8), delta = sigma, with comparisons by a scheme with one value set.
template <typename Value>
std::shared_ptr<core::Problem> planted(Object n, const char* scheme_name, const char* key, const Value& value) {
  const problems::Model& model = problems::find_model("planted-hierarchy");
  core::Parameters parameters(model.parameters);
  parameters.set("n0", std::int64_t{n / 8});
  const problems::Scheme& scheme = problems::find_scheme(scheme_name);
  core::Parameters values(scheme.parameter_infos());
  values.set(key, value);
  const core::CellKey cell{1, static_cast<std::uint64_t>(n), 0};
  auto problem =
      std::make_shared<core::Problem>(problems::assemble(model.sample(parameters, cell), scheme, values, cell).problem);
  problem->prepare(problem->provides());
  return problem;
}

std::shared_ptr<core::Problem> planted(Object n, double p) {
  return planted(n, "proportion", "p", p);
}

std::string size_text(Object n, double p) {
  return p < 1.0 ? fmt::format("N = {}, p = {}", n, p) : fmt::format("N = {}", n);
}

double pairs(Object n) {
  return core::pair_count(n);
}

/// An item that works on the comparisons of a planted problem.
template <typename Work>
BenchItem on_comparisons(std::string name, Object n, double p, Work work) {
  BenchItem item;
  item.name = std::move(name);
  item.size = size_text(n, p);
  item.prepare = [n, p, work] {
    const auto problem = planted(n, p);
    return [problem, work] { work(*problem); };
  };
  return item;
}

/// A method from the comparisons to the tree, nothing remembered from an earlier run.
BenchItem whole_method(const std::string& title, const std::string& name, Object n, double p) {
  return on_comparisons(title, n, p, [method = core::find_method(name)](core::Problem& problem) {
    problem.products().clear();
    core::run_method(method, problem);
  });
}

BenchItem on_threads(int threads, BenchItem item) {
  item.threads = threads;
  if (threads > 1) item.size += fmt::format(", {} threads", threads);
  return item;
}

/// The same of so many different answers, which are a list.
BenchItem whole_method_of_list(const std::string& name, Object n, std::int64_t answers) {
  BenchItem item;
  item.name = fmt::format("{} of a list", name);
  item.size = fmt::format("N = {}, {} answers", n, answers);
  item.prepare = [n, answers, method = core::find_method(name)] {
    const auto problem = planted(n, "count", "count", std::to_string(answers));
    return [problem, method] {
      problem->products().clear();
      core::run_method(method, *problem);
    };
  };
  item.work = static_cast<double>(answers);
  item.unit = "answer";
  return item;
}

void plain_mulk4(const core::Problem& problem) {
  benchmark::DoNotOptimize(testing::mulk4_by_definition(testing::SignTable(problem.get<core::Quadruplets>())));
}

void plain_mulk3(const core::Problem& problem) {
  benchmark::DoNotOptimize(testing::mulk3_by_definition(testing::TripletTable(problem.get<core::Triplets>())));
}

void plain_adds4(const core::Problem& problem) {
  benchmark::DoNotOptimize(testing::adds4_by_definition(problem.get<core::Quadruplets>()));
}

/// Agglomeration of single objects by a score that is computed anew for all pairs of clusters at every step.
template <typename Score>
void plain_linkage(Object n, Score score) {
  benchmark::DoNotOptimize(testing::agglomerate_by_definition(core::Partition::singletons(n), score));
}

void plain_four_al(const core::Problem& problem) {
  plain_linkage(problem.objects, [c = testing::SignTable(problem.get<core::Quadruplets>())](
                                     const auto& g, auto p, auto q) { return testing::four_al_score(c, g, p, q); });
}

void plain_three_al(const core::Problem& problem) {
  plain_linkage(problem.objects, [t = testing::TripletTable(problem.get<core::Triplets>())](
                                     const auto& g, auto p, auto q) { return testing::three_al_score(t, g, p, q); });
}

void plain_average_linkage(const core::Similarities& similarity) {
  plain_linkage(similarity.objects(),
                [&](const auto& g, auto p, auto q) { return testing::mean_similarity(similarity, g[p], g[q]); });
}

void average_linkage_by_place(const core::Similarities& similarity) {
  linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
  linkage::average_linkage_by_place(similarity, core::Partition::singletons(similarity.objects()), ties);
}

void average_linkage_by_age(const core::Similarities& similarity) {
  linkage::TieBreaker ties(linkage::TiePolicy::kFirst, {});
  linkage::average_linkage_by_age(similarity, core::Partition::singletons(similarity.objects()), ties);
}

/// The order of all pairs by comparing their similarities.
void plain_ranking(const core::Similarities& similarity) {
  const auto w = similarity.values();
  std::vector<core::PairIndex> order(w.size());
  std::iota(order.begin(), order.end(), core::PairIndex{0});
  std::sort(order.begin(), order.end(),
            [&](core::PairIndex a, core::PairIndex b) { return w[a] != w[b] ? w[a] < w[b] : a < b; });
  benchmark::DoNotOptimize(order);
}

/// Average linkage of uniform random similarities, the input that fastcluster is measured on.
template <typename Work>
BenchItem on_random_similarities(std::string name, Object n, Work work) {
  BenchItem item;
  item.name = std::move(name);
  item.size = size_text(n, 1.0);
  item.work = std::pow(n, 2);
  item.unit = "entry";
  item.prepare = [n, work] {
    core::Stream stream({1, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
    auto similarity = std::make_shared<core::Similarities>(n);
    for (double& value : similarity->values()) value = stream.uniform();
    return [similarity, work] { work(*similarity); };
  };
  return item;
}

BenchItem with_rate(BenchItem item, double work, std::string unit, double ceiling = 0.0,
                    std::string ceiling_name = {}) {
  item.work = work;
  item.unit = std::move(unit);
  item.ceiling = ceiling;
  item.ceiling_name = std::move(ceiling_name);
  return item;
}

/// Seconds each, on demand only.
bool is_large(const BenchItem& item) {
  const std::string large[] = {
      "MulK-4, dense, N = 480, p = 0.1",   "MulK-4, visits, N = 480, p = 0.1", "MulK-4, sparse, N = 480, p = 0.01",
      "MulK-3, all comparisons, N = 2000", "MulK-3, dense, N = 2000, p = 0.1", "4-AL, N = 480, p = 0.1",
      "3-AL, all comparisons, N = 2000",   "3-AL, N = 960, p = 0.1",           "4-AL, all comparisons, N = 10000"};
  return std::ranges::find(large, full_name(item)) != std::end(large);
}

void add_mulk4(std::vector<BenchItem>& items, const Ceilings& c) {
  const auto complete = [](const core::Problem& problem) { kernels::mulk4_complete(problem.get<core::PairRanking>()); };
  const auto dense = [](const core::Problem& problem) { kernels::mulk4_dense(problem.get<core::Quadruplets>()); };
  const auto visits = [](const core::Problem& problem) { kernels::mulk4_visits(problem.get<core::Quadruplets>()); };
  const auto sparse = [](const core::Problem& problem) { kernels::mulk4_sparse(problem.get<core::Quadruplets>()); };
  for (const Object n : {240, 1000, 2000})
    items.push_back(with_rate(on_comparisons("MulK-4, all comparisons", n, 1.0, complete), std::pow(n, 3) / 2, "term",
                              c.abs_diffs, "|a - b|"));
  for (const Object n : {240, 480})
    items.push_back(with_rate(on_comparisons("MulK-4, dense", n, 0.1, dense), std::pow(n, 3) / 2 * pairs(n), "MAC",
                              c.binary_macs, "bits"));
  for (const Object n : {240, 480})
    items.push_back(with_rate(on_comparisons("MulK-4, visits", n, 0.1, visits), std::pow(n, 3) / 2 * pairs(n), "MAC",
                              c.binary_macs, "bits"));
  for (const Object n : {240, 480})
    items.push_back(with_rate(on_comparisons("MulK-4, sparse", n, 0.01, sparse),
                              std::pow(n * 0.01, 2) / 2 * n * pairs(n), "product"));
  items.push_back(with_rate(on_comparisons("MulK-4, plain", 40, 0.1, plain_mulk4), std::pow(40, 3) / 2 * pairs(40),
                            "MAC", c.binary_macs, "bits"));
}

void add_mulk3(std::vector<BenchItem>& items, const Ceilings& c) {
  const auto bits = [](const core::Problem& problem) { kernels::mulk3_by_bits(problem.get<core::Triplets>()); };
  const auto lists = [](const core::Problem& problem) { kernels::mulk3_by_lists(problem.get<core::Triplets>()); };
  const auto macs = [](Object n) { return std::pow(n, 2) / 2 * pairs(n); };
  for (const Object n : {240, 1000, 2000}) {
    items.push_back(
        with_rate(on_comparisons("MulK-3, all comparisons", n, 1.0, bits), macs(n), "MAC", c.binary_macs, "bits"));
    items.push_back(
        with_rate(on_comparisons("MulK-3, dense", n, 0.1, bits), macs(n), "MAC", c.ternary_macs, "ternary bits"));
  }
  items.push_back(with_rate(on_comparisons("MulK-3, plain", 80, 0.1, plain_mulk3), macs(80), "MAC", c.ternary_macs,
                            "ternary bits"));
  items.push_back(with_rate(on_comparisons("MulK-3, sparse", 1000, 0.01, lists),
                            std::pow(1000 * 0.01, 2) / 2 * pairs(1000), "product"));
}

void add_additive(std::vector<BenchItem>& items) {
  const auto adds4 = [](const core::Problem& problem) { kernels::adds4(problem.get<core::Quadruplets>()); };
  const auto adds3 = [](const core::Problem& problem) {
    kernels::adds3(kernels::anchor_scores(problem.get<core::Triplets>()));
  };
  const auto work = [](Object n) { return 0.1 * pairs(n) * pairs(n) / 2; };
  for (const Object n : {240, 480})
    items.push_back(with_rate(on_comparisons("AddS-4", n, 0.1, adds4), work(n), "comparison"));
  items.push_back(with_rate(on_comparisons("AddS-4, plain", 120, 0.1, plain_adds4), work(120), "comparison"));
  for (const Object n : {1000, 2000})
    items.push_back(with_rate(on_comparisons("AddS-3", n, 0.1, adds3), 0.1 * n * pairs(n), "comparison"));
  const auto drawn = [](const core::Problem& problem) {
    kernels::adds4_drawn(core::DrawnQuadruplets(problem.share<core::PairRanking>(), problem.cell, kDrawn, 1.0));
  };
  for (const Object n : {1000, 2000})
    items.push_back(with_rate(on_comparisons("AddS-4, 10^7 drawn", n, 1.0, drawn), kDrawn, "comparison"));
}

void add_linkages(std::vector<BenchItem>& items) {
  for (const Object n : {240, 960, 2000, 10000}) items.push_back(whole_method("4-AL, all comparisons", "4-AL", n, 1.0));
  for (const Object n : {240, 480})
    for (const int threads : {1, 2}) items.push_back(on_threads(threads, whole_method("4-AL", "4-AL", n, 0.1)));
  items.push_back(on_comparisons("4-AL, plain", 32, 0.1, plain_four_al));
  for (const Object n : {240, 960, 2000}) items.push_back(whole_method("3-AL, all comparisons", "3-AL", n, 1.0));
  for (const Object n : {240, 960}) items.push_back(whole_method("3-AL", "3-AL", n, 0.1));
  items.push_back(on_comparisons("3-AL, plain", 48, 0.1, plain_three_al));
  for (const char* name : {"4-AL", "3-AL"})
    for (const std::int64_t answers : {10'000, 100'000, 2'000'000})
      items.push_back(whole_method_of_list(name, 960, answers));
  for (const Object n : {2000, 4000}) items.push_back(whole_method_of_list("AddS-3-AL", n, 30 * n));
  const auto rank = [](const core::Similarities& similarity) { core::PairRanking ranking(similarity); };
  for (const Object n : {2000, 5000}) items.push_back(on_random_similarities("ranking of all pairs", n, rank));
  items.push_back(on_random_similarities("ranking of all pairs, plain", 2000, plain_ranking));
  for (const Object n : {2000, 5000, 10000}) {
    items.push_back(on_random_similarities("average linkage by places", n, average_linkage_by_place));
    items.push_back(on_random_similarities("average linkage by age", n, average_linkage_by_age));
  }
  items.push_back(on_random_similarities("average linkage, plain", 500, plain_average_linkage));
  for (const char* name : {"SL", "CL"}) items.push_back(whole_method(name, name, 1000, 1.0));
}

}  // namespace

std::vector<BenchItem> kernel_bench_items(const Ceilings& ceilings) {
  std::vector<BenchItem> items;
  add_mulk4(items, ceilings);
  add_mulk3(items, ceilings);
  add_additive(items);
  add_linkages(items);
  for (BenchItem& item : embedding_bench_items(ceilings)) items.push_back(std::move(item));
  for (BenchItem& item : program_bench_items(ceilings)) items.push_back(std::move(item));
  for (BenchItem& item : odd_one_out_bench_items(ceilings)) items.push_back(std::move(item));
  for (BenchItem& item : search_bench_items(ceilings)) items.push_back(std::move(item));
  for (BenchItem& item : items) item.large = item.large || is_large(item);
  return items;
}

}  // namespace tertium::benchmarks
