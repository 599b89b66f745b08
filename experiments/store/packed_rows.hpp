#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "experiments/store/row_columns.hpp"
#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

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
  /// One after the other, each as the above: for Unpacker::take_all.
  template <typename... Values>
  void put_all(const Values&... values) {
    (put_any(values), ...);
  }

  /// All that was put, the texts first.
  std::vector<std::byte> bytes() const;

 private:
  template <typename T>
  void put_any(const T& value) {
    put(value);
  }
  template <typename Entry>
  void put_any(const std::vector<Entry>& list) {
    put_list(list);
  }
  void put_any(const std::string& text) { put_text(text); }
  void put_any(const std::vector<std::string>& texts) {
    put_size(texts.size());
    for (const std::string& text : texts) put_text(text);
  }
  template <typename Entry>
  void put_any(const std::vector<std::vector<Entry>>& lists) {
    put_size(lists.size());
    for (const std::vector<Entry>& list : lists) put_list(list);
  }
  void put_any(const bool& value) { put(std::uint8_t{value}); }
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
  /// Instead of take_text: which of texts() it is.
  std::uint32_t take_place();
  const std::vector<std::string>& texts() const { return texts_; }
  template <typename Entry>
  std::vector<Entry> take_list() {
    std::vector<Entry> list(take_size(sizeof(Entry)));
    take_bytes(list.data(), list.size() * sizeof(Entry));
    return list;
  }
  /// A count of entries of at least `entry_size` bytes each, so that no absurd count reserves memory.
  std::size_t take_size(std::size_t entry_size);
  template <typename... Values>
  void take_all(Values&... values) {
    (take_any(values), ...);
  }

  /// What is left, for rewind.
  std::span<const std::byte> rest() const { return rest_; }
  void rewind(std::span<const std::byte> rest) { rest_ = rest; }
  /// Passes over n entries of so many bytes each.
  void skip(std::size_t n, std::size_t entry_size);

  void expect_end() const;
  /// For a value that no Packer was given.
  [[noreturn]] static void refuse(const char* why);

 private:
  template <typename T>
  void take_any(T& value) {
    value = take<T>();
  }
  template <typename Entry>
  void take_any(std::vector<Entry>& list) {
    list = take_list<Entry>();
  }
  void take_any(std::string& text) { text = take_text(); }
  void take_any(std::vector<std::string>& texts) {
    texts.resize(take_size(sizeof(std::uint32_t)));  // of each the place of its text
    for (std::string& text : texts) text = take_text();
  }
  template <typename Entry>
  void take_any(std::vector<std::vector<Entry>>& lists) {
    lists.resize(take_size(sizeof(std::uint64_t)));  // of each its length
    for (std::vector<Entry>& list : lists) list = take_list<Entry>();
  }
  void take_any(bool& value) { value = take<std::uint8_t>() != 0; }
  void take_bytes(void* data, std::size_t n);

  std::span<const std::byte> rest_;
  std::vector<std::string> texts_;
};

/// Rows as a rank sends them to the writer and a segment holds them; exact: what is taken equals what was put in every
/// bit. Taking throws UserError for what no row can be, trees included.
/// `version`: of the row, kRowVersion or an older one.
void put_row(Packer& out, const TrialRow& row, std::int32_t version = kRowVersion);
TrialRow take_row(Unpacker& in, std::int32_t version = kRowVersion);
RowParameters take_parameters(Unpacker& in);
/// A count of rows that is larger than what is left allows is refused.
inline constexpr std::size_t kLeastBytesOfRow = 100;

void put_rows(Packer& out, std::span<const TrialRow> rows, std::int32_t version = kRowVersion);
std::vector<TrialRow> take_rows(Unpacker& in, std::int32_t version = kRowVersion);

/// Who wrote them; `version` as above.
void put_run_record(Packer& out, const RunRecord& run, std::int32_t version = kRowVersion);
RunRecord take_run_record(Unpacker& in, std::int32_t version = kRowVersion);

}  // namespace tertium::experiments
