#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"
#include "core/methods/provisions.hpp"

namespace tertium::core {

/// Something that a problem may hold, made when it is first asked for, by any of the copies. Used like a pointer; null:
/// not provided.
template <typename T>
class Provided {
 public:
  Provided() = default;
  Provided(std::nullptr_t) {}
  /// What somebody holds already; null: not provided.
  template <typename U>
  Provided(std::shared_ptr<U> value) : state_(std::make_shared<State>(State{std::move(value), {}})) {
    if (state_->value == nullptr) state_.reset();
  }
  /// Of the value itself; an empty list is as good as none.
  template <std::same_as<T> U>
  Provided(U value) {
    if constexpr (requires { value.empty(); })
      if (value.empty()) return;
    state_ = std::make_shared<State>(State{std::make_shared<const T>(std::move(value)), {}});
  }
  /// `make` is called until it has made something, so once unless it throws.
  static Provided later(std::function<std::shared_ptr<const T>()> make) {
    Provided provided;
    provided.state_ = std::make_shared<State>(State{nullptr, std::move(make)});
    return provided;
  }

  explicit operator bool() const { return state_ != nullptr; }
  const T& operator*() const { return *share(); }
  const T* operator->() const { return share().get(); }
  /// Makes it if it is not made yet. It must be provided.
  const std::shared_ptr<const T>& share() const {
    expects(state_ != nullptr, "the problem provides what is asked for");
    if (state_->value == nullptr) {
      state_->value = state_->make();
      state_->make = {};
    }
    return state_->value;
  }
  void reset() { state_.reset(); }

 private:
  struct State {
    std::shared_ptr<const T> value;
    std::function<std::shared_ptr<const T>()> make;
  };
  std::shared_ptr<State> state_;
};

/// What is provided, by type: get<Graph>() is the graph. Each of kProvisionKinds is there or not.
class Holdings {
 public:
  /// Whether it is provided.
  template <typename T>
  bool has() const {
    return bool(provided<T>());
  }
  /// What has<T>().
  template <typename T>
  const T& get() const {
    return *provided<T>();
  }
  /// The same to be kept: it lives as long as anybody holds it.
  template <typename T>
  const std::shared_ptr<const T>& share() const {
    return provided<T>().share();
  }
  /// To make something of it later; may be null.
  template <typename T>
  const Provided<T>& provided() const {
    return std::get<Provided<T>>(held_);
  }

  /// Takes a value, a shared one, what is made later, or null.
  template <typename T>
  void provide(Provided<T> value) {
    std::get<Provided<T>>(held_) = std::move(value);
  }
  /// `make` is called when it is first asked for.
  template <typename T>
  void provide_later(std::function<std::shared_ptr<const T>()> make) {
    provide(Provided<T>::later(std::move(make)));
  }

  /// All that is held.
  Provisions provides() const;
  /// Makes what is not made yet of these, where that is done ahead.
  void prepare(Provisions provisions) const;
  /// Forgets all others.
  void keep_only(Provisions provisions);

 private:
  template <typename... Kinds>
  static std::tuple<Provided<typename Kinds::Type>...> held_of(const std::tuple<Kinds...>&);

  decltype(held_of(kProvisionKinds)) held_;
};

}  // namespace tertium::core
