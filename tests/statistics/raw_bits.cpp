// Writes random bits of observation tables to the standard output, for batteries of statistical tests:
//   tertium_raw_bits ORDER [WORDS]     for ever, or so many words of 64 bits
//
//   rows          along the rows of a table of p = 1/2
//   columns       down its columns, 4096 rows of one column after those of the next
//   tiles         word by word down the rows
//   repetitions   the same words of one repetition after the other
//   planes        the bit-planes of a block one after the other, then those of the next
//
// A table's bits are a function of row, column, bit-plane and repetition: each order lets another of these run fastest.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/bits.hpp"
#include "core/comparisons/observation.hpp"
#include "core/random/ars.hpp"

namespace tertium::core {
namespace {

constexpr std::int64_t kRowWords = 1024;

/// Takes words, and ends the program when there are enough, or nobody reads them any more.
class Sink {
 public:
  explicit Sink(std::int64_t words) : left_(words) {}

  void take(std::span<const Word> words) {
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(left_, std::ssize(words)));
    const bool written = std::fwrite(words.data(), sizeof(Word), count, stdout) == count;
    left_ -= static_cast<std::int64_t>(count);
    if (left_ == 0 || !written) std::exit(std::fflush(stdout) == 0 && written ? 0 : 1);
  }

 private:
  std::int64_t left_;
};

BernoulliPlane plane_of(std::uint64_t repetition) {
  return {{7, 11, repetition}, Purpose::kObservation, 0.5};
}

[[noreturn]] void rows(Sink& sink) {
  const BernoulliPlane plane = plane_of(0);
  std::vector<Word> row(kRowWords);
  for (Rank a = 0;; ++a) {
    plane.row_words(a, 0, row);
    sink.take(row);
  }
}

[[noreturn]] void columns(Sink& sink) {
  constexpr std::int64_t kRows = 64;  // words of a column at once
  const BernoulliPlane plane = plane_of(0);
  std::vector<Word> block(kWordBits), columns(kWordBits * kRows);
  for (std::int64_t q = 0;; ++q) {
    for (std::int64_t group = 0; group < kRows; ++group) {
      for (std::int64_t r = 0; r < kWordBits; ++r)
        plane.row_words(static_cast<Rank>(group * kWordBits + r), q, std::span(block).subspan(r, 1));
      transpose_block(std::span<Word, kWordBits>(block));
      for (std::int64_t c = 0; c < kWordBits; ++c) columns[c * kRows + group] = block[c];
    }
    sink.take(columns);
  }
}

[[noreturn]] void tiles(Sink& sink) {
  constexpr std::int64_t kWords = 8;  // drawn at once
  const BernoulliPlane plane = plane_of(0);
  std::vector<Word> row(kWords), down(kRowWords * kWords);
  for (std::int64_t q = 0;; q += kWords)
    for (Rank first = 0; first < 64 * kRowWords; first += kRowWords) {
      for (Rank a = 0; a < kRowWords; ++a) {
        plane.row_words(first + a, q, row);
        for (std::int64_t k = 0; k < kWords; ++k) down[k * kRowWords + a] = row[k];
      }
      sink.take(down);
    }
}

[[noreturn]] void repetitions(Sink& sink) {
  constexpr std::uint64_t kRepetitions = 4096;
  std::vector<BernoulliPlane> planes;
  for (std::uint64_t r = 0; r < kRepetitions; ++r) planes.push_back(plane_of(r));
  std::vector<Word> words(8);
  for (Rank a = 0;; ++a)
    for (const BernoulliPlane& plane : planes) {
      plane.row_words(a, 0, words);
      sink.take(words);
    }
}

[[noreturn]] void planes(Sink& sink) {
  constexpr std::uint64_t kPlanes = 12, kBlocks = 4096;
  const ArsKey key = ars_key(7, 11);
  for (std::uint64_t row = 0;; ++row)
    for (std::uint64_t block = 0; block < kBlocks; ++block)
      for (std::uint64_t t = 0; t < kPlanes; ++t) sink.take(ars(key, row | block << 32, t));
}

}  // namespace
}  // namespace tertium::core

int main(int argc, char** argv) {
  using namespace tertium::core;
  const std::map<std::string, std::function<void(Sink&)>> orders = {
      {"rows", rows}, {"columns", columns}, {"tiles", tiles}, {"repetitions", repetitions}, {"planes", planes}};
  const auto order = orders.find(argc > 1 ? argv[1] : "");
  if (order == orders.end()) {
    std::fputs("usage: tertium_raw_bits rows|columns|tiles|repetitions|planes [WORDS]\n", stderr);
    return 2;
  }
  Sink sink(argc > 2 ? std::atoll(argv[2]) : std::int64_t{1} << 62);
  order->second(sink);
}
