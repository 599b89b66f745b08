#pragma once

#include <omp.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/limits.hpp"
#include "files/answers/rows/plain_rows.hpp"
#include "files/answers/rows/row_reader.hpp"
#include "files/answers/rows/sinks.hpp"

namespace tertium::files {

/// Reads the statements of a stream with the readers of a file: some pieces at a time, by all threads where rows are
/// plain.
template <typename ObjectReader>
class StatementStream {
 public:
  StatementStream(CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options,
                  ObjectReader& objects, ComparisonFile& file, ComparisonStream& stream)
      : rows_(rows),
        layout_(layout),
        options_(options),
        objects_(objects),
        file_(file),
        stream_(stream),
        reader_(rows, layout, options, objects, file),
        jobs_(static_cast<std::size_t>(2 * omp_get_max_threads()),
              Job{.rows = PlainRows(layout, options, rows.delimiter())}) {}

  void read() {
    reader_.begin();  // the first piece is in the rows
    lines_ = count_lines(stream_.read.front());
    take_rows(blocks_.emplace_back());
    stream_.first.assign(
        blocks_[0].statements.begin(),
        blocks_[0].statements.begin() + std::min<std::ptrdiff_t>(1000, std::ssize(blocks_[0].statements)));
    stream_.sink(blocks_);
    blocks_.resize(jobs_.size());
    while (const std::size_t count = next_pieces()) {
      core::keep_to_limits();
      parse(count);
      stream_.sink(std::span(blocks_).first(count));
    }
    reader_.finish();
  }

 private:
  struct Job {
    std::string text{};
    PlainRows rows;
    bool plain = false;
  };

  static std::int64_t count_lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

  std::size_t next_pieces() {
    std::size_t count = 0;
    while (count < jobs_.size() && next_piece(jobs_[count].text)) ++count;
    return count;
  }
  bool next_piece(std::string& text) {
    if (++piece_ < stream_.read.size()) {
      text = std::exchange(stream_.read[piece_], {});
      return true;
    }
    return stream_.pieces.next(text);
  }

  void parse(std::size_t count) {
#pragma omp parallel for schedule(dynamic)
    for (std::size_t k = 0; k < count; ++k) {
      blocks_[k].counts.clear();
      blocks_[k].statements.clear();
      Job& job = jobs_[k];
      job.plain = job.rows.read(job.text, blocks_[k].statements);
      blocks_[k].largest = job.rows.largest();
    }
    for (std::size_t k = 0; k < count; ++k) {
      Job& job = jobs_[k];
      if (job.plain && !rows_.is_rearranged() && reader_.note(job.rows)) {
        lines_ += job.rows.rows();
      } else {
        const std::int64_t lines = count_lines(job.text);
        rows_.go_on(std::move(job.text), lines_);
        take_rows(blocks_[k]);
        lines_ += lines;
      }
    }
  }

  /// Row by row.
  void take_rows(StatementBlock& block) {
    file_.statements.clear();
    file_.counts.clear();
    reader_.read_rows();
    reader_.settle_counts();
    block.statements.swap(file_.statements);
    block.counts.swap(file_.counts);
    file_.statements.clear();
    file_.counts.clear();
    block.largest = 0;
    for (const core::Quadruplet& s : block.statements) block.largest = std::max({block.largest, s.i, s.j, s.k, s.l});
  }

  CsvReader& rows_;
  const ComparisonLayout& layout_;
  const ComparisonOptions& options_;
  ObjectReader& objects_;
  ComparisonFile& file_;
  ComparisonStream& stream_;
  StatementReader<ObjectReader> reader_;
  std::vector<Job> jobs_;
  std::vector<StatementBlock> blocks_{};
  std::size_t piece_ = 0;
  std::int64_t lines_ = 0;
};

}  // namespace tertium::files
