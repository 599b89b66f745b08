#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/plan/grid.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A part of what is left to do of a sweep, for a program of its own.
struct Shard {
  double seconds = 0.0;  ///< predicted, one trial after another
  std::vector<TrialKey> keys;
};

/// Splits jobs (longest first, as make_jobs gives them) into at most `n` >= 1 shards of about the same predicted time:
/// each job goes to the shard that has least so far, the first of equals. Jobs are never divided, and no shard is
/// empty.
std::vector<Shard> make_shards(const Plan& plan, const std::deque<Job>& jobs, int n);

/// Publishes a file of shards, which is never changed again; a text with one line for each shard and each of its
/// trials:
///   tertium shards 1 N
///   shard K TRIALS SECONDS
///   KEY
///   end TRIALS
/// Throws UserError when there is a file of that name or it cannot be written.
void write_shards(const std::filesystem::path& file, const std::vector<Shard>& shards);

/// Throws UserError, with the line, for a file that is missing, foreign or cut short, or names a trial twice.
std::vector<Shard> read_shards(const std::filesystem::path& file);

/// One shard of a file, as a command line names it: FILE:K.
struct ShardName {
  std::filesystem::path file;
  std::size_t number = 0;
};

/// Throws UsageError unless `text` is FILE:K.
ShardName parse_shard_name(const std::string& text);

/// The trials of a shard. Throws UserError as read_shards does, when there is no such shard, and when the plan lacks
/// one of its trials.
std::vector<TrialKey> shard_keys(const ShardName& name, const Plan& plan);

}  // namespace tertium::experiments
