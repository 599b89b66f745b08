#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/base/registry.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/methods/problem.hpp"
#include "core/methods/product.hpp"

namespace tertium::core {

/// Size of a problem before it exists.
struct ProblemSize {
  Object objects = 0;
  double p = 1.0;
  double eps = 1.0;
  int team = 1;                         ///< ranks that share it: bytes are those of one of them
  std::optional<double> graph_edges{};  ///< about; empty: the graph, if there is one, has all pairs
  /// Bytes that each of them has for it: a method that can do with less memory, and more time, does where it must.
  double memory = std::numeric_limits<double>::infinity();
  bool listed = false;     ///< comparisons are a list: those that are not there cost nothing
  bool of_places = false;  ///< for a step that follows one which makes coordinates
  bool follows = false;    ///< for a step that does not begin the chain

  /// All comparisons are given and true.
  bool complete() const { return all_given_and_true(p, eps); }
  double edges() const { return graph_edges.value_or(0.5 * objects * (objects - 1.0)); }
};

/// What something is expected to take: elementary steps, about 1e9 per second, of all members of a team together; bytes
/// while it is made, and of those what is left when it is there.
struct Cost {
  double operations = 0.0;
  double bytes = 0.0;
  double kept_bytes = 0.0;
};

/// By how many powers of two a table of that many bytes is larger than what a core has for itself; 0 if it is not. So
/// many times (and some constant, which the formula has) slower it is gone through in no order. That a core has 4 MB is
/// a judgement: it fits what was measured at N = 240 to 10,000 (docs/performance.md).
inline double past_cache(double bytes) {
  constexpr double kOwn = 4e6;
  return std::max(0.0, std::log2(std::max(1.0, bytes) / kOwn));
}

/// An intermediate product (Problem::products) that a step asks for, and what making it takes.
struct SharedCost {
  ProductId product;
  Cost cost;
};

/// What a step takes beside the products that it shares with others.
struct StepCost {
  Cost own;
  std::vector<SharedCost> shared{};
};

/// A named number that a step tells of its run; becomes a column of the rows.
struct ReportedNumber {
  std::string name;
  std::string unit;
  std::string sentence;
  bool share = false;  ///< never below 0 or above 1
};

/// One run of a step: what it may look at, and where it reports.
struct StepRun {
  const Problem& problem;
  const Parameters& parameters;
  const Product* input = nullptr;  ///< of the step before; null: the step begins the chain
  std::map<std::string, double>& reports;
  std::vector<OddOneOut>* left_out = nullptr;  ///< where the chain's caller wants them
  std::string* remark = nullptr;               ///< where the chain's caller wants it

  /// Answers that the result does not rest on, for they contradict others.
  void leave_out(std::vector<OddOneOut> answers) const {
    if (left_out != nullptr) *left_out = std::move(answers);
  }
  void report(const std::string& name, double value) const { reports[name] = value; }
  /// What an added step said on the way, in words.
  void say(const std::string& text) const {
    if (remark != nullptr && !text.empty()) *remark += (remark->empty() ? "" : "; ") + text;
  }
};

/// A step with fixed values of some parameters, under a name of its own: MulK-4 is 4K with reading = literal.
struct StepAlias {
  std::string name;
  std::vector<std::pair<std::string, ParameterValue>> values;
};

/// A name for a chain of steps with fixed values of some of their parameters: 4K-AL is 4K+AL.
struct Preset {
  std::string name;
  std::string chain;
  std::vector<std::pair<std::string, ParameterValue>> values{};
};

/// What is made of answers, and so how they must be kept when there are very many.
enum class AnswerUse {
  kAll,       ///< anything: they are listed
  kSums,      ///< they are added up: their sums will do (AnswerSums)
  kByAnchor,  ///< triplets are read anchor by anchor: they may be packed (PackedTriplets)
};

/// One step of a method: similarities, an embedding, a linkage or a partition. One file each in ROOM/methods/, which
/// defines
///     void tertium::register_step_NAME(core::Registry<core::Step>& steps)
struct Step {
  std::string name;       ///< the papers' name, e.g. "4K"; pluses only at its end
  std::string edition{};  ///< of an added step, what stands for its code: another one makes other results
  std::string sentence;   ///< what it does
  std::string citation;
  /// Idea, formula, guarantee, ties and cost: the comment at the head of its file (core/methods/description.hpp). Lines
  /// of text in paragraphs; `$...$` is LaTeX, `$$...$$` on an indented line a displayed formula. Empty for added steps.
  std::string description{};
  /// What it looks at where it begins a chain; empty: it only works on the product of a step before.
  std::optional<Provisions> needs;
  /// What it works on where it follows another step.
  ProductKinds takes{};
  ProductKind returns = ProductKind::kTree;
  bool needs_lengths = false;  ///< of trees it takes those alone whose branches have lengths
  bool gives_lengths = false;  ///< the branches of its tree have lengths
  /// What the result depends on where the step begins a chain.
  Axes axes{};
  /// The same where it follows another step: steps that look at nothing but the product before them say nothing.
  Axes axes_after{};
  /// What it has of answers where it begins a chain; empty: all.
  std::function<AnswerUse(const Parameters&)> answer_use{};
  /// It goes by how many answers there are, not by their shares alone: all of them said twice make something else.
  bool counts_answers = false;
  /// Beyond so many objects it cannot work: most steps make something of the size of all pairs.
  Object most_objects = kMaxObjects;
  /// The same where it follows another step; empty: no other.
  std::optional<Object> most_objects_after{};
  /// Relative tolerance within which numbers of two runs agree; 0: exact in every bit for any threads and ranks.
  double tolerance = 0.0;
  /// Nobody can state what time it takes: it is no part of this program.
  bool unknown_time = false;
  /// Whether it draws objects by number (landmarks, say), so that renumbering them draws others.
  bool draws_objects = false;
  std::vector<ParameterInfo> parameters{};
  /// Its parameter `input`, triplets or quadruplets, is what the chain begins with where its name does not set it.
  bool feed_of_beginning = false;
  std::vector<StepAlias> aliases{};
  std::vector<Preset> presets{};
  std::vector<ReportedNumber> reports{};
  /// What it needs for some values of parameters only; may be empty.
  std::function<Provisions(const Parameters&)> needs_for{};
  std::function<Product(const StepRun&)> run;
  std::function<StepCost(const ProblemSize&, const Parameters&)> cost;

  /// Whether it works on what another returns.
  bool follows(const Step& before) const {
    return takes.contains(before.returns) && (before.gives_lengths || !needs_lengths);
  }
};

/// "n_comparisons", which every step reports that looks at comparisons: given (passive) or asked (active), distinct.
inline constexpr const char* kComparisons = "n_comparisons";

}  // namespace tertium::core
