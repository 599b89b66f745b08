#pragma once

#include <cstdint>
#include <initializer_list>

namespace tertium::core {

/// A set of the values of a small enum whose values are 0, 1, 2, ...
template <typename Enum>
class EnumSet {
 public:
  constexpr EnumSet() = default;
  /// The set of these.
  constexpr EnumSet(std::initializer_list<Enum> values) {
    for (const Enum value : values) bits_ |= bit(value);
  }

  constexpr bool contains(Enum value) const { return (bits_ & bit(value)) != 0; }
  constexpr bool includes(EnumSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool meets(EnumSet other) const { return (other.bits_ & bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr EnumSet operator|(EnumSet other) const { return EnumSet(bits_ | other.bits_); }
  constexpr EnumSet operator-(EnumSet other) const { return EnumSet(bits_ & ~other.bits_); }
  constexpr EnumSet& operator|=(EnumSet other) { return *this = *this | other; }
  constexpr bool operator==(const EnumSet&) const = default;

 private:
  constexpr explicit EnumSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(Enum value) { return std::uint32_t{1} << static_cast<unsigned>(value); }

  std::uint32_t bits_ = 0;
};

}  // namespace tertium::core
