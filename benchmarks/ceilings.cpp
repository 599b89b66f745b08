#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <new>
#include <vector>

#include "benchmarks/bench_item.hpp"

// Compiled once for every instruction set (Highway).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "benchmarks/ceilings.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tertium::benchmarks::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag64 = hn::ScalableTag<std::uint64_t>;

/// Additions and exclusive ors in turn, which no compiler can join, in as many chains as the ports can take; each step
/// is 24 operations.
std::uint64_t operations(std::size_t steps, std::uint64_t first) {
  const Tag64 d;
  const auto x = hn::Set(d, first), y = hn::Set(d, first + 2);
  constexpr int kChains = 12;
  hn::Vec<Tag64> s[kChains];
#pragma GCC unroll 12
  for (int c = 0; c < kChains; ++c) s[c] = hn::Set(d, first + static_cast<std::uint64_t>(3 * c));
  for (std::size_t k = 0; k < steps; ++k)
#pragma GCC unroll 12
    for (int c = 0; c < kChains; ++c) s[c] = hn::Add(hn::Xor(s[c], x), y);
  auto sum = hn::Zero(d);
#pragma GCC unroll 12
  for (int c = 0; c < kChains; ++c) sum = hn::Add(sum, s[c]);
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// Of the cheapest way known: and, popcount and addition where there is a popcount of vectors; else and, and a
/// carry-save addition, which is two operations where one takes three vectors and five where it does not.
int operations_a_product() {
  return HWY_TARGET <= HWY_AVX3 ? 3 : 6;
}

std::size_t vector_bits() {
  return 64 * hn::Lanes(Tag64());
}

/// |a - b| of 32-bit integers, two rows against two.
std::uint64_t abs_diff(const std::int32_t* a, const std::int32_t* b, std::size_t size) {
  const hn::ScalableTag<std::int32_t> d;
  const std::size_t lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (std::size_t k = 0; k + 2 * lanes <= size; k += 2 * lanes) {
    const auto a0 = hn::Load(d, a + k), a1 = hn::Load(d, a + k + lanes);
    const auto b0 = hn::Load(d, b + k), b1 = hn::Load(d, b + k + lanes);
    s0 = hn::Add(s0, hn::Abs(hn::Sub(a0, b0)));
    s1 = hn::Add(s1, hn::Abs(hn::Sub(a0, b1)));
    s2 = hn::Add(s2, hn::Abs(hn::Sub(a1, b0)));
    s3 = hn::Add(s3, hn::Abs(hn::Sub(a1, b1)));
  }
  return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)))));
}

double fma_chain(std::size_t steps) {
  const hn::ScalableTag<double> d;
  const auto x = hn::Set(d, 1.0 - 1e-9);
  const auto y = hn::Set(d, 1e-9);
  // All different, or compilers make one chain of them.
  auto s0 = hn::Set(d, 0.1), s1 = hn::Set(d, 0.11), s2 = hn::Set(d, 0.12), s3 = hn::Set(d, 0.13);
  auto s4 = hn::Set(d, 0.14), s5 = hn::Set(d, 0.15), s6 = hn::Set(d, 0.16), s7 = hn::Set(d, 0.17);
  auto t0 = hn::Set(d, 0.18), t1 = hn::Set(d, 0.19), t2 = hn::Set(d, 0.2), t3 = hn::Set(d, 0.21);
  for (std::size_t k = 0; k < steps; ++k) {
    s0 = hn::MulAdd(s0, x, y), s1 = hn::MulAdd(s1, x, y), s2 = hn::MulAdd(s2, x, y), s3 = hn::MulAdd(s3, x, y);
    s4 = hn::MulAdd(s4, x, y), s5 = hn::MulAdd(s5, x, y), s6 = hn::MulAdd(s6, x, y), s7 = hn::MulAdd(s7, x, y);
    t0 = hn::MulAdd(t0, x, y), t1 = hn::MulAdd(t1, x, y), t2 = hn::MulAdd(t2, x, y), t3 = hn::MulAdd(t3, x, y);
  }
  const auto s = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(s, hn::Add(hn::Add(t0, t1), hn::Add(t2, t3)))));
}

/// Four chains: a division takes longer than what comes of it is waited for.
double divide_chain(std::size_t steps) {
  const hn::ScalableTag<double> d;
  const auto x = hn::Set(d, 1.5);
  auto s0 = hn::Set(d, 1.1), s1 = hn::Set(d, 1.2), s2 = hn::Set(d, 1.3), s3 = hn::Set(d, 1.4);
  for (std::size_t k = 0; k < steps; ++k)
    s0 = hn::Div(x, s0), s1 = hn::Div(x, s1), s2 = hn::Div(x, s2), s3 = hn::Div(x, s3);
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

/// What a statement about two pairs takes beside its formula: loads by index, eight at once, and additions by index.
double indexed_updates(const std::int32_t* near, const std::int32_t* far, std::size_t size, const double* from,
                       double* to) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<std::int32_t, decltype(d)> narrow;
  const hn::RebindToSigned<decltype(d)> wide;
  HWY_ALIGN double each[8];
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    const auto a = hn::GatherIndex(d, from, hn::PromoteTo(wide, hn::LoadU(narrow, near + k)));
    const auto b = hn::GatherIndex(d, from, hn::PromoteTo(wide, hn::LoadU(narrow, far + k)));
    hn::Store(hn::Sub(a, b), d, each);
    for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane) {
      to[near[k + lane]] += each[lane];
      to[far[k + lane]] -= each[lane];
    }
  }
  return to[near[0]];
}

std::size_t double_lanes() {
  return hn::Lanes(hn::ScalableTag<double>());
}

std::uint64_t read_all(const std::uint64_t* a, std::size_t words) {
  const Tag64 d;
  const std::size_t lanes = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (std::size_t k = 0; k + 4 * lanes <= words; k += 4 * lanes) {
    s0 = hn::Or(s0, hn::Load(d, a + k));
    s1 = hn::Or(s1, hn::Load(d, a + k + lanes));
    s2 = hn::Or(s2, hn::Load(d, a + k + 2 * lanes));
    s3 = hn::Or(s3, hn::Load(d, a + k + 3 * lanes));
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Or(hn::Or(s0, s1), hn::Or(s2, s3))));
}

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace tertium::benchmarks::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tertium::benchmarks {
namespace {

HWY_EXPORT(operations);
HWY_EXPORT(operations_a_product);
HWY_EXPORT(vector_bits);
HWY_EXPORT(abs_diff);
HWY_EXPORT(fma_chain);
HWY_EXPORT(divide_chain);
HWY_EXPORT(indexed_updates);
HWY_EXPORT(double_lanes);
HWY_EXPORT(read_all);
HWY_EXPORT(target_name);

volatile double sink = 0.0;  // keeps the measured work alive

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Work per second of the fastest of some tries of at least 5 ms each; the clock is read once per try.
double best_rate(double work, const std::function<double()>& run) {
  constexpr int kTries = 9;
  double best = 0.0;
  int runs = 1;
  for (int attempt = 0; attempt < kTries;) {
    const double begin = cpu_seconds();
    for (int k = 0; k < runs; ++k) sink = sink + run();
    const double seconds = cpu_seconds() - begin;
    if (seconds < 0.005) {
      runs *= 2;
      continue;
    }
    best = std::max(best, work * runs / seconds);
    ++attempt;
  }
  return best;
}

struct Free {
  void operator()(void* pointer) const { std::free(pointer); }
};

template <typename T>
std::unique_ptr<T, Free> aligned(std::size_t bytes) {
  auto* memory = static_cast<unsigned char*>(std::aligned_alloc(64, bytes));
  if (memory == nullptr) throw std::bad_alloc();
  std::fill(memory, memory + bytes, static_cast<unsigned char>(0x5a));
  return std::unique_ptr<T, Free>(reinterpret_cast<T*>(memory));
}

double read_rate(std::size_t bytes) {
  const auto memory = aligned<std::uint64_t>(bytes);
  return best_rate(static_cast<double>(bytes), [&] {
    return static_cast<double>(HWY_DYNAMIC_DISPATCH(read_all)(memory.get(), bytes / sizeof(std::uint64_t)));
  });
}

double indexed_rate() {
  constexpr std::size_t kStatements = 2048, kPlaces = 1024;  // all of them in the first cache
  std::vector<std::int32_t> near(kStatements), far(kStatements);
  for (std::size_t k = 0; k < kStatements; ++k) {  // neighbours are far apart, as they are in the kernel
    near[k] = static_cast<std::int32_t>(k * 509 % kPlaces);
    far[k] = static_cast<std::int32_t>((k * 389 + 77) % kPlaces);
  }
  const std::vector<double> from(kPlaces, 1.0);
  std::vector<double> to(kPlaces, 0.0);
  return best_rate(kStatements, [&] {
    return HWY_DYNAMIC_DISPATCH(indexed_updates)(near.data(), far.data(), kStatements, from.data(), to.data());
  });
}

}  // namespace

Ceilings measure_ceilings() {
  constexpr std::size_t kBytes = 16384;  // two of them stay in the first cache
  constexpr std::size_t kSteps = 4096;
  const auto a = aligned<std::uint64_t>(kBytes);
  const auto b = aligned<std::uint64_t>(kBytes);
  Ceilings ceilings;
  const auto bits = static_cast<double>(HWY_DYNAMIC_DISPATCH(vector_bits)());
  ceilings.bit_operations = best_rate(
      24.0 * bits * kSteps, [&] { return static_cast<double>(HWY_DYNAMIC_DISPATCH(operations)(kSteps, a.get()[0])); });
  ceilings.operations_a_product = HWY_DYNAMIC_DISPATCH(operations_a_product)();
  ceilings.binary_macs = ceilings.bit_operations / ceilings.operations_a_product;
  ceilings.ternary_macs = ceilings.binary_macs / 2.0;  // two planes, two popcounts for each entry
  ceilings.abs_diffs = best_rate(2.0 * kBytes / 4, [&] {
    return static_cast<double>(HWY_DYNAMIC_DISPATCH(abs_diff)(
        reinterpret_cast<const std::int32_t*>(a.get()), reinterpret_cast<const std::int32_t*>(b.get()), kBytes / 4));
  });
  const auto lanes = static_cast<double>(HWY_DYNAMIC_DISPATCH(double_lanes)());
  ceilings.fma_flops = best_rate(2.0 * 12.0 * lanes * kSteps, [&] { return HWY_DYNAMIC_DISPATCH(fma_chain)(kSteps); });
  ceilings.divisions = best_rate(4.0 * lanes * kSteps, [&] { return HWY_DYNAMIC_DISPATCH(divide_chain)(kSteps); });
  ceilings.indexed_updates = indexed_rate();
  ceilings.read_l2 = read_rate(std::size_t{1} << 20);
  ceilings.read_l3 = read_rate(std::size_t{16} << 20);
  ceilings.read_memory = read_rate(std::size_t{512} << 20);
  return ceilings;
}

const char* vector_target() {
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace tertium::benchmarks
#endif
