#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tertium::benchmarks {

/// What one core of this machine can do at most, measured by loops that do nothing else; other numbers are stated as
/// fractions of these.
struct Ceilings {
  double bit_operations = 0.0;   ///< bits per second through one operation of a vector, from registers
  int operations_a_product = 0;  ///< vector operations for an and of two vectors of bits whose ones are added up
  double binary_macs = 0.0;      ///< products of bits per second, each added up: by these operations
  double ternary_macs = 0.0;     ///< the same for entries of -1, 0, +1 in two bit-planes
  double abs_diffs = 0.0;        ///< 32-bit |a - b| sums per second
  double fma_flops = 0.0;        ///< double-precision multiply-adds, two operations each, per second
  double divisions = 0.0;        ///< of doubles, per second
  double indexed_updates = 0.0;  ///< per second: two doubles loaded and two added to by index, in the first cache
  double read_l2 = 0.0;          ///< bytes per second from 1 MiB
  double read_l3 = 0.0;          ///< from 16 MiB
  double read_memory = 0.0;      ///< from 512 MiB
};

/// Takes about two seconds. The best of several tries, since anything else running can only slow it down.
Ceilings measure_ceilings();

/// Name of the instruction set in use.
const char* vector_target();

/// One thing to measure: an algorithm at one size.
struct BenchItem {
  std::string name;            ///< e.g. "4K dense p = 0.1"
  std::string size;            ///< e.g. "N = 240"
  std::string unit;            ///< what is counted: "MAC", "comparison", "byte", ...
  double work = 0.0;           ///< units of one run
  double ceiling = 0.0;        ///< units per second that the machine could do; 0: none is stated
  std::string ceiling_name;    ///< e.g. "popcount"
  int threads = 1;             ///< with more than one, the time is that of the clock
  bool other_program = false;  ///< a run starts one, whose processor time counts instead of this one's
  bool large = false;          ///< takes some seconds: only on demand
  /// Makes the input, outside the measured time, and returns what is measured.
  std::function<std::function<void()>()> prepare;
};

struct BenchResult {
  BenchItem item;
  double seconds = 0.0;  ///< median processor time of a run; of several threads, time
  double rate() const { return item.work / seconds; }
  /// Of the ceiling; 0 if there is none.
  double fraction() const { return item.ceiling > 0.0 ? rate() / item.ceiling : 0.0; }
};

/// Every kernel and linkage, each followed by its plain twin (those of the tests) at a size that the twin can do.
std::vector<BenchItem> kernel_bench_items(const Ceilings& ceilings);

/// Gradients of embeddings, with one thread and two, and the plain twin.
std::vector<BenchItem> embedding_bench_items(const Ceilings& ceilings);

/// SPUR and the parts of its programs, next to LAPACK's decomposition of the whole matrix.
std::vector<BenchItem> program_bench_items(const Ceilings& ceilings);

/// The constraint cover, the local search and CrowdClust of odd-one-outs, and the plain twin of the search.
std::vector<BenchItem> odd_one_out_bench_items(const Ceilings& ceilings);

/// Search for the best tree, and the plain twin that tries every place.
std::vector<BenchItem> search_bench_items(const Ceilings& ceilings);

/// Runs the items with Google Benchmark, `repetitions` times each, and tells each result as soon as it is there.
std::vector<BenchResult> run_bench(const std::vector<BenchItem>& items, int repetitions,
                                   const std::function<void(const BenchResult&)>& tell);

/// Seconds of an earlier run by the items' full names.
using EarlierSeconds = std::map<std::string, double>;

/// "MulK-4, dense, N = 240, p = 0.1"
std::string full_name(const BenchItem& item);

/// Out of a file of bench_json(). Throws UserError.
EarlierSeconds read_bench_json(const std::string& path);

/// What the ceilings are, for people.
std::string ceilings_text(const Ceilings& ceilings);

/// A table for people, line by line.
class BenchTable {
 public:
  /// Columns are as wide as these items need; with an earlier run, another one tells how many times faster it is now.
  BenchTable(const std::vector<BenchItem>& items, EarlierSeconds earlier);
  std::string header() const;
  std::string line(const BenchResult& result) const;

 private:
  std::string columns(const std::vector<std::string>& texts) const;

  std::size_t name_width_ = 4, size_width_ = 4;
  EarlierSeconds earlier_;
};

/// For programs.
std::string bench_json(const Ceilings& ceilings, const std::vector<BenchResult>& results);

}  // namespace tertium::benchmarks
