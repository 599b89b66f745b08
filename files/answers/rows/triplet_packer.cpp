#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "files/answers/rows/sinks.hpp"

namespace tertium::files {
namespace {

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

void TripletPacker::expect_memory(double bytes) const {
  if (bytes <= core::available_memory()) return;
  core::fail("{}: {} answers so far, for more there is no memory ({} are available), leave some out", source_, answers_,
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
