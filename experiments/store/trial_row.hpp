#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/parameters.hpp"
#include "experiments/store/stored_tree.hpp"

namespace tertium::experiments {

/// The identity of a trial: a 128-bit hash of its resolved parameters. Two rows with one key claim to be the same
/// trial.
struct TrialKey {
  std::uint64_t hi = 0;
  std::uint64_t lo = 0;
  auto operator<=>(const TrialKey&) const = default;
};

/// 32 lower-case hexadecimal digits, `hi` first.
std::string to_hex(const TrialKey& key);

/// The inverse of to_hex; nullopt unless `text` is 32 hexadecimal digits.
std::optional<TrialKey> key_from_hex(std::string_view text);

/// How a trial ended, spelled as stored and shown. The numbers are stored, too: add new ones, never renumber.
// NOLINTNEXTLINE(readability-identifier-naming)
enum class TrialStatus : std::int32_t { done = 0, failed = 1, timed_out = 2, out_of_memory = 3 };

/// Names by number, as stored in `flag_meanings`.
inline constexpr std::array<std::string_view, 4> kTrialStatusNames = {"done", "failed", "timed_out", "out_of_memory"};

std::string_view status_name(TrialStatus status);

/// Parameters of a row, or of a point of the grid, by name.
using RowParameters = std::map<std::string, core::ParameterValue>;

/// A parameter that says nothing: NaN or the empty text. It counts as absent everywhere in the store.
bool is_absent(const core::ParameterValue& value);

/// One trial: one method on one cell (point of the grid x repetition).
struct TrialRow {
  TrialKey key;
  std::string method;  ///< display name, e.g. "4-AL-I3"
  std::int64_t repetition = 0;
  std::uint64_t seed = 0;
  RowParameters parameters;  ///< the swept parameters that this trial depends on, and no others
  TrialStatus status = TrialStatus::done;
  std::map<std::string, double> metrics;  ///< what scores, and the method itself, found; absent = NaN
  std::vector<std::string> scores;        ///< those that were computed, sorted: a NaN of theirs is their answer
  double tolerance = 0;                   ///< relative, that the method promises its numbers within; 0: the same bits
  std::int64_t n_comparisons = -1;        ///< comparisons the method asked for or was given; -1: does not apply
  double t_generate = 0;                  ///< seconds: data and comparisons
  double t_kernel = 0;                    ///< seconds: similarities out of comparisons
  double t_cluster = 0;                   ///< seconds: tree or partition
  double t_wall = 0;                      ///< seconds: the whole method
  double t_score = 0;                     ///< seconds: all scores, those that run the method again among them
  std::int64_t peak_rss = 0;              ///< bytes, of the process
  std::string message;                    ///< why a trial is not done; of one that is, what outside steps wrote
  std::string host;
  std::uint64_t build = 0;    ///< of the program that made the product (build_id.hpp), 0: unknown
  std::int64_t revision = 0;  ///< one more each time that the trial is made again: of a key the highest one counts
  StoredTree tree;
  std::vector<std::int32_t> labels;  ///< one per object; empty: not stored

  /// That the trial took, without the data.
  double seconds() const { return t_wall + t_score; }
};

/// Names the first of the reproducible columns in which two rows differ, with both values; nullopt when there is none.
/// Parameters, metrics, trees and labels are compared where both rows have them, bit for bit (NaN equals NaN); but for
/// parameters that are texts in both: a file may lie elsewhere, and the key tells what it holds. What the method is
/// called, and which of its parameters are columns, is the plan's choice: 4-AL-I3 is 4-AL with m = 3. If
/// either row has a tolerance, metrics only have to agree within the larger one, and trees and labels are not compared:
/// a number that falls on the other side of a threshold may change them wholly. Scores, times, peak_rss and host may
/// differ.
std::optional<std::string> first_difference(const TrialRow& a, const TrialRow& b);

/// Takes over what `other`, a row that does not differ from it, holds beyond `row`: metrics, scores with their time,
/// tree, labels.
/// Whether there was anything.
bool unite(TrialRow& row, TrialRow&& other);

/// Whether two rows hold the same result: first_difference finds nothing.
bool same_result(const TrialRow& a, const TrialRow& b);

}  // namespace tertium::experiments

template <>
struct std::hash<tertium::experiments::TrialKey> {
  std::size_t operator()(const tertium::experiments::TrialKey& key) const noexcept {
    const std::uint64_t mixed = (key.hi ^ std::rotl(key.lo, 29)) * 0xD6E8FEB86659FD93ULL;
    return static_cast<std::size_t>(mixed ^ (mixed >> 32U));
  }
};
