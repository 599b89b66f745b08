#include "files/answers/rows/sinks.hpp"

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"

namespace tertium::files {

namespace {

/// Tables of several threads together take no more than this.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

/// Number of {i, j}, i != j, by the larger one.
std::size_t place_of(core::Object i, core::Object j) {
  const auto low = static_cast<std::size_t>(std::min(i, j)), high = static_cast<std::size_t>(std::max(i, j));
  return high * (high - 1) / 2 + low;
}

void add_block(const StatementBlock& block, std::int64_t less, std::vector<std::int64_t>& table) {
  const bool counted = !block.counts.empty();
  for (std::size_t k = 0; k < block.statements.size(); ++k) {
    const core::Quadruplet& s = block.statements[k];
    const std::int64_t count = counted ? block.counts[k] : 1;
    table[place_of(s.i, s.j)] += count;
    table[place_of(s.k, s.l)] += less * count;
  }
}

core::Object largest_of(std::span<const StatementBlock> blocks) {
  core::Object largest = 0;
  for (const StatementBlock& block : blocks) largest = std::max(largest, block.largest);
  return largest;
}

/// Repetitions included.
std::int64_t answers_in(const StatementBlock& block) {
  return block.counts.empty() ? std::ssize(block.statements)
                              : std::accumulate(block.counts.begin(), block.counts.end(), std::int64_t{0});
}

/// Empty if some statement is about four objects.
std::vector<core::Triplet> triplets_of(const StatementBlock& block) {
  std::vector<core::Triplet> triplets;
  triplets.reserve(static_cast<std::size_t>(answers_in(block)));
  for (std::size_t k = 0; k < block.statements.size(); ++k) {
    if (!core::is_triplet(block.statements[k])) return {};
    triplets.insert(triplets.end(), static_cast<std::size_t>(block.counts.empty() ? 1 : block.counts[k]),
                    core::as_triplet(block.statements[k]));
  }
  return triplets;
}

}  // namespace

AnswerAdder::AnswerAdder(std::string source, Less less)
    : source_(std::move(source)),
      less_(static_cast<std::int64_t>(less)),
      tables_(static_cast<std::size_t>(omp_get_max_threads())) {}

void AnswerAdder::make_space(std::span<const StatementBlock> blocks) {
  const core::Object objects = largest_of(blocks) + 1;
  if (objects <= objects_) return;
  objects_ = objects;
  const std::size_t size = place_of(0, objects);
  const std::size_t bytes = sizeof(std::int64_t) * size;
  if (bytes * tables_.size() > kMostBytes) merge();
  const double present = static_cast<double>(tables_.front().capacity() * sizeof(std::int64_t) * tables_.size());
  if (objects > core::kMaxObjects || 2.0 * static_cast<double>(bytes) > core::available_memory() + present)
    core::fail(
        "{}: the sums of answers about {} objects need {:.1f} GB, twice (one for every pair; {:.1f} GB are left, and "
        "at most {} objects are possible), leave some objects out, or use AddS-3-sparse",
        source_, objects, static_cast<double>(bytes) / 1e9, core::available_memory() / 1e9, core::kMaxObjects);
  for (Table& table : tables_) {
    if (size > table.capacity()) table.reserve(std::max(size, table.capacity() + table.capacity() / 4));
    table.resize(size, 0);
  }
}

/// From now on one table for all threads.
void AnswerAdder::merge() {
  for (std::size_t t = 1; t < tables_.size(); ++t)
    for (std::size_t k = 0; k < tables_[t].size(); ++k) tables_[0][k] += tables_[t][k];
  tables_.resize(1);
}

void AnswerAdder::add(std::span<const StatementBlock> blocks) {
  make_space(blocks);
  const auto tables = static_cast<int>(tables_.size());
#pragma omp parallel for num_threads(tables) schedule(static, 1) if (tables > 1)
  for (int t = 0; t < tables; ++t)
    for (std::size_t b = static_cast<std::size_t>(t); b < blocks.size(); b += static_cast<std::size_t>(tables))
      add_block(blocks[b], less_, tables_[static_cast<std::size_t>(t)]);
  for (const StatementBlock& block : blocks) answers_ += answers_in(block);
}

core::AnswerSums AnswerAdder::sums(core::Object n, std::span<const core::Object> number) {
  merge();
  core::AnswerSums sums{core::PairTable<std::int64_t>(n), answers_};
  std::size_t place = 0;
  for (core::Object high = 1; high < objects_; ++high)
    for (core::Object low = 0; low < high; ++low, ++place)
      if (const std::int64_t value = tables_[0][place]; value != 0) sums.table(number[low], number[high]) = value;
  tables_.assign(1, {});
  return sums;
}

void TripletPacker::expect_memory(double bytes) const {
  if (bytes <= core::available_memory()) return;
  core::fail("{}: no memory for more than {} answers ({} are available), leave some out", source_, answers_,
             core::bytes_text(core::available_memory()));
}

void TripletPacker::add(std::span<const StatementBlock> blocks) {
  const std::size_t before = pieces_.size();
  pieces_.resize(before + blocks.size());
  std::int64_t answers = 0;
  for (const StatementBlock& block : blocks) answers += answers_in(block);
  expect_memory(sizeof(core::Triplet) * static_cast<double>(answers));
#pragma omp parallel for schedule(dynamic, 1)
  for (std::size_t b = 0; b < blocks.size(); ++b) pieces_[before + b] = triplets_of(blocks[b]);
  for (std::size_t b = before; b < pieces_.size(); ++b) answers_ += std::ssize(pieces_[b]);
}

std::shared_ptr<const core::PackedTriplets> TripletPacker::triplets(core::Object n,
                                                                    std::span<const core::Object> number) {
  expect_memory(sizeof(core::NearFar) * static_cast<double>(answers_));
  return std::make_shared<const core::PackedTriplets>(n, std::move(pieces_), number);
}

}  // namespace tertium::files
