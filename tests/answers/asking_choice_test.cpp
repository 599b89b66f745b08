// Which questions tertium ask chooses: gains against the formula as it stands, and what every batch has to be.
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "answers/asking/answer_model.hpp"
#include "answers/asking/choice.hpp"
#include "core/random/random.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

using core::Object;
using core::Triplet;
using files::AnswerForm;

/// Answers to questions about n objects on a line, some of them wrong.
KnownAnswers random_answers(Object n, int count, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest);
  KnownAnswers known(n);
  while (std::ssize(known.statements) < count) {
    const auto any = [&] { return static_cast<Object>(draws.below(static_cast<std::uint64_t>(n))); };
    Triplet t{any(), any(), any()};
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far) continue;
    if ((std::abs(t.anchor - t.near) > std::abs(t.anchor - t.far)) != (draws.below(10) == 0)) std::swap(t.near, t.far);
    known.add(AnswerForm::kTriplet, core::as_quadruplet(t), static_cast<std::int32_t>(1 + draws.below(3)));
  }
  return known;
}

core::Coordinates random_places(Object n, std::uint64_t seed) {
  core::Stream draws({.master_seed = seed}, core::Purpose::kTest, 1);
  core::Coordinates places{n, 2, std::vector<double>(2 * static_cast<std::size_t>(n))};
  for (double& value : places.values) value = draws.normal();
  return places;
}

/// That j is nearer to the place of x than k, by the formulas of the papers.
double plain_probability(const core::Coordinates& places, const std::string& method, Object x, Object j, Object k) {
  const auto squared = [&](Object a, Object b) {
    return std::pow(places(a, 0) - places(b, 0), 2) + std::pow(places(a, 1) - places(b, 1), 2);
  };
  const auto kernel = [&](double d) {
    if (method == "t-STE") return 1.0 / (1.0 + d);
    return method == "STE" ? std::exp(-d) : 1.0 / (d + 0.05);
  };
  return kernel(squared(x, j)) / (kernel(squared(x, j)) + kernel(squared(x, k)));
}

double plain_entropy(const std::vector<double>& p) {
  double sum = 0.0;
  for (const double value : p) sum -= value > 0.0 ? value * std::log2(value) : 0.0;
  return sum;
}

std::vector<double> normalized(std::vector<double> p) {
  double sum = 0.0;
  for (const double value : p) sum += value;
  for (double& value : p) value /= sum;
  return p;
}

/// What the crowd kernel's authors write: H(tau) - p H(tau_first) - (1 - p) H(tau_second).
double plain_gain(const core::Coordinates& places, const std::string& method, const KnownAnswers& known,
                  const Screen& q) {
  std::vector<double> tau(static_cast<std::size_t>(known.objects), 1.0);
  for (Object x = 0; x < known.objects; ++x)
    for (std::size_t k = 0; k < known.statements.size(); ++k) {
      const Triplet t = core::as_triplet(known.statements[k]);
      if (t.anchor == q.objects[0])
        tau[x] *= std::pow(plain_probability(places, method, x, t.near, t.far), known.counts[k]);
    }
  tau = normalized(tau);
  std::vector<double> first = tau, second = tau;
  double p = 0.0;
  for (Object x = 0; x < known.objects; ++x) {
    const double yes = plain_probability(places, method, x, q.objects[1], q.objects[2]);
    p += tau[x] * yes;
    first[x] *= yes;
    second[x] *= 1.0 - yes;
  }
  return plain_entropy(tau) - p * plain_entropy(normalized(first)) - (1.0 - p) * plain_entropy(normalized(second));
}

std::vector<Screen> all_questions(Object n, AnswerForm form = AnswerForm::kTriplet) {
  core::Stream draws({}, core::Purpose::kTest);
  return open_questions(AskedCounts(n), form, 1, draws);
}

TEST(AskingGains, AreTheInformationThatThePaperDefines) {
  for (const std::string& name : probable_methods()) {
    const Object n = 9;
    const core::Coordinates places = random_places(n, 3);
    const KnownAnswers known = random_answers(n, 60, 4);
    const AnswerModel model(places, core::find_method(name));
    const std::vector<Screen> questions = all_questions(n);
    const std::vector<double> gains = information_gains(model, Posterior(model, known), questions);
    const std::vector<double> entropies = uncertainties(model, questions);
    ASSERT_EQ(questions.size(), static_cast<std::size_t>(core::triplet_count(n)));
    for (std::size_t k = 0; k < questions.size(); ++k) {
      const Object anchor = questions[k].objects[0], first = questions[k].objects[1], second = questions[k].objects[2];
      ASSERT_NEAR(gains[k], plain_gain(places, name, known, questions[k]), 1e-12) << name;
      const double p = plain_probability(places, name, anchor, first, second);
      ASSERT_NEAR(entropies[k], plain_entropy({p, 1.0 - p}), 1e-12) << name;
    }
  }
}

TEST(AskingGains, ChancesAreThoseOfTheirOddsHoweverLarge) {
  for (const double odds : {0.0, 1e-9, 0.3, 5.0, 40.0, 599.0, 1e6})
    for (const double sign : {1.0, -1.0}) {
      const Chance chance = chance_of(sign * odds);
      const double p = 1.0 / (1.0 + std::exp(-sign * odds));
      EXPECT_NEAR(chance.yes, p, 1e-15);
      EXPECT_NEAR(chance.entropy, entropy_of(p), 1e-14);
      if (odds < 600.0) {
        EXPECT_NEAR(chance.log_yes, -std::log1p(std::exp(-sign * odds)), 1e-13 * (1.0 + odds));
      }
    }
  // Places so far apart that nothing is in doubt: no gain, and no number that is none.
  core::Coordinates far = random_places(6, 1);
  for (double& value : far.values) value *= 1e6;
  const AnswerModel model(far, core::find_method("STE"));
  const KnownAnswers known = random_answers(6, 30, 2);
  for (const double gain : information_gains(model, Posterior(model, known), all_questions(6))) {
    EXPECT_GE(gain, 0.0);
    EXPECT_LE(gain, 1.0);
  }
}

TEST(AskingGains, OfOtherQuestionsEveryPairIsClosestByItsKernel) {
  const core::Coordinates places = random_places(7, 5);
  const AnswerModel model(places, core::find_method("STE"));
  const auto kernel = [&](Object a, Object b) {
    return std::exp(-std::pow(places(a, 0) - places(b, 0), 2) - std::pow(places(a, 1) - places(b, 1), 2));
  };
  for (const Screen& q : all_questions(7, AnswerForm::kOddOneOut)) {
    const auto [a, b, c, none] = q.objects;
    const std::vector<double> p = normalized({kernel(b, c), kernel(a, c), kernel(a, b)});
    for (std::size_t k = 0; k < 3; ++k) ASSERT_NEAR(probabilities(model, q)[k], p[k], 1e-12);
    ASSERT_NEAR(uncertainties(model, std::array{q})[0], plain_entropy(p), 1e-12);
    EXPECT_EQ(statement_of(q, 0), (core::Quadruplet{b, c, b, a}));
    EXPECT_EQ(statement_of(q, 1), (core::Quadruplet{a, c, a, b}));
    EXPECT_EQ(statement_of(q, 2), (core::Quadruplet{a, b, a, c}));
    EXPECT_EQ(none, 0);
  }
  for (const Screen& q : all_questions(7, AnswerForm::kQuadruplet)) {
    const auto [i, j, k, l] = q.objects;
    const std::vector<double> p = normalized({kernel(i, j), kernel(k, l)});
    ASSERT_NEAR(probabilities(model, q)[0], p[0], 1e-12);
    ASSERT_NEAR(uncertainties(model, std::array{q})[0], plain_entropy(p), 1e-12);
    EXPECT_EQ(statement_of(q, 1), (core::Quadruplet{k, l, i, j}));
  }
  EXPECT_EQ(all_questions(7, AnswerForm::kOddOneOut).size(), 35U);
  EXPECT_EQ(all_questions(7, AnswerForm::kQuadruplet).size(), 105U);
}

TEST(AskingScreens, AreTheSameQuestionsHoweverTheyAreShown) {
  for (const std::string& name : question_forms()) {
    const AnswerForm form = question_form(name);
    std::map<std::vector<Object>, int> orders;
    for (const Screen& question : all_questions(6, form))
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const Screen one = shown(question, seed);
        EXPECT_EQ(sorted(one), question);
        EXPECT_EQ(sorted(turned(one)), question);
        for (std::size_t choice = 0; choice < choices_of(form); ++choice)
          EXPECT_EQ(question_of(form, statement_of(one, choice)), question);
        std::vector<Object> order;  // which object of the question stands where
        for (std::size_t k = 0; k < objects_in(form); ++k)
          for (std::size_t at = 0; at < objects_in(form); ++at)
            if (one.objects[k] == question.objects[at]) order.push_back(static_cast<Object>(at));
        ++orders[order];
      }
    EXPECT_EQ(orders.size(), form == AnswerForm::kTriplet ? 2U : form == AnswerForm::kOddOneOut ? 6U : 8U);
    int least = 1'000'000, most = 0;
    for (const auto& [order, count] : orders) {
      least = std::min(least, count);
      most = std::max(most, count);
    }
    EXPECT_LT(most, 2 * least) << name;
  }
}

TEST(AskingScreens, OfAFileAreThoseThatItAnswers) {
  files::ComparisonFile file;
  file.form = AnswerForm::kOddOneOut;
  file.objects = 4;
  file.statements = {{0, 2, 0, 1}, {2, 0, 2, 1}};
  const KnownAnswers odd = known_answers(file, AnswerForm::kOddOneOut, "odd");
  EXPECT_EQ(odd.asked({AnswerForm::kOddOneOut, {0, 1, 2}}), 1);
  EXPECT_EQ(odd.statements, file.statements);
  EXPECT_EQ(odd.asked.of_object(2), 1);
  const KnownAnswers triplets = known_answers(file, AnswerForm::kTriplet, "odd");
  EXPECT_EQ(triplets.asked({AnswerForm::kTriplet, {0, 1, 2}}), 1);
  EXPECT_EQ(triplets.asked({AnswerForm::kTriplet, {2, 0, 1}}), 1);
  EXPECT_EQ(triplets.asked.of_object(1), 0);
  file.form = AnswerForm::kQuadruplet;
  file.statements = {{3, 1, 2, 0}};
  EXPECT_EQ(known_answers(file, AnswerForm::kOddOneOut, "four").asked({AnswerForm::kQuadruplet, {0, 2, 1, 3}}), 1);
}

/// None twice, none that is not open, first before second.
void expect_sound(const std::vector<ChosenQuestion>& chosen, const std::vector<Screen>& open) {
  std::set<Screen> seen;
  const std::set<Screen> allowed(open.begin(), open.end());
  for (const ChosenQuestion& one : chosen) {
    EXPECT_TRUE(seen.insert(one.question).second);
    EXPECT_TRUE(allowed.contains(one.question));
    EXPECT_EQ(one.question, sorted(one.question));
  }
}

TEST(AskingChoices, AreSoundWhateverIsKnown) {
  core::Stream draws({}, core::Purpose::kTest, 2);
  for (int trial = 0; trial < 60; ++trial) {
    const auto n = static_cast<Object>(3 + draws.below(9));
    const KnownAnswers known = random_answers(n, static_cast<int>(draws.below(80)), draws.bits());
    const auto votes = static_cast<std::int64_t>(1 + draws.below(3));
    const auto form = std::array{AnswerForm::kTriplet, AnswerForm::kOddOneOut, AnswerForm::kQuadruplet}[draws.below(3)];
    const std::vector<Screen> open = open_questions(known.asked, form, votes, draws);
    for (const Screen& question : open) EXPECT_LT(known.asked(question), votes);
    const std::size_t count = 1 + draws.below(30);
    const std::vector<std::string> rules = choice_rules(form);
    ChoiceOptions options{.rule = choice_rule(rules[draws.below(rules.size())], form), .form = form};
    options.method = core::find_method("STE");
    options.warm_up = static_cast<std::int64_t>(draws.below(4));
    options.seed = draws.bits();
    const std::vector<ChosenQuestion> chosen = choose(known, open, count, options);
    EXPECT_EQ(chosen.size(), std::min(count, open.size()));
    expect_sound(chosen, open);
  }
}

TEST(AskingChoices, BeginWithObjectsThatNobodyWasAskedAbout) {
  KnownAnswers known = random_answers(6, 40, 7);
  KnownAnswers more(9);  // three objects that no answer is about
  for (std::size_t k = 0; k < known.statements.size(); ++k)
    more.add(AnswerForm::kTriplet, known.statements[k], known.counts[k]);
  for (const ChoiceRule rule : {ChoiceRule::kArr, ChoiceRule::kInfogain, ChoiceRule::kUncertain}) {
    const auto chosen = choose(more, all_questions(9), 6, {.rule = rule, .method = core::find_method("t-STE")});
    std::map<Object, int> times;
    for (const ChosenQuestion& one : chosen) {
      ++times[one.question.objects[0]];
      EXPECT_TRUE(std::isnan(one.gain));
    }
    EXPECT_EQ(times, (std::map<Object, int>{{6, 2}, {7, 2}, {8, 2}}));
  }
  // Nothing is known at all: every object is an anchor as often as any other.
  std::map<Object, int> times;
  for (const ChosenQuestion& one : choose(KnownAnswers(5), all_questions(5), 15, {.method = core::find_method("STE")}))
    ++times[one.question.objects[0]];
  for (const auto& [anchor, count] : times) EXPECT_EQ(count, 3);
}

TEST(AskingChoices, DoNotPileUpOnOneAnchor) {
  const KnownAnswers known = random_answers(10, 300, 5);
  const std::vector<Screen> open = all_questions(10);
  for (const ChoiceRule rule : {ChoiceRule::kArr, ChoiceRule::kInfogain, ChoiceRule::kUncertain}) {
    std::map<Object, int> times;
    for (const ChosenQuestion& one : choose(known, open, 10, {.rule = rule, .method = core::find_method("t-STE")}))
      ++times[one.question.objects[0]];
    int most = 0;
    for (const auto& [anchor, count] : times) most = std::max(most, count);
    if (rule == ChoiceRule::kArr)
      EXPECT_LE(most, 10);
    else
      EXPECT_EQ(most, 2) << "twice its share: " << name_of(rule);
  }
  // A batch that anchors' shares do not fill is filled all the same.
  std::vector<Screen> of_one_anchor;
  for (const Screen& q : open)
    if (q.objects[0] == 4) of_one_anchor.push_back(q);
  EXPECT_EQ(
      choose(known, of_one_anchor, 20, {.rule = ChoiceRule::kInfogain, .method = core::find_method("STE")}).size(),
      20U);
}

TEST(AskingChoices, AreTheSameForAnyNumberOfThreads) {
  const KnownAnswers known = random_answers(14, 200, 9);
  const std::vector<Screen> open = all_questions(14);
  const int threads = omp_get_max_threads();
  for (std::size_t rule = 0; rule < choice_rules().size(); ++rule) {
    std::set<std::string> found;
    for (const int number : {1, 2, 5}) {
      omp_set_num_threads(number);
      std::string text;
      for (const auto& [q, gain] :
           choose(known, open, 25, {.rule = static_cast<ChoiceRule>(rule), .method = core::find_method("t-STE")}))
        text += fmt::format("{},{:a};", fmt::join(q.objects, ","), gain);
      found.insert(text);
    }
    EXPECT_EQ(found.size(), 1U) << choice_rules()[rule];
  }
  omp_set_num_threads(threads);
}

TEST(AskingChoices, OfManyObjectsArePairsDrawn) {
  core::Stream draws({}, core::Purpose::kTest, 3);
  const std::vector<Screen> open = open_questions(AskedCounts(400), AnswerForm::kTriplet, 1, draws);
  std::set<std::pair<Object, Object>> pairs;
  for (const Screen& q : open) pairs.emplace(q.objects[1], q.objects[2]);
  EXPECT_EQ(pairs.size(), 2500U);  // a million questions, with every anchor
  EXPECT_EQ(open.size(), 2500U * 398U);
  EXPECT_EQ(testing::message_of([] { choice_rule("best"); }),
            "unknown way of choosing 'best'; known: mixed, arr, infogain, uncertain, branches, random");
  EXPECT_EQ(
      testing::message_of([] { choice_rule("arr", AnswerForm::kOddOneOut); }),
      "arr goes by the information of an answer about its anchor (odd-one-outs have none), take mixed, uncertain, "
      "branches, random");
  EXPECT_EQ(testing::message_of([] { question_form("pairs"); }),
            "unknown kind of question 'pairs'; known: triplets, odd-one-outs, quadruplets");
  for (const AnswerForm form : {AnswerForm::kOddOneOut, AnswerForm::kQuadruplet}) {
    const std::vector<Screen> drawn = open_questions(AskedCounts(400), form, 1, draws);
    EXPECT_EQ(std::set<Screen>(drawn.begin(), drawn.end()).size(), drawn.size());
    EXPECT_GT(drawn.size(), 900'000U);
    for (const Screen& q : drawn) ASSERT_EQ(q, sorted(q));
  }
}

}  // namespace
}  // namespace tertium::answers
