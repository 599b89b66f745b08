#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/comparisons/answer_sums.hpp"
#include "core/files/plain_rows.hpp"

namespace tertium::core {

/// Adds answers up as they are read: memory of the size of all pairs, whatever the number of answers.
///
/// Pairs are numbered by their larger object, so that the table grows at its end when a new object comes. Every thread
/// adds to a table of its own while they are small.
class AnswerAdder {
 public:
  /// `source` stands for the file in messages.
  explicit AnswerAdder(std::string source);

  /// Throws UserError if the table of all pairs of the objects so far does not fit the memory.
  void add(std::span<const StatementBlock> blocks);

  /// The sums of n objects, where number[i] is the object that the statements call i. Gives up its own tables.
  AnswerSums sums(Object n, std::span<const Object> number);

 private:
  using Table = std::vector<std::int64_t>;
  void make_room(std::span<const StatementBlock> blocks);
  void merge();

  std::string source_;
  Object objects_ = 0;
  std::vector<Table> tables_;
  std::int64_t answers_ = 0;
};

}  // namespace tertium::core
