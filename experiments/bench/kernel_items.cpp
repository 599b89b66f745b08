#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "core/models.hpp"
#include "experiments/bench/bench_item.hpp"
#include "experiments/bench/plain_twins.hpp"
#include "kernels/adds4.hpp"
#include "kernels/mulk4.hpp"
#include "linkage/methods.hpp"

namespace tertium::experiments {
namespace {

using core::Object;

/// A planted hierarchy of n objects (a multiple of 8), delta = sigma, with its comparisons.
std::shared_ptr<core::Instance> planted(Object n, double p) {
  const core::Model& model = core::find_model("planted-hierarchy");
  core::Parameters parameters(model.parameters);
  parameters.set("n0", std::int64_t{n / 8});
  auto instance = std::make_shared<core::Instance>();
  instance->cell = {1, static_cast<std::uint64_t>(n), 0};
  instance->objects = n;
  core::ModelSample sample = model.sample(parameters, instance->cell);
  const std::vector<Object> new_id = core::random_relabelling(instance->cell, n);
  instance->w = core::relabelled(sample.w, new_id);
  instance->ranking = std::make_shared<core::PairRanking>(*instance->w);
  instance->quadruplets = std::make_shared<core::SampledQuadruplets>(instance->ranking, instance->cell, p, 1.0);
  instance->p = p;
  return instance;
}

std::string size_text(Object n, double p) {
  return p < 1.0 ? fmt::format("N = {}, p = {}", n, p) : fmt::format("N = {}", n);
}

double pairs(Object n) {
  return core::pair_count(n);
}

/// An item that works on the comparisons of a planted instance.
template <typename Work>
BenchItem on_comparisons(std::string name, Object n, double p, Work work) {
  BenchItem item;
  item.name = std::move(name);
  item.size = size_text(n, p);
  item.prepare = [n, p, work] {
    const auto instance = planted(n, p);
    return [instance, work] { work(*instance); };
  };
  return item;
}

/// A method from the comparisons to the tree, nothing remembered from an earlier run.
BenchItem whole_method(const std::string& name, Object n, double p) {
  BenchItem item;
  item.name = name;
  item.size = size_text(n, p);
  item.prepare = [=] {
    const auto instance = planted(n, p);
    return [instance, method = linkage::find_method(name)] {
      instance->memo = {};
      linkage::run_method(method, *instance);
    };
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

void add_mulk4(std::vector<BenchItem>& items, const Ceilings& c) {
  const auto kernel = [](const core::Instance& instance) { kernels::mulk4(*instance.quadruplets); };
  for (const Object n : {240, 1000, 2000})
    items.push_back(with_rate(on_comparisons("MulK-4, all comparisons", n, 1.0, kernel), std::pow(n, 3) / 2, "term",
                              c.abs_diffs, "|a - b|"));
  for (const auto& [n, p] : {std::pair<Object, double>{240, 0.1}, {480, 0.1}})
    items.push_back(with_rate(on_comparisons("MulK-4, dense", n, p, kernel), std::pow(n, 3) / 2 * pairs(n), "MAC",
                              c.binary_macs, "popcount"));
  for (const auto& [n, p] : {std::pair<Object, double>{240, 0.01}, {480, 0.01}})
    items.push_back(
        with_rate(on_comparisons("MulK-4, sparse", n, p, kernel), std::pow(n * p, 2) / 2 * n * pairs(n), "product"));
  items.push_back(with_rate(on_comparisons("MulK-4, plain", 40, 0.1, plain_mulk4), std::pow(40, 3) / 2 * pairs(40),
                            "MAC", c.binary_macs, "popcount"));
}

void add_adds4(std::vector<BenchItem>& items) {
  const auto kernel = [](const core::Instance& instance) { kernels::adds4(*instance.quadruplets); };
  const auto work = [](Object n, double p) { return p * pairs(n) * pairs(n) / 2; };
  for (const Object n : {240, 480})
    items.push_back(with_rate(on_comparisons("AddS-4", n, 0.1, kernel), work(n, 0.1), "comparison"));
  items.push_back(with_rate(on_comparisons("AddS-4, plain", 120, 0.1, plain_adds4), work(120, 0.1), "comparison"));
}

void add_linkages(std::vector<BenchItem>& items) {
  for (const Object n : {240, 960, 2000}) items.push_back(whole_method("4-AL", n, 1.0));
  for (const Object n : {240, 480}) items.push_back(whole_method("4-AL", n, 0.1));
  items.push_back(on_comparisons("4-AL, plain", 32, 0.1, plain_four_al));
  for (const Object n : {2000, 5000}) items.push_back(with_rate(whole_method("AL", n, 1.0), std::pow(n, 2), "entry"));
  for (const char* name : {"SL", "CL"}) items.push_back(with_rate(whole_method(name, 1000, 1.0), 1e6, "entry"));
}

}  // namespace

std::vector<BenchItem> kernel_bench_items(const Ceilings& ceilings) {
  std::vector<BenchItem> items;
  add_mulk4(items, ceilings);
  add_adds4(items);
  add_linkages(items);
  return items;
}

}  // namespace tertium::experiments
