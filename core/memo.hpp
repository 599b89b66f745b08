#pragma once

#include <any>
#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace tertium::core {

/// Intermediate results that the methods of one cell share: each is computed once, by the first that asks.
/// Not for concurrent use: a cell belongs to one team of threads.
class Memo {
 public:
  /// The value of that name; `make()` is called if there is none yet. `*seconds` grows by what computing it took
  /// (also when it was computed earlier for another method: the cost that this method would have alone).
  template <typename Make>
  auto get(const std::string& name, double* seconds, Make&& make) -> const decltype(make())& {
    using Value = decltype(make());
    auto found = items_.find(name);
    if (found == items_.end()) {
      const auto begin = std::chrono::steady_clock::now();
      auto value = std::make_shared<const Value>(make());
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
      found = items_.insert_or_assign(name, Item{std::move(value), taken.count()}).first;
    }
    if (seconds != nullptr) *seconds += found->second.seconds;
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
