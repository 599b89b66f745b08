// The gradient of an embedding, next to what its loads and additions by index take alone.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "benchmarks/bench_item.hpp"
#include "embedding/choices/choice_objective.hpp"
#include "embedding/losses/objective.hpp"
#include "tests/support/plain_choices.hpp"
#include "tests/support/plain_losses.hpp"

namespace tertium::benchmarks {
namespace {

using core::Object;

constexpr int kTriplets = 1'000'000;

/// Random triplets of n objects, all equally probable.
embedding::Terms random_triplets(Object n) {
  core::Stream stream({1, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
  embedding::Terms terms{n, {}};
  while (terms.statements.size() < kTriplets) {
    const Object i = object(), j = object(), k = object();
    if (i != j && i != k && j != k) terms.statements.push_back({i, j, i, k});
  }
  return terms;
}

/// A share of all triplets of n objects, answered at random.
embedding::Terms most_triplets(Object n, double share) {
  core::Stream stream({3, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
  embedding::Terms terms{n, {}};
  for (Object i = 0; i < n; ++i)
    for (Object j = 0; j < n; ++j)
      for (Object k = j + 1; k < n; ++k)
        if (i != j && i != k && stream.uniform() < share)
          terms.statements.push_back(stream.below(2) == 0 ? core::Quadruplet{i, j, i, k}
                                                          : core::Quadruplet{i, k, i, j});
  return terms;
}

std::vector<double> random_places(Object n, int d) {
  core::Stream stream({2, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
  std::vector<double> x(static_cast<std::size_t>(n) * static_cast<std::size_t>(d));
  for (double& value : x) value = stream.normal();
  return x;
}

BenchItem gradient_item(const std::string& name, Object n, int d, int threads, const Ceilings& ceilings) {
  BenchItem item;
  item.name = name;
  item.size = fmt::format("N = {}, d = {}{}", n, d, threads > 1 ? fmt::format(", {} threads", threads) : "");
  item.unit = "triplet";
  item.work = kTriplets;
  item.threads = threads;
  item.ceiling = threads * ceilings.indexed_updates;
  item.ceiling_name = "indexed";
  return item;
}

BenchItem fast(const std::string& name, const embedding::Loss& loss, Object n, int d, int threads, const Ceilings& c) {
  BenchItem item = gradient_item(name, n, d, threads, c);
  item.prepare = [loss, n, d] {
    const auto objective = std::make_shared<embedding::Objective>(random_triplets(n), loss);
    return [objective, x = random_places(n, d), gradient = random_places(n, d)]() mutable {
      benchmark::DoNotOptimize((*objective)(x, gradient));
    };
  };
  return item;
}

/// A division for each comparison that there might be.
BenchItem table(const std::string& name, const embedding::Loss& loss, Object n, double share, int threads,
                const Ceilings& c) {
  BenchItem item = gradient_item(name, n, 2, threads, c);
  item.size = fmt::format("N = {}, p = {}{}", n, share, threads > 1 ? fmt::format(", {} threads", threads) : "");
  item.work = share * static_cast<double>(core::triplet_count(n));
  item.ceiling = share * threads * c.divisions;
  item.ceiling_name = "divisions";
  item.prepare = [loss, n, share] {
    const auto objective = std::make_shared<embedding::Objective>(most_triplets(n, share), loss);
    return [objective, x = random_places(n, 2), gradient = random_places(n, 2)]() mutable {
      benchmark::DoNotOptimize((*objective)(x, gradient));
    };
  };
  return item;
}

BenchItem plain(Object n, const Ceilings& c) {
  BenchItem item = gradient_item("t-STE gradient, plain", n, 2, 1, c);
  item.prepare = [n] {
    return [terms = random_triplets(n), x = random_places(n, 2), gradient = random_places(n, 2)]() mutable {
      benchmark::DoNotOptimize(embedding::plain::plain_along(terms, embedding::StudentLoss{1, false}, x, x, gradient));
    };
  };
  return item;
}

constexpr int kChoices = 1'000'000;

embedding::Choices random_choices(Object n) {
  embedding::Choices choices{n, {}, {}};
  for (const core::Quadruplet& s : random_triplets(n).statements) choices.of_three.push_back({s.i, s.j, s.l});
  return choices;
}

/// Of odd-one-outs; three objects look at one, so the indexed loads and additions of three triplets are its ceiling.
BenchItem choice_item(const std::string& name, Object n, int d, int threads, const Ceilings& c) {
  BenchItem item = gradient_item(name, n, d, threads, c);
  item.unit = "choice";
  item.work = kChoices;
  item.ceiling /= 3.0;
  return item;
}

BenchItem spose(Object n, int d, int threads, const Ceilings& c) {
  BenchItem item = choice_item("SPoSE gradient", n, d, threads, c);
  item.prepare = [n, d] {
    const auto objective = std::make_shared<embedding::ChoiceObjective>(random_choices(n));
    std::vector<double> x = random_places(n, d);
    for (double& value : x) value = 0.1 * std::abs(value);
    return [objective, x, gradient = x]() mutable { benchmark::DoNotOptimize((*objective)(x, gradient)); };
  };
  return item;
}

/// The loss alone.
BenchItem plain_spose(Object n, int d, const Ceilings& c) {
  BenchItem item = choice_item("SPoSE loss, plain", n, d, 1, c);
  item.prepare = [n, d] {
    return [choices = random_choices(n), x = random_places(n, d), d] {
      benchmark::DoNotOptimize(embedding::plain::choice_loss(choices, {x, static_cast<std::size_t>(d)}));
    };
  };
  return item;
}

}  // namespace

std::vector<BenchItem> embedding_bench_items(const Ceilings& c) {
  std::vector<BenchItem> items;
  for (const Object n : {240, 2000})
    for (const int threads : {1, 2})
      items.push_back(fast("t-STE gradient", embedding::StudentLoss{1, false}, n, 2, threads, c));
  for (const double share : {0.1, 0.2, 0.5, 1.0})
    items.push_back(table("t-STE gradient", embedding::StudentLoss{1, false}, 240, share, 1, c));
  items.push_back(table("t-STE gradient", embedding::StudentLoss{1, false}, 240, 1.0, 2, c));
  items.push_back(table("FORTE gradient", embedding::GaussianLoss(), 240, 1.0, 1, c));
  for (const Object n : {240, 2000}) {
    items.push_back(fast("t-STE gradient", embedding::StudentLoss{9, false}, n, 10, 1, c));
    items.push_back(fast("FORTE gradient", embedding::GaussianLoss(), n, 2, 1, c));
    items.push_back(fast("SOE gradient", embedding::SoftOrdinalLoss(), n, 2, 1, c));
    items.push_back(plain(n, c));
  }
  for (const Object n : {240, 1854})
    for (const int threads : {1, 2}) items.push_back(spose(n, 50, threads, c));
  items.push_back(plain_spose(1854, 50, c));
  return items;
}

}  // namespace tertium::benchmarks
