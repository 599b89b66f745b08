// Objects are dealt from a deck, each as often as any other; screen_places() then says where on the screen they stand.
#include "answers/asking/question_lists.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>

#include "answers/asking/dealt_sets.hpp"
#include "answers/asking/screen_places.hpp"
#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

using core::Object;

/// Sets of objects, but no more than a list can need.
std::int64_t number_of_sets(Object n, std::size_t size) {
  std::int64_t sets = 1;
  for (std::size_t k = 0; k < size; ++k)
    sets =
        std::min(sets * (n - static_cast<std::int64_t>(k)) / static_cast<std::int64_t>(k + 1), std::int64_t{1} << 40);
  return sets;
}

std::vector<ObjectSet> all_sets(Object n, std::size_t size) {
  std::vector<ObjectSet> all;
  for (Object a = 0; a < n; ++a)
    for (Object b = a + 1; b < n; ++b)
      for (Object c = b + 1; c < n; ++c) {
        if (size == 3) all.push_back({a, b, c});
        for (Object d = c + 1; size == 4 && d < n; ++d) all.push_back({a, b, c, d});
      }
  return all;
}

/// The sets of one list. `more`: how often each object was once more often than others in lists before.
std::vector<ObjectSet> sets_of_list(const ListPlan& plan, std::vector<std::int64_t>& more, core::Stream& draws) {
  const std::size_t size = objects_in(plan.form);
  const auto n = static_cast<std::size_t>(plan.objects);
  const std::int64_t all = number_of_sets(plan.objects, size);
  std::vector<Object> order(n);
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(std::span(order));
  std::stable_sort(order.begin(), order.end(), [&](Object a, Object b) { return more[a] < more[b]; });
  const auto extra = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(plan.questions) * size % n);
  for (std::ptrdiff_t k = 0; k < extra; ++k) ++more[order[k]];
  std::vector<Object> once_more(order.begin(), order.begin() + extra), others(order.begin() + extra, order.end());
  if (once_more.empty()) once_more.swap(others);
  if (2 * plan.questions <= all) return dealt_sets({once_more, others}, plan.questions, size, draws);
  // Most of all sets: those that are left out are dealt, and the others are as often in these.
  std::vector<ObjectSet> sets = all_sets(plan.objects, size);
  if (others.empty()) others.swap(once_more);
  if (plan.questions < all) {
    const std::vector<ObjectSet> dealt = dealt_sets({others, once_more}, all - plan.questions, size, draws);
    const std::set<ObjectSet> left_out(dealt.begin(), dealt.end());
    std::erase_if(sets, [&](const ObjectSet& set) { return left_out.contains(set); });
  }
  draws.shuffle(std::span(sets));
  return sets;
}

/// Adds a list; each of some questions of its first half once more, after as many others as the second half has.
void add_list(std::span<const Screen> screens, std::int64_t participant, std::int64_t repeats, core::Stream& draws,
              std::vector<ListedScreen>& lists) {
  const std::size_t half = screens.size() / 2, distance = screens.size() - half;
  std::vector<std::size_t> order(half);
  std::iota(order.begin(), order.end(), 0);
  draws.shuffle(std::span(order));
  const auto most = std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(repeats), std::ssize(order));
  const std::set<std::size_t> again(order.begin(), order.begin() + most);
  std::vector<std::int64_t> trials;
  std::int64_t trial = 0;
  for (std::size_t k = 0; k < screens.size(); ++k) {
    trials.push_back(++trial);
    lists.push_back({screens[k], participant, trial});
    if (k < distance || !again.contains(k - distance)) continue;
    lists.push_back({turned(screens[k - distance]), participant, ++trial, trials[k - distance]});
  }
}

constexpr std::int64_t kMostListed = 20'000'000;  // some 2 GB

void check_plan(const ListPlan& plan) {
  const std::size_t size = objects_in(plan.form);
  const std::int64_t sets = number_of_sets(plan.objects, size);
  if (plan.questions > sets)
    core::fail(
        "{} questions of a list are too many (there are {} sets of {} of {} objects, each asked about once), ask "
        "fewer",
        plan.questions, sets, size, plan.objects);
  if (plan.participants > kMostListed / plan.questions)
    core::fail("{} lists of {} questions are too many (more than {} questions in all), ask for fewer",
               plan.participants, plan.questions, kMostListed);
  if (plan.repeats > plan.questions / 2)
    core::fail("{} of {} questions cannot be repeated (half a list lies between repetitions), repeat {} or fewer",
               plan.repeats, plan.questions, plan.questions / 2);
}

}  // namespace

std::vector<ListedScreen> question_lists(const ListPlan& plan) {
  check_plan(plan);
  core::Stream draws({.master_seed = plan.seed, .repetition = 2}, core::Purpose::kQuestions);
  std::vector<std::int64_t> more(static_cast<std::size_t>(plan.objects), 0);
  std::vector<ObjectSet> sets;
  for (std::int64_t p = 0; p < plan.participants; ++p) {
    const std::vector<ObjectSet> list = sets_of_list(plan, more, draws);
    sets.insert(sets.end(), list.begin(), list.end());
  }
  const std::vector<Screen> screens = screen_places(sets, plan.form, plan.objects, draws);
  std::vector<ListedScreen> lists;
  const auto count = static_cast<std::size_t>(plan.questions);
  for (std::size_t p = 0; p < static_cast<std::size_t>(plan.participants); ++p)
    add_list(std::span(screens).subspan(p * count, count), static_cast<std::int64_t>(p + 1), plan.repeats, draws,
             lists);
  return lists;
}

std::vector<ListedScreen> chosen_lists(const KnownAnswers& known, const ListPlan& plan, std::int64_t votes,
                                       const ChoiceOptions& options) {
  constexpr std::int64_t kMostChosen = 1'000'000;
  check_plan(plan);
  const std::int64_t count = plan.participants * plan.questions;
  if (count > kMostChosen)
    core::fail("{} questions are too many to be chosen (at most {}), ask for fewer", count, kMostChosen);
  core::Stream draws({.master_seed = plan.seed, .repetition = 2}, core::Purpose::kQuestions);
  const auto people = static_cast<std::size_t>(plan.participants), most = static_cast<std::size_t>(plan.questions);
  std::vector<std::vector<Screen>> dealt(people);
  std::vector<std::set<std::array<Object, 4>>> about(people);
  std::size_t next = 0;
  for (const auto& [question, gain] : next_questions(known, static_cast<std::size_t>(count), votes, options)) {
    std::array<Object, 4> objects = question.objects;
    std::ranges::sort(std::span(objects).first(objects_in(plan.form)));
    std::size_t tried = 0;
    const auto person = [&] { return (next + tried) % people; };
    while (tried < people && (dealt[person()].size() >= most || about[person()].contains(objects))) ++tried;
    if (tried == people) continue;
    dealt[person()].push_back(shown(question, plan.seed));
    about[person()].insert(objects);
    next = person() + 1;
  }
  std::vector<ListedScreen> lists;
  for (std::size_t p = 0; p < people; ++p)
    add_list(dealt[p], static_cast<std::int64_t>(p + 1), plan.repeats, draws, lists);
  return lists;
}

}  // namespace tertium::answers
