// Objects are dealt from a deck, so that they are as often. The last sets may all be there already: others, that are
// not, are put in their place, and made even by exchanges. Where object a is in more sets than b, there is a set with a
// but without b from which another one comes, that is not there, when b takes the place of a: else each such set would
// have a partner with b but without a, and b would be in as many sets. So as long as an object is too often and another
// too seldom, an exchange brings both nearer to what is wanted. O(count log count), and a look through the sets for
// each exchange, of which there are few.
#include "answers/asking/dealt_sets.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

using core::Object;
constexpr int kMostTries = 50;

std::span<Object> objects_of(ObjectSet& set, std::size_t size) {
  return std::span(set).first(size);
}

ObjectSet deal(Deck& deck, std::size_t size, core::Stream& draws) {
  ObjectSet set{};
  for (std::size_t k = 0; k < size; ++k) {
    if (deck.now.empty()) deck.now.swap(deck.later);
    std::size_t at = 0;
    do at = draws.below(deck.now.size());
    while (std::find(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(k), deck.now[at]) != set.begin() + k);
    set[k] = deck.now[at];
    deck.later.push_back(deck.now[at]);
    deck.now[at] = deck.now.back();
    deck.now.pop_back();
  }
  std::ranges::sort(objects_of(set, size));
  return set;
}

class DealtSets {
 public:
  DealtSets(const Deck& deck, std::int64_t count, std::size_t size, core::Stream& draws)
      : deck_(deck), count_(count), size_(size), draws_(draws) {}

  std::vector<ObjectSet> make() {
    deal_all();
    if (std::ssize(sets_) == count_) return std::move(sets_);
    fill();
    count_too_many();
    while (exchange()) {
    }
    return std::move(sets_);
  }

 private:
  bool add(const ObjectSet& set) {
    if (!seen_.insert(set).second) return false;
    sets_.push_back(set);
    return true;
  }

  /// Until chance finds no more.
  void deal_all() {
    Deck deck = deck_;
    for (int tries = 0; std::ssize(sets_) < count_ && tries < kMostTries; ++tries) {
      const Deck before = deck;
      if (add(deal(deck, size_, draws_)))
        tries = -1;
      else
        deck = before;
    }
  }

  /// Any sets: at most half of them are there, so that every other draw is a new one.
  void fill() {
    while (std::ssize(sets_) < count_) {
      Deck whole{deck_.now};
      whole.now.insert(whole.now.end(), deck_.later.begin(), deck_.later.end());
      add(deal(whole, size_, draws_));
    }
  }

  void count_too_many() {
    const std::size_t n = deck_.now.size() + deck_.later.size();
    const auto each = static_cast<std::int64_t>(static_cast<std::size_t>(count_) * size_ / n);
    too_many_.assign(n, -each);
    if (!deck_.later.empty())
      for (const Object a : deck_.now) --too_many_[a];
    for (ObjectSet& set : sets_)
      for (const Object a : objects_of(set, size_)) ++too_many_[a];
  }

  /// Puts an object that is too seldom in the place of one that is too often; false where there are none.
  bool exchange() {
    const auto [least, most] = std::ranges::minmax_element(too_many_);
    if (*most <= 0) return false;
    const auto often = static_cast<Object>(most - too_many_.begin());
    const auto seldom = static_cast<Object>(least - too_many_.begin());
    const std::size_t first = draws_.below(sets_.size());
    for (std::size_t k = 0; k < sets_.size(); ++k)
      if (replace(sets_[(first + k) % sets_.size()], often, seldom)) return true;
    core::expects(false, "an object that is in more sets can give one to another");
    return false;
  }

  bool replace(ObjectSet& set, Object often, Object seldom) {
    ObjectSet other = set;
    const std::span<Object> objects = objects_of(other, size_);
    const auto at = std::ranges::find(objects, often);
    if (at == objects.end() || std::ranges::find(objects, seldom) != objects.end()) return false;
    *at = seldom;
    std::ranges::sort(objects);
    if (!seen_.insert(other).second) return false;
    seen_.erase(set);
    set = other;
    --too_many_[often];
    ++too_many_[seldom];
    return true;
  }

  const Deck& deck_;
  std::int64_t count_;
  std::size_t size_;
  core::Stream& draws_;
  std::set<ObjectSet> seen_;
  std::vector<ObjectSet> sets_;
  std::vector<std::int64_t> too_many_;  // by object; what is missing is negative
};

}  // namespace

std::vector<ObjectSet> dealt_sets(const Deck& deck, std::int64_t count, std::size_t size, core::Stream& draws) {
  return DealtSets(deck, count, size, draws).make();
}

}  // namespace tertium::answers
