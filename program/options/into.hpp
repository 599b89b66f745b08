#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

namespace tertium::program {

/// The number that `option` was given. Throws UsageError unless it is one in [least, most].
template <typename Number>
Number number_in(const std::string& option, const std::string& text, Number least, Number most) {
  const auto value = core::parse_number<Number>(text);
  if (value && *value >= least && *value <= most) return *value;
  throw core::UsageError(fmt::format("{} {} is not a {} in [{}, {}], correct it", option, text,
                                     std::is_integral_v<Number> ? "whole number" : "number", least, most));
}

/// What takes the value of an option, an argument or a flag: as a rule a member, which has to live until the words are
/// read. What is not given leaves it as it is.
class Into {
 public:
  using Take = std::function<void(const std::string& option, const std::string& text)>;

  Into() = default;
  explicit Into(Take take, bool many = false) : take_(std::move(take)), many_(many) {}
  /// A flag's bool, a text, a path, a list of them, which takes what is given any number of times, or a seed.
  template <typename T>
  requires(!std::is_const_v<T> && !std::is_same_v<T, Into>) Into(T& member) : many_(kIsList<T>) {
    take_ = [&member](const std::string& option, const std::string& text) {
      if constexpr (std::is_same_v<T, bool>)
        member = true;
      else if constexpr (std::is_same_v<T, std::uint64_t>)
        member = number_in<T>(option, text, 0, std::numeric_limits<T>::max());
      else if constexpr (kIsList<T>)
        member.push_back(text);
      else
        member = text;
    };
  }

  void take(const std::string& option, const std::string& text) const {
    if (take_) take_(option, text);
  }
  /// Whether it takes several values.
  bool many() const { return many_; }

 private:
  template <typename T>
  static constexpr bool kIsList = requires(T& list) {
    list.push_back(std::string());
  };

  Take take_;
  bool many_ = false;
};

/// What `parse` makes of a text, or of a text and the name of its option.
template <typename T, typename Parse>
Into into(T& member, Parse parse) {
  const auto take = [&member, parse](const std::string& option, const std::string& text) {
    if constexpr (std::is_invocable_v<Parse, const std::string&, const std::string&>)
      member = parse(text, option);
    else
      member = parse(text);
  };
  return Into(take);
}

/// A number in [least, most].
template <typename T>
Into in_range(T& member, std::type_identity_t<T> least, std::type_identity_t<T> most) {
  return into(member, [least, most](const std::string& text, const std::string& option) {
    return number_in<T>(option, text, least, most);
  });
}
template <typename T>
Into in_range(std::optional<T>& member, std::type_identity_t<T> least, std::type_identity_t<T> most) {
  return into(member, [least, most](const std::string& text, const std::string& option) {
    return number_in<T>(option, text, least, most);
  });
}

/// A flag that clears it.
inline Into off(bool& member) {
  return into(member, [](const std::string&) { return false; });
}

}  // namespace tertium::program
