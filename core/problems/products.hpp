#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <typeindex>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::core {

/// The name of an intermediate product, with the type of what it names.
template <typename T>
struct ProductKey {
  std::string name;
};

/// Intermediate products that the methods of one cell share: each is made once, by the first that asks, and released
/// after its last user. Not for concurrent use: a cell belongs to one team of threads.
class Products {
 public:
  /// The product of that key; `make()` is called if it is not there.
  template <typename T, typename Make>
  std::shared_ptr<const T> share(const ProductKey<T>& key, Make&& make) {
    auto found = items_.find(key.name);
    if (found == items_.end()) {
      Frame frame(*this);
      auto value = std::make_shared<const T>(make());
      frame.close(key.name);
      found = items_.insert_or_assign(key.name, Item{std::move(value), typeid(T)}).first;
    }
    expects(found->second.type == typeid(T), "a product has one type");
    note_use(key.name);
    return std::static_pointer_cast<const T>(found->second.value);
  }
  template <typename T, typename Make>
  const T& get(const ProductKey<T>& key, Make&& make) {
    return *share(key, std::forward<Make>(make));
  }

  bool holds(const std::string& name) const { return items_.contains(name); }
  /// Forgets these, where it holds them.
  void release(const std::set<std::string>& names) {
    for (const std::string& name : names) items_.erase(name);
  }
  void clear() { items_.clear(); }

  /// What a computation used while this lived: the time that its products took, each counted once, whoever made it.
  class Use {
   public:
    explicit Use(Products& products) : frame_(products) {}
    ~Use() {  // what encloses this used it, too
      if (frame_.outer == nullptr) return;
      frame_.outer->used.insert(frame_.used.begin(), frame_.used.end());
      frame_.outer->nested += frame_.nested;
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    /// Names, those of the products' own ingredients included.
    const std::set<std::string>& names() const { return frame_.used; }
    /// Seconds, as if all of it had been made here.
    double seconds() const;
    /// Seconds of what was really made here.
    double made_here() const { return frame_.nested; }

   private:
    friend class Products;
    using Clock = std::chrono::steady_clock;
    struct Open {
      explicit Open(Products& owner) : products(owner), outer(owner.open_) { owner.open_ = this; }
      ~Open() { products.open_ = outer; }
      Open(const Open&) = delete;
      Open& operator=(const Open&) = delete;
      Products& products;
      Open* outer;
      std::set<std::string> used{};
      double nested = 0.0;  ///< seconds of what was made inside
    };
    Open frame_;
  };

 private:
  struct Item {
    std::shared_ptr<const void> value;
    std::type_index type;
  };
  /// Of a product that was made once, whether it is still held or not.
  struct Record {
    double seconds = 0.0;  ///< without its ingredients
    std::set<std::string> ingredients{};
  };

  /// The making of one product.
  struct Frame : Use::Open {
    explicit Frame(Products& owner) : Use::Open(owner) {}
    void close(const std::string& name) {
      const std::chrono::duration<double> taken = Use::Clock::now() - begin;
      products.records_[name] = {taken.count() - nested, used};
      if (outer != nullptr) outer->nested += taken.count();
    }
    Use::Clock::time_point begin = Use::Clock::now();
  };

  void note_use(const std::string& name) {
    if (open_ == nullptr) return;
    open_->used.insert(name);
    const std::set<std::string>& ingredients = records_[name].ingredients;
    open_->used.insert(ingredients.begin(), ingredients.end());
  }

  std::map<std::string, Item> items_;
  std::map<std::string, Record> records_;
  Use::Open* open_ = nullptr;
};

inline double Products::Use::seconds() const {
  double sum = 0.0;
  for (const std::string& name : frame_.used) sum += frame_.products.records_[name].seconds;
  return sum;
}

}  // namespace tertium::core
