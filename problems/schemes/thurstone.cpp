// Questions whose answers err as people do: most where two similarities are close. In each answer every similarity is
// perceived with normal noise of its own, so that the larger one is named with probability Phi(gap / (sqrt(2) tau)):
// Thurstone's law of comparative judgment, case V (Psychological Review 34, 1927). So many answers cost the same
// whether they are about as many questions, or several about each: votes. The first questions are the same however many
// votes there are and however they err.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/comparisons/closest_pairs.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "problems/schemes/expressions.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr std::int64_t kBlock = 4096;  // questions of one stream of draws

/// The random draws of one block of questions: what is asked, what is perceived, and which answers are reversed.
struct BlockDraws {
  core::Stream questions, perception, errors;

  BlockDraws(const core::CellKey& cell, core::Purpose purpose, std::uint64_t block)
      : questions(cell, purpose, 3 * block),
        perception(cell, purpose, 3 * block + 1),
        errors(cell, purpose, 3 * block + 2) {}
};

/// How answers err.
struct Judgment {
  double tau = 0.0, eps = 1.0;
  std::int64_t votes = 1;

  explicit Judgment(const core::Parameters& values)
      : tau(values.real("tau")), eps(values.real("eps")), votes(values.integer("votes")) {}

  /// How many of the votes name the first of two similarities, which is larger by `gap`; a coin names one of two equal
  /// ones that are perceived as they are.
  std::int32_t for_first(double gap, BlockDraws& draws) const {
    std::int32_t count = 0;
    for (std::int64_t vote = 0; vote < votes; ++vote) {
      const double perceived = tau > 0.0 ? gap + std::sqrt(2.0) * tau * draws.perception.normal() : gap;
      const bool first = perceived == 0.0 ? draws.perception.uniform() < 0.5 : perceived > 0.0;
      const bool right = eps >= 1.0 || draws.errors.uniform() < 0.5 * (1.0 + eps);
      count += first == right ? 1 : 0;
    }
    return count;
  }
};

/// Statements, and how often each was made.
template <typename Statement>
struct Told {
  std::vector<Statement> statements{};
  std::vector<std::int32_t> counts{};

  /// The votes of one question, for a statement and for its opposite.
  void add(const Statement& statement, std::int32_t votes, const Statement& opposite, std::int32_t against) {
    for (const auto& [made, count] : {std::pair(statement, votes), std::pair(opposite, against)})
      if (count > 0) {
        statements.push_back(made);
        counts.push_back(count);
      }
  }
};

/// Asks so many questions: ask(told, draws) is one. The same for any number of threads.
template <typename Statement>
Told<Statement> ask_all(std::int64_t questions, const core::CellKey& cell, core::Purpose purpose,
                        const std::function<void(Told<Statement>&, BlockDraws&)>& ask) {
  const std::int64_t blocks = (questions + kBlock - 1) / kBlock;
  std::vector<Told<Statement>> parts(static_cast<std::size_t>(blocks));
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t block = 0; block < blocks; ++block) {
    BlockDraws draws(cell, purpose, static_cast<std::uint64_t>(block));
    for (std::int64_t k = block * kBlock; k < std::min(questions, (block + 1) * kBlock); ++k)
      ask(parts[static_cast<std::size_t>(block)], draws);
  }
  Told<Statement> all;
  for (Told<Statement>& part : parts) {
    all.statements.insert(all.statements.end(), part.statements.begin(), part.statements.end());
    all.counts.insert(all.counts.end(), part.counts.begin(), part.counts.end());
    part = {};
  }
  return all;
}

Told<core::Triplet> triplets_of(const core::Similarities& w, std::int64_t questions, const Judgment& judgment,
                                const core::CellKey& cell) {
  return ask_all<core::Triplet>(
      questions, cell, core::Purpose::kVotedTriplets, [&](Told<core::Triplet>& told, BlockDraws& draws) {
        const core::Object anchor = another_object(w.objects(), {}, draws.questions);
        const core::Object one = another_object(w.objects(), {anchor}, draws.questions);
        const core::Object other = another_object(w.objects(), {anchor, one}, draws.questions);
        const std::int32_t votes = judgment.for_first(w(anchor, one) - w(anchor, other), draws);
        told.add({anchor, one, other}, votes, {anchor, other, one}, static_cast<std::int32_t>(judgment.votes) - votes);
      });
}

/// Two different pairs, each of two different objects.
core::Quadruplet two_pairs(core::Object n, core::Stream& draws) {
  const auto pair = [&] {
    const core::Object i = another_object(n, {}, draws);
    return std::minmax({i, another_object(n, {i}, draws)});
  };
  const auto first = pair();
  for (;;)
    if (const auto second = pair(); second != first) return {first.first, first.second, second.first, second.second};
}

Told<core::Quadruplet> quadruplets_of(const core::Similarities& w, std::int64_t questions, const Judgment& judgment,
                                      const core::CellKey& cell) {
  return ask_all<core::Quadruplet>(
      questions, cell, core::Purpose::kVotedQuadruplets, [&](Told<core::Quadruplet>& told, BlockDraws& draws) {
        const core::Quadruplet q = two_pairs(w.objects(), draws.questions);
        const std::int32_t votes = judgment.for_first(w(q.i, q.j) - w(q.k, q.l), draws);
        told.add(q, votes, {q.k, q.l, q.i, q.j}, static_cast<std::int32_t>(judgment.votes) - votes);
      });
}

/// Which two of three objects are closest, as it is perceived when this is asked, always the same.
class PerceivedPairs final : public core::ClosestPairs {
 public:
  PerceivedPairs(std::shared_ptr<const core::Similarities> w, const core::CellKey& cell, double tau)
      : w_(std::move(w)), key_(core::stream_key(cell, core::Purpose::kPerceivedPairs)), tau_(tau) {}

  core::Object objects() const override { return w_->objects(); }

  unsigned left_out(const core::Triple& t) const override {
    core::Triple sorted = t;
    std::sort(sorted.begin(), sorted.end());
    const auto bits =
        core::threefry(key_, {static_cast<std::uint64_t>(sorted[0]), static_cast<std::uint64_t>(sorted[1]),
                              static_cast<std::uint64_t>(sorted[2]), 0});
    unsigned best = 0;
    double largest = 0.0;
    for (unsigned k = 0; k < 3; ++k) {  // the pair without the k-th object
      const double noise = core::normal_quantile(core::uniform_of(bits[k]));
      const double perceived = (*w_)(sorted[k == 0 ? 1 : 0], sorted[k == 2 ? 1 : 2]) + tau_ * noise;
      if (k == 0 || perceived > largest) {
        largest = perceived;
        best = k;
      }
    }
    const auto place = std::find(t.begin(), t.end(), sorted[best]) - t.begin();
    return 1U << place;
  }

 private:
  std::shared_ptr<const core::Similarities> w_;
  std::array<std::uint64_t, 4> key_;
  double tau_;
};

std::int64_t question_count(core::Object n, const core::Parameters& values) {
  return evaluate_count(values.text("count"), n) / values.integer("votes");
}

void add(core::Problem& problem, const ModelSample&, const core::Parameters& values) {
  const core::Object n = problem.objects;
  const core::CellKey cell = problem.cell;
  const Judgment judgment(values);
  const core::Provided<core::Similarities> w = problem.provided<core::Similarities>();
  const std::int64_t questions = question_count(n, values);
  problem.questions.most = evaluate_count(values.text("count"), n);
  problem.questions.p = share_of_quadruplets(n, static_cast<double>(questions));
  problem.questions.eps = judgment.eps;
  problem.provide_later<core::Quadruplets>([=] {
    const Told<core::Quadruplet> told = quadruplets_of(*w, questions, judgment, cell);
    return std::make_shared<const core::ListedQuadruplets>(n, told.statements, told.counts);
  });
  problem.provide_later<core::Triplets>([=] {
    Told<core::Triplet> told = triplets_of(*w, questions, judgment, cell);
    return std::make_shared<const core::ListedTriplets>(core::TripletList(n, std::move(told.statements)), told.counts);
  });
  problem.provide_later<core::ClosestPairs>([=]() -> std::shared_ptr<const core::ClosestPairs> {
    if (judgment.tau <= 0.0) return core::closest_pairs_by(w.share());
    return std::make_shared<const PerceivedPairs>(w.share(), cell, judgment.tau);
  });
}

/// What blocks of questions told, beside the whole list; then it is counted.
core::Cost told_memory(double statements, double each) {
  constexpr double kAtOnce = 2.2;
  return {0.0, kAtOnce * (each + sizeof(std::int32_t)) * statements};
}

Memory memory(const DataUse& use, const core::Parameters& values) {
  constexpr double kSides = 1.9;  // of a question that is answered more than once: on few of them all agree
  const double n = use.objects, m = use.pairs();
  const auto drawn = static_cast<double>(question_count(use.objects, values));
  const bool votes = values.integer("votes") > 1;
  const double statements = (votes ? kSides : 1.0) * drawn;
  const auto listed = [&](double all, double each) {
    const double questions = different_questions(all, drawn);
    return Listed{statements, questions, (each + sizeof(std::int32_t)) * statements, true,
                  votes || questions < drawn - 1.0};
  };
  Memory memory;
  if (use.asks(core::Provision::kQuadruplets)) {
    memory.push_back(told_memory(statements, kOfQuadruplet));
    memory.push_back(listed_quadruplets_memory(use, listed(0.5 * m * (m - 1.0), kOfQuadruplet)));
  }
  if (use.asks(core::Provision::kTriplets)) {
    memory.push_back(told_memory(statements, kOfTriplet));
    memory.push_back(listed_triplets_memory(listed(0.5 * n * (n - 1.0) * (n - 2.0), kOfTriplet)));
  }
  return memory;
}

void check(core::Object n, const core::Parameters& values) {
  constexpr double kMostAnswers = 0x1p31;
  if (n < 3) core::fail("[comparisons] scheme = thurstone needs three objects or more (there are {}), use more", n);
  if (static_cast<double>(evaluate_count(values.text("count"), n)) >= kMostAnswers)
    core::fail(
        "[comparisons] count = {} for {} objects is 2^31 answers or more (too many for scheme = thurstone), lower it, "
        "or choose scheme = count",
        values.text("count"), n);
  if (n > core::kMaxObjects)
    core::fail(
        "[comparisons] scheme = thurstone lists answers about at most {} objects (there are {}), choose scheme = "
        "count with replacement = yes",
        core::kMaxObjects, n);
  if (question_count(n, values) < 1)
    core::fail("[comparisons] count = {} is less than the votes = {} of one question about {} objects, raise it",
               values.text("count"), values.integer("votes"), n);
}

}  // namespace

void register_scheme_thurstone(core::Registry<problems::Scheme>& schemes) {
  Scheme scheme;
  scheme.name = "thurstone";
  scheme.sentence =
      "a number of answers, several votes for each question, from participants who err most where two similarities are "
      "close (Thurstone)";
  scheme.citation = "Thurstone, A law of comparative judgment, Psychological Review 1927 (case V)";
  scheme.parameters = {
      {core::ParameterInfo::expression(
           "count", "n*ln(n)^4",
           "number of answers in total: an expression in n, the number of objects, and in numbers of model and scheme"),
       {core::Axis::kSample, core::Axis::kBudget}},
      {core::ParameterInfo::integer("votes", 1, 1, 1'000'000,
                                    "answers to each question; count / votes questions are drawn, with replacement"),
       {core::Axis::kSample}},
      {core::ParameterInfo::real(
           "tau", 0.1, 0.0, 1e6,
           "standard deviation of the noise with which a similarity is perceived, drawn anew for each vote; for "
           "questions about three objects that a method asks, always the same (insertion's lead = 0 ignores it)"),
       {core::Axis::kNoise}},
      {core::ParameterInfo::real("eps", 1.0, 0.0, 1.0,
                                 "an answer agrees with what was perceived with probability (1 + eps)/2", true),
       {core::Axis::kNoise}},
  };
  scheme.needs = {core::Provision::kSimilarities};
  scheme.adds = [](core::Provisions) {
    return core::Provisions{core::Provision::kQuadruplets, core::Provision::kTriplets, core::Provision::kClosestPairs};
  };
  scheme.add = add;
  scheme.share = [](core::Object n, const core::Parameters& values) {
    const auto questions = static_cast<double>(question_count(n, values));
    return SchemeShare{.p = share_of_quadruplets(n, questions),
                       .eps = values.real("eps"),
                       .listed = true,
                       .answers = questions * static_cast<double>(std::min<std::int64_t>(2, values.integer("votes"))),
                       .p_triplets = share_of_triplets(n, questions)};
  };
  scheme.memory = memory;
  scheme.check = check;
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
