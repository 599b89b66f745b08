#include "experiments/store/pack.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

static_assert(std::endian::native == std::endian::little, "packed rows are little-endian");

constexpr std::uint32_t kMagic = 0x52545254;  // "TRTR"
constexpr std::uint32_t kVersion = 1;
enum class ValueType : std::uint8_t { kInteger = 0, kReal = 1, kText = 2 };

class Packer {
 public:
  template <typename T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_bytes(&value, sizeof value);
  }
  void put_bytes(const void* data, std::size_t n) {
    if (n == 0) return;
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + n);
  }
  void put_size(std::size_t n) {
    core::expects(n <= std::numeric_limits<std::uint32_t>::max(), "a packed list has less than 2^32 entries");
    put(static_cast<std::uint32_t>(n));
  }
  /// A text is written as its place in the table of texts.
  void put_text(const std::string& text) {
    const auto [at, is_new] = places_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    put(at->second);
  }
  const std::vector<std::string>& texts() const { return texts_; }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::uint32_t> places_;
};

void put_value(Packer& out, const core::ParameterValue& value) {
  out.put(static_cast<ValueType>(value.index()));
  if (const auto* text = std::get_if<std::string>(&value)) return out.put_text(*text);
  if (const auto* real = std::get_if<double>(&value)) return out.put(*real);
  out.put(std::get<std::int64_t>(value));
}

void put_row(Packer& out, const TrialRow& row) {
  out.put(row.key);
  out.put_text(row.method);
  out.put(row.repetition);
  out.put(row.seed);
  out.put_size(row.parameters.size());
  for (const auto& [name, value] : row.parameters) {
    out.put_text(name);
    put_value(out, value);
  }
  out.put(row.status);
  out.put_size(row.metrics.size());
  for (const auto& [name, value] : row.metrics) {
    out.put_text(name);
    out.put(value);
  }
  out.put_size(row.scores.size());
  for (const std::string& name : row.scores) out.put_text(name);
  out.put(row.tolerance);
  out.put(row.n_comparisons);
  out.put(std::array{row.t_generate, row.t_kernel, row.t_cluster, row.t_wall});
  out.put(row.peak_rss);
  out.put_text(row.message);
  out.put_text(row.host);
  out.put(row.tree.initial);
  out.put_size(row.tree.merges.size());
  out.put_bytes(row.tree.merges.data(), row.tree.merges.size() * sizeof row.tree.merges[0]);
  out.put_size(row.labels.size());
  out.put_bytes(row.labels.data(), row.labels.size() * sizeof row.labels[0]);
}

class Unpacker {
 public:
  explicit Unpacker(std::span<const std::byte> bytes) : rest_(bytes) {}
  template <typename T>
  T take() {
    T value;
    take_bytes(&value, sizeof value);
    return value;
  }
  void take_bytes(void* data, std::size_t n) {
    if (n > rest_.size()) damaged();
    if (n > 0) std::memcpy(data, rest_.data(), n);
    rest_ = rest_.subspan(n);
  }
  /// A count of entries of at least `entry_size` bytes each, so that no absurd count reserves memory.
  std::size_t take_size(std::size_t entry_size) {
    const std::size_t n = take<std::uint32_t>();
    if (n > rest_.size() / entry_size) damaged();
    return n;
  }
  void take_texts() {
    texts_.resize(take_size(sizeof(std::uint32_t)));
    for (std::string& text : texts_) {
      text.resize(take_size(1));
      take_bytes(text.data(), text.size());
    }
  }
  const std::string& take_text() {
    const auto place = take<std::uint32_t>();
    if (place >= texts_.size()) damaged();
    return texts_[place];
  }
  template <typename Entry>
  std::vector<Entry> take_list() {
    std::vector<Entry> list(take_size(sizeof(Entry)));
    take_bytes(list.data(), list.size() * sizeof(Entry));
    return list;
  }
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] static void damaged() { core::fail("packed rows are damaged (lengths disagree), run the trials again"); }

 private:
  std::span<const std::byte> rest_;
  std::vector<std::string> texts_;
};

core::ParameterValue take_value(Unpacker& in) {
  switch (in.take<ValueType>()) {
    case ValueType::kInteger:
      return in.take<std::int64_t>();
    case ValueType::kReal:
      return in.take<double>();
    case ValueType::kText:
      return in.take_text();
  }
  Unpacker::damaged();
}

TrialRow take_row(Unpacker& in) {
  TrialRow row;
  row.key = in.take<TrialKey>();
  row.method = in.take_text();
  row.repetition = in.take<std::int64_t>();
  row.seed = in.take<std::uint64_t>();
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    const std::string& name = in.take_text();
    row.parameters.emplace_hint(row.parameters.end(), name, take_value(in));
  }
  row.status = in.take<TrialStatus>();
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    const std::string& name = in.take_text();
    row.metrics.emplace_hint(row.metrics.end(), name, in.take<double>());
  }
  for (std::size_t left = in.take_size(sizeof(std::uint32_t)); left > 0; --left) row.scores.push_back(in.take_text());
  row.tolerance = in.take<double>();
  row.n_comparisons = in.take<std::int64_t>();
  const auto times = in.take<std::array<double, 4>>();
  row.t_generate = times[0];
  row.t_kernel = times[1];
  row.t_cluster = times[2];
  row.t_wall = times[3];
  row.peak_rss = in.take<std::int64_t>();
  row.message = in.take_text();
  row.host = in.take_text();
  row.tree.initial = in.take<std::int32_t>();
  row.tree.merges = in.take_list<std::array<std::int32_t, 2>>();
  expect_valid(row.tree);
  row.labels = in.take_list<std::int32_t>();
  return row;
}

}  // namespace

std::vector<std::byte> pack(std::span<const TrialRow> rows) {
  Packer body;
  for (const TrialRow& row : rows) put_row(body, row);
  Packer out;
  out.put(kMagic);
  out.put(kVersion);
  out.put_size(rows.size());
  out.put_size(body.texts().size());
  for (const std::string& text : body.texts()) {
    out.put_size(text.size());
    out.put_bytes(text.data(), text.size());
  }
  out.put_bytes(body.bytes().data(), body.bytes().size());
  return out.bytes();
}

std::vector<TrialRow> unpack(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  if (in.take<std::uint32_t>() != kMagic) core::fail("not packed rows (wrong first bytes), run the trials again");
  const auto version = in.take<std::uint32_t>();
  if (version != kVersion) {
    core::fail("packed rows have version {} (this program reads {}), use the newer program", version, kVersion);
  }
  constexpr std::size_t kLeastBytesOfRow = 100;
  const std::size_t n_rows = in.take_size(kLeastBytesOfRow);
  in.take_texts();
  std::vector<TrialRow> rows;
  rows.reserve(n_rows);
  for (std::size_t i = 0; i < n_rows; ++i) rows.push_back(take_row(in));
  if (!in.at_end()) Unpacker::damaged();
  return rows;
}

}  // namespace tertium::experiments
