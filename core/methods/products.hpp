#pragma once

#include <chrono>
#include <compare>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <typeindex>
#include <utility>

namespace tertium::core {

/// Which intermediate product: its type, and what it is called among those of its type.
struct ProductId {
  std::string name;  ///< empty: nobody else's
  std::type_index type = typeid(void);

  auto operator<=>(const ProductId&) const = default;
};
/// Several of them.
using ProductIds = std::set<ProductId>;

/// The same where the type is known. Keys are constants beside what makes the product and states its cost.
template <typename T>
struct ProductKey {
  std::string name;

  operator ProductId() const { return {name, typeid(T)}; }
};

/// Intermediate products that the methods of one cell share: each is made once, by the first that asks, and released
/// after its last user. Not for concurrent use: a cell belongs to one team of threads.
class Products {
 public:
  /// The product of that key; `make()` is called if it is not there.
  template <typename T, typename Make>
  std::shared_ptr<const T> share(const ProductKey<T>& key, Make&& make) {
    const ProductId id = key;
    auto found = items_.find(id);
    if (found == items_.end()) {
      Frame frame(*this);
      auto value = std::make_shared<const T>(make());
      frame.close(id);
      found = items_.insert_or_assign(id, std::move(value)).first;
    }
    note_use(id);
    return std::static_pointer_cast<const T>(found->second);
  }
  /// What share() gives. The reference is good as long as the product is held.
  template <typename T, typename Make>
  const T& get(const ProductKey<T>& key, Make&& make) {
    return *share(key, std::forward<Make>(make));
  }

  bool holds(const ProductId& id) const { return items_.contains(id); }
  /// Forgets these, where it holds them.
  void release(const ProductIds& ids) {
    for (const ProductId& id : ids) items_.erase(id);
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
    /// Which, the products' own ingredients included.
    const ProductIds& products() const { return frame_.used; }
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
      ProductIds used{};
      double nested = 0.0;  ///< seconds of what was made inside
    };
    Open frame_;
  };

 private:
  /// Of a product that was made once, whether it is still held or not.
  struct Record {
    double seconds = 0.0;  ///< without its ingredients
    ProductIds ingredients{};
  };

  /// The making of one product.
  struct Frame : Use::Open {
    explicit Frame(Products& owner) : Use::Open(owner) {}
    void close(const ProductId& id) {
      const std::chrono::duration<double> taken = Use::Clock::now() - begin;
      products.records_[id] = {taken.count() - nested, used};
      if (outer != nullptr) outer->nested += taken.count();
    }
    Use::Clock::time_point begin = Use::Clock::now();
  };

  void note_use(const ProductId& id) {
    if (open_ == nullptr) return;
    open_->used.insert(id);
    const ProductIds& ingredients = records_[id].ingredients;
    open_->used.insert(ingredients.begin(), ingredients.end());
  }

  std::map<ProductId, std::shared_ptr<const void>> items_;
  std::map<ProductId, Record> records_;
  Use::Open* open_ = nullptr;
};

inline double Products::Use::seconds() const {
  double sum = 0.0;
  for (const ProductId& id : frame_.used) sum += frame_.products.records_[id].seconds;
  return sum;
}

}  // namespace tertium::core
