#pragma once

#include <any>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace tertium::core {

/// Time that the intermediate results used by one method took, each counted once, whoever computed it.
struct KernelTime {
  double seconds = 0.0;    ///< as if this method had made them all
  double made_here = 0.0;  ///< of those that it really made
  std::set<std::string> counted{};
};

/// Intermediate results that the methods of one cell share: each is computed once, by the first that asks.
/// Not for concurrent use: a cell belongs to one team of threads.
class Memo {
 public:
  /// The value of that name; `make()` is called if there is none yet. `time`, if given, grows by what computing it
  /// took, also when that was done for another method: the time that this method would need alone.
  template <typename Make>
  auto get(const std::string& name, KernelTime* time, Make&& make) -> const decltype(make())& {
    using Value = decltype(make());
    auto found = items_.find(name);
    const bool made_here = found == items_.end();
    if (made_here) {
      const auto begin = std::chrono::steady_clock::now();
      auto value = std::make_shared<const Value>(make());
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      found = items_.insert_or_assign(name, Item{std::move(value), taken.count()}).first;
    }
    if (time != nullptr && time->counted.insert(name).second) {
      time->seconds += found->second.seconds;
      if (made_here) time->made_here += found->second.seconds;
    }
    return *std::any_cast<const std::shared_ptr<const Value>&>(found->second.value);
  }

 private:
  struct Item {
    std::any value;
    double seconds;
  };
  std::map<std::string, Item> items_;
};

}  // namespace tertium::core
