#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace tertium::experiments {

/// Values as bytes, for a file of the store or for another rank of this program. Little-endian; texts that repeat
/// (names, hosts) are there once.
class Packer {
 public:
  template <typename T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    put_bytes(&value, sizeof value);
  }
  void put_text(const std::string& text);
  template <typename Entry>
  void put_list(const std::vector<Entry>& list) {
    static_assert(std::is_trivially_copyable_v<Entry>);
    put_size(list.size());
    put_bytes(list.data(), list.size() * sizeof(Entry));
  }
  /// Of what follows, to be taken with Unpacker::take_size.
  void put_size(std::size_t n);

  /// All that was put, the texts first.
  std::vector<std::byte> bytes() const;

 private:
  void put_bytes(const void* data, std::size_t n);

  std::vector<std::byte> values_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> places_;
};

/// Takes in the same order what a Packer was given. Every length is checked against what is left, so arbitrary bytes
/// are refused with a UserError that gives the reason only (whoever reads a file names it), never read past.
class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes);

  template <typename T>
  T take() {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !std::is_same_v<T, bool>);
    T value;
    take_bytes(&value, sizeof value);
    return value;
  }
  const std::string& take_text();
  template <typename Entry>
  std::vector<Entry> take_list() {
    std::vector<Entry> list(take_size(sizeof(Entry)));
    take_bytes(list.data(), list.size() * sizeof(Entry));
    return list;
  }
  /// A count of entries of at least `entry_size` bytes each, so that no absurd count reserves memory.
  std::size_t take_size(std::size_t entry_size);

  void expect_end() const;
  /// For a value that no Packer was given.
  [[noreturn]] static void refuse(const char* why);

 private:
  void take_bytes(void* data, std::size_t n);

  std::span<const std::byte> rest_;
  std::vector<std::string> texts_;
};

}  // namespace tertium::experiments
