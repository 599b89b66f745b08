// Reading odd-one-outs, their constraint cover, the local search and CrowdClust, next to additions by index, to memory
// and to the plain twins.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "benchmarks/bench_item.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "embedding/crowd/crowd_clust.hpp"
#include "files/answers/read.hpp"
#include "files/text/csv.hpp"
#include "partition/correlation/constraint_cover.hpp"
#include "partition/correlation/local_search.hpp"
#include "partition/correlation/pivot.hpp"
#include "tests/support/odd_one_out_lists.hpp"

namespace tertium::benchmarks {
namespace {

using core::Label;
using core::Object;
using core::OddOneOut;

constexpr Label kClusters = 8;

/// About random sets of three of n objects in eight clusters; random where these do not tell.
std::vector<OddOneOut> answers_of_clusters(Object n, int count) {
  core::Stream stream({3, static_cast<std::uint64_t>(n), 0}, core::Purpose::kTest);
  const auto object = [&] { return static_cast<Object>(stream.below(static_cast<std::uint64_t>(n))); };
  std::vector<OddOneOut> answers;
  while (std::ssize(answers) < count) {
    OddOneOut answer{object(), object(), object()};
    if (answer.a == answer.b || answer.a == answer.odd || answer.b == answer.odd) continue;
    if (answer.a % kClusters == answer.odd % kClusters) std::swap(answer.b, answer.odd);
    if (answer.b % kClusters == answer.odd % kClusters) std::swap(answer.a, answer.odd);
    answers.push_back(answer);
  }
  return answers;
}

BenchItem item_of(std::string name, Object n, int count) {
  BenchItem item;
  item.name = std::move(name);
  item.size = fmt::format("N = {}, T = {}", n, count);
  item.unit = "answer";
  item.work = count;
  return item;
}

/// From the text a,b,odd to statements; plain: row by row, as files are read that hold anything but ids.
BenchItem reading(std::string name, Object n, int count, const Ceilings& c, bool plain) {
  constexpr double kStatements = 2.0 * sizeof(core::Quadruplet);
  BenchItem item = item_of(std::move(name), n, count);
  item.prepare = [n, count, plain] {
    std::string text = "a,b,odd\n";
    for (const OddOneOut& answer : answers_of_clusters(n, count))
      text += fmt::format("{},{},{}\n", answer.a, answer.b, answer.odd);
    files::ComparisonOptions options;
    if (plain) options.missing = {"nobody"};
    return [text = std::move(text), options = std::move(options)] {
      files::CsvReader rows("odd.csv", text);
      benchmark::DoNotOptimize(files::read_comparisons(rows, options));
    };
  };
  const double digits = std::floor(std::log10(n)) + 1.0;
  item.ceiling = c.read_memory / (3.0 * (digits + 1.0) + kStatements);  // the text once, and what it says
  item.ceiling_name = "memory";
  return item;
}

/// From statements to triplets by anchor.
BenchItem listing(Object n, int count) {
  BenchItem item = item_of("listing of triplets", n, count);
  item.prepare = [n, count] {
    return [triplets = core::as_triplets(answers_of_clusters(n, count)), n] {
      benchmark::DoNotOptimize(core::ListedTriplets(core::TripletList(n, triplets)));
    };
  };
  return item;
}

std::vector<Object> numbers_of(Object n) {
  std::vector<Object> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

BenchItem cover(Object n, int count) {
  BenchItem item = item_of("constraint cover", n, count);
  item.prepare = [n, count] {
    return [answers = answers_of_clusters(n, count), numbers = numbers_of(n)] {
      core::Stream stream({4, 0, 0}, core::Purpose::kTest);
      benchmark::DoNotOptimize(partition::consistent_answers(answers, {}, numbers, stream));
    };
  };
  return item;
}

BenchItem pass(Object n, int count, const Ceilings& c) {
  BenchItem item = item_of("local search, one pass", n, count);
  item.ceiling = c.indexed_updates / 3.0;  // every answer is met at its three objects
  item.ceiling_name = "indexed";
  item.prepare = [n, count] {
    return [answers = answers_of_clusters(n, count), start = core::Partition::singletons(n)] {
      benchmark::DoNotOptimize(partition::local_search(start, answers, 1, {}));
    };
  };
  return item;
}

BenchItem pivot(Object n, int count) {
  BenchItem item = item_of("pivot clusters", n, count);
  item.prepare = [n, count] {
    return [answers = answers_of_clusters(n, count), n] {
      core::Stream stream({4, 0, 0}, core::Purpose::kTest);
      benchmark::DoNotOptimize(partition::pivot_clusters(n, answers, stream));
    };
  };
  return item;
}

BenchItem plain_pass(Object n, int count) {
  BenchItem item = item_of("local search, one pass, plain", n, count);
  item.prepare = [n, count] {
    return [answers = answers_of_clusters(n, count), start = core::Partition::singletons(n)] {
      benchmark::DoNotOptimize(testing::plain_local_search(start, answers, 1));
    };
  };
  return item;
}

/// With the sorting of labels before it, and the mixture.
BenchItem crowd_iteration(Object n, int count) {
  BenchItem item = item_of("CrowdClust, one iteration", n, count);
  item.prepare = [n, count] {
    return [answers = core::OddOneOutList(n, answers_of_clusters(n, count))] {
      core::Stream stream({4, 0, 0}, core::Purpose::kTest);
      benchmark::DoNotOptimize(embedding::crowd_clust(answers, 4, 1, stream));
    };
  };
  return item;
}

}  // namespace

std::vector<BenchItem> odd_one_out_bench_items(const Ceilings& c) {
  return {reading("reading", 1854, 1'000'000, c, false),
          reading("reading, row by row", 1854, 1'000'000, c, true),
          listing(1854, 1'000'000),
          cover(160, 190'000),
          pass(160, 190'000, c),
          cover(10'000, 1'000'000),
          pass(10'000, 1'000'000, c),
          pass(80, 5'000, c),
          plain_pass(80, 5'000),
          crowd_iteration(160, 190'000),
          crowd_iteration(10'000, 1'000'000),
          pivot(10'000, 1'000'000)};
}

}  // namespace tertium::benchmarks
