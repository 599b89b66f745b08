#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "answers/resampling/parallel_jobs.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/method.hpp"
#include "core/methods/product.hpp"
#include "metrics/measures/branch_votes.hpp"
#include "problems/models/model.hpp"

namespace tertium::answers {

/// Samples of answers with replacement (Efron 1979): of all units as many are drawn as there are, and each brings its
/// answers as often as it was drawn.
class AnswerBootstrap {
 public:
  /// `only_sums`: samples are made of sums (ModelSample::sums), which a method takes that adds answers up. The votes of
  /// each unit are then added up once, and a sample costs what is left of them.
  /// `weights`: how often each answer counts when it is drawn once, as sample_of has them.
  AnswerBootstrap(const files::ComparisonFile& file, AnswerUnits units, std::uint64_t seed, bool only_sums,
                  std::span<const std::int32_t> weights = {});

  /// The sample of that number, as methods take it: the same whenever it is drawn.
  problems::ModelSample sample(std::int64_t replicate) const;

 private:
  struct Change {
    core::PairIndex pair = 0;
    std::int32_t times = 0;  // more alike minus less alike; small, for millions of them are read for each sample
  };
  std::vector<std::int32_t> draw(std::int64_t replicate) const;
  void add_up();
  void add_changes(std::size_t statement, std::int64_t weight);
  void join_changes();
  static bool joins(Change& change, const Change& more);
  problems::ModelSample sample_of_sums(const std::vector<std::int32_t>& drawn) const;

  /// How often the answer counts.
  std::int32_t weight(std::size_t answer) const { return weights_.empty() ? 1 : weights_[answer]; }

  const files::ComparisonFile& file_;
  AnswerUnits units_;
  std::span<const std::int32_t> weights_;
  std::uint64_t seed_;
  bool only_sums_;
  std::vector<std::size_t> begin_;        // of each unit's changes, and where the last one's end
  std::vector<Change> changes_;           // by unit and pair
  std::vector<std::int64_t> answers_of_;  // each unit
};

/// What a method makes of samples of answers.
struct Resampling {
  std::string drawn{};                ///< "subjects", "screens" or "questions"
  std::int32_t units = 0;             ///< of these
  std::int32_t of_nobody = 0;         ///< beside subjects, questions that nobody known was asked
  std::vector<core::Product> made{};  ///< by sample, of the objects as the file numbers them
  double seconds = 0.0;

  std::int64_t replicates() const { return std::ssize(made); }
};

/// Draws the subjects of the file again, and with them, one by one, the sets of objects of answers without a subject;
/// or if it does not name two subjects, all sets of objects asked about; and runs the method on each sample. The same
/// for any number of threads. Throws UserError where there is but one such set, or where what is made takes more than
/// there is memory. `bytes`: what a run of the method takes; `told`: how many samples there are.
Resampling resample(const files::ComparisonFile& file, const core::Method& method, std::int64_t replicates,
                    std::uint64_t seed, double bytes, const JobCallback& progress = {},
                    std::span<const std::int32_t> weights = {});

/// How sure the branches of a tree are, by the trees of samples.
struct BranchSupport {
  std::int64_t replicates = 0;
  std::string drawn{};                 ///< "subjects", "screens" or "questions"
  std::int32_t units = 0;              ///< of these
  std::int32_t of_nobody = 0;          ///< beside subjects, questions that nobody known was asked
  std::vector<std::int64_t> counts{};  ///< replicates that have the cluster of each row of scipy_linkage
  std::vector<std::int64_t> moved{};   ///< objects to be moved until they all have it: metrics::BranchCounts
  std::vector<core::Object> most{};    ///< of these, the most that one replicate can ask for
  double seconds = 0.0;

  /// "6 subjects and 240 questions without one".
  std::string drawn_text() const;
  /// Felsenstein's support.
  double share(std::size_t row) const { return static_cast<double>(counts[row]) / static_cast<double>(replicates); }
  /// Transfer support: 1 less the mean share of the objects that have to be moved; 1 of all objects.
  double transfer(std::size_t row) const;
  /// Of all rows but the last, which holds all objects and so is in every tree: those of at least that share.
  std::int64_t at_least(double least) const;
  /// The same of transfer support.
  std::int64_t transfer_at_least(double least) const;
};

/// Counts in how many of the trees of the samples each cluster of `tree` is, and how near the others are to it. O(N^2)
/// time a tree; the same for any number of threads.
BranchSupport branch_support(const core::Dendrogram& tree, const Resampling& resampled);

/// What the answers themselves say of the branches, by the rows of scipy_linkage, where subjects (or the sets of
/// objects asked about) stay together: local support and concordance.
std::vector<metrics::VotesOnBranch> branch_votes(const core::Dendrogram& tree, const files::ComparisonFile& file);

}  // namespace tertium::answers
