#include "experiments/run/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <sstream>
#include <unordered_set>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/ini.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstWords = "tertium shards ";
constexpr int kVersion = 1;

/// Reads the lines of a file of shards, and knows where it is.
class ShardReader {
 public:
  ShardReader(const fs::path& file, std::string_view text) : file_(file), text_(text) {}

  std::vector<Shard> read() {
    const std::size_t n = header();
    std::vector<Shard> shards;
    std::unordered_set<TrialKey> seen;
    while (shards.size() < n) {
      shards.push_back(shard(shards.size()));
      for (const TrialKey& key : shards.back().keys)
        if (!seen.insert(key).second) fail(fmt::format("trial {} is listed twice", to_hex(key)));
    }
    if (next_line() != fmt::format("end {}", seen.size())) fail("the last line is missing: cut short");
    return shards;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    core::fail("{}:{} is not a line of a file of shards ({}), make a new one with tertium slurm render", file_.string(),
               line_, why);
  }

  std::string_view next_line() {
    ++line_;
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos) fail("the file ends early");
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return line;
  }

  template <typename Number>
  Number number(std::string_view& words) const {
    words = core::trimmed(words);
    const auto value = core::take_number<Number>(words);
    if (!value) fail("a number is missing");
    return *value;
  }

  std::size_t header() {
    if (!text_.starts_with(kFirstWords)) {
      line_ = 1;
      fail("it begins differently");
    }
    std::string_view words = next_line().substr(kFirstWords.size());
    if (number<int>(words) != kVersion) fail("it is from another version of tertium");
    return number<std::size_t>(words);
  }

  Shard shard(std::size_t number_of_it) {
    constexpr std::string_view kWord = "shard ";
    std::string_view words = next_line();
    if (!words.starts_with(kWord)) fail("a shard should begin here");
    words.remove_prefix(kWord.size());
    if (number<std::size_t>(words) != number_of_it) fail("a shard is missing");
    Shard shard;
    const auto n = number<std::size_t>(words);
    shard.seconds = number<double>(words);
    for (std::size_t k = 0; k < n; ++k) {
      const std::optional<TrialKey> key = key_from_hex(next_line());
      if (!key) fail("a trial should be here");
      shard.keys.push_back(*key);
    }
    return shard;
  }

  const fs::path& file_;
  std::string_view text_;
  std::size_t line_ = 0;
};

}  // namespace

std::vector<Shard> make_shards(const Plan& plan, const std::deque<Job>& jobs, int n) {
  core::expects(n >= 1, "make_shards: n >= 1");
  std::vector<Shard> shards(std::min(static_cast<std::size_t>(n), jobs.size()));
  using Load = std::pair<double, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::size_t k = 0; k < shards.size(); ++k) loads.emplace(0.0, k);
  for (const Job& job : jobs) {
    Shard& shard = shards[loads.top().second];
    shard.seconds += job.seconds;
    for (const int trial : job.trials) shard.keys.push_back(plan.trials[trial].key);
    const Load grown{shard.seconds, loads.top().second};
    loads.pop();
    loads.push(grown);
  }
  // Jobs that are predicted to take no time all land in one.
  std::erase_if(shards, [](const Shard& shard) { return shard.keys.empty(); });
  return shards;
}

void write_shards(const fs::path& file, const std::vector<Shard>& shards) {
  std::string text = fmt::format("{}{} {}\n", kFirstWords, kVersion, shards.size());
  std::size_t trials = 0;
  for (std::size_t k = 0; k < shards.size(); ++k) {
    text += fmt::format("shard {} {} {:.6g}\n", k, shards[k].keys.size(), shards[k].seconds);
    for (const TrialKey& key : shards[k].keys) (text += to_hex(key)) += '\n';
    trials += shards[k].keys.size();
  }
  text += fmt::format("end {}\n", trials);
  files::publish_file(file.parent_path(), std::as_bytes(std::span(text)), [&](int attempt) {
    if (attempt > 0) core::fail("{} exists already (shards never change), choose another name", file.string());
    return file.filename().string();
  });
}

std::vector<Shard> read_shards(const fs::path& file) {
  const auto bytes = files::read_file(file);
  if (!bytes) core::fail("no file of shards at {} (no such file), check the name", file.string());
  return ShardReader(file, {reinterpret_cast<const char*>(bytes->data()), bytes->size()}).read();
}

ShardName parse_shard_name(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  const bool has_file = colon != std::string::npos && colon > 0;
  const auto number = core::parse_number<std::size_t>(has_file ? std::string_view(text).substr(colon + 1) : "");
  if (!number)
    throw core::UsageError(
        fmt::format("--shard '{}' names no shard, give its file and number, e.g. --shard shards.txt:3", text));
  return {text.substr(0, colon), *number};
}

std::vector<TrialKey> shard_keys(const ShardName& name, const Plan& plan) {
  std::vector<Shard> shards = read_shards(name.file);
  if (name.number >= shards.size())
    core::fail("{} has no shard {} (its shards are 0 to {}), choose one of them", name.file.string(), name.number,
               static_cast<long>(shards.size()) - 1);
  std::unordered_set<TrialKey> planned;
  for (const Trial& trial : plan.trials) planned.insert(trial.key);
  for (const TrialKey& key : shards[name.number].keys)
    if (planned.count(key) == 0)
      core::fail(
          "{} has trials that '{}' does not plan (first {}; the shards are from another configuration, or from files "
          "that have changed), give the configuration that they were made from",
          name.file.string(), plan.config.name, to_hex(key));
  return std::move(shards[name.number].keys);
}

}  // namespace tertium::experiments
