#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/comparisons/answer_sums.hpp"
#include "core/comparisons/packed_triplets.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {

/// Statements in the order of a file; objects are numbered as its reader does.
struct StatementBlock {
  std::vector<core::Quadruplet> statements{};
  std::vector<std::int32_t> counts{};  ///< how often each was made; empty: once
  core::Object largest = 0;            ///< of all objects in them
};

/// A file of comparisons that is read once, from its beginning to its end, and not kept: larger than memory if need be.
///
/// Pieces of some megabytes are read, parsed by all threads, given away and forgotten. Plain rows of ids take the quick
/// way; a piece that holds anything else is read as any file is, with the same messages.
struct ComparisonStream {
  /// Takes statements, whose objects have the reader's own numbers until the file is at its end.
  using Sink = std::function<void(std::span<const StatementBlock>)>;

  TextPieces& pieces;
  std::vector<std::string> read{};  ///< pieces that were read already: the first at least
  Sink sink;
  /// In the end: the object that each of the reader's numbers means; -1: none.
  std::vector<core::Object> number{};
  std::vector<core::Quadruplet> first{};  ///< some of the first statements
};

/// Adds answers up as they are read: memory of the size of all pairs, whatever the number of answers.
///
/// Pairs are numbered by their larger object, so that the table grows at its end when a new object comes. Every thread
/// adds to a table of its own while they are small.
class AnswerAdder {
 public:
  /// What a statement adds to the pair that it calls less alike; to the other it adds 1.
  enum class Less { kSubtract = -1, kAdd = 1 };
  /// `source` stands for the file in messages.
  explicit AnswerAdder(std::string source, Less less = Less::kSubtract);

  /// Throws UserError if the table of all pairs of the objects so far does not fit the memory.
  void add(std::span<const StatementBlock> blocks);

  /// The sums of n objects, where number[i] is the object that the statements call i. Gives up its own tables.
  core::AnswerSums sums(core::Object n, std::span<const core::Object> number);

 private:
  using Table = std::vector<std::int64_t>;
  void make_space(std::span<const StatementBlock> blocks);
  void merge();

  std::string source_;
  std::int64_t less_;
  core::Object objects_ = 0;
  std::vector<Table> tables_;
  std::int64_t answers_ = 0;
};

/// Packs triplets by their anchors as they are read, where a method takes them so: 12 bytes an answer while they are
/// read, 8 then, and 20 for a moment between.
class TripletPacker {
 public:
  explicit TripletPacker(std::string source) : source_(std::move(source)) {}

  /// Statements about four objects are passed over: no method takes them so. Throws UserError if there is no memory.
  void add(std::span<const StatementBlock> blocks);

  /// Those of n objects, where number[i] is the object that the statements call i. Gives up its own.
  std::shared_ptr<const core::PackedTriplets> triplets(core::Object n, std::span<const core::Object> number);

 private:
  void expect_memory(double bytes) const;

  std::string source_;
  std::vector<std::vector<core::Triplet>> pieces_;
  std::int64_t answers_ = 0;
};

}  // namespace tertium::files
