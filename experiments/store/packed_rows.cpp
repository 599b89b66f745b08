#include "experiments/store/packed_rows.hpp"

#include <bit>
#include <cstring>
#include <iterator>
#include <limits>
#include <map>
#include <variant>

#include "core/base/error.hpp"
#include "experiments/store/row_columns.hpp"

namespace tertium::experiments {
namespace {

static_assert(std::endian::native == std::endian::little, "packed values are little-endian");

// A value of each type that a column has, put and taken alike.

template <typename T>
void put(Packer& out, const T& value) {
  out.put_all(value);
}

template <typename T>
void take(Unpacker& in, T& value) {
  in.take_all(value);
}

void take(Unpacker& in, TrialStatus& status) {
  const auto code = in.take<std::int32_t>();
  if (code < 0 || code >= std::ssize(kTrialStatusNames)) Unpacker::refuse("a row has an unknown status");
  status = static_cast<TrialStatus>(code);
}

void put(Packer& out, const core::ParameterValue& value) {
  out.put(static_cast<std::uint8_t>(value.index()));
  std::visit([&](const auto& held) { put(out, held); }, value);
}

void take(Unpacker& in, core::ParameterValue& value) {
  switch (in.take<std::uint8_t>()) {
    case 0:
      return take(in, value.emplace<std::int64_t>());
    case 1:
      return take(in, value.emplace<double>());
    case 2:
      return take(in, value.emplace<std::string>());
    default:
      Unpacker::refuse("a parameter has an unknown type");
  }
}

template <typename Value>
void put(Packer& out, const std::map<std::string, Value>& values) {
  out.put_size(values.size());
  for (const auto& [name, value] : values) {
    put(out, name);
    put(out, value);
  }
}

template <typename Value>
void take(Unpacker& in, std::map<std::string, Value>& values) {
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    Value value;
    const std::string& name = in.take_text();
    take(in, value);
    values.emplace_hint(values.end(), name, std::move(value));
  }
}

void put(Packer& out, const std::vector<std::string>& texts) {
  out.put_size(texts.size());
  for (const std::string& text : texts) put(out, text);
}

void take(Unpacker& in, std::vector<std::string>& texts) {
  for (std::size_t left = in.take_size(1); left > 0; --left) texts.push_back(in.take_text());
}

void put(Packer& out, const StoredTree& tree) {
  out.put_all(tree.initial, tree.merges);
}

void take(Unpacker& in, StoredTree& tree) {
  in.take_all(tree.initial, tree.merges);
  expect_valid(tree);
}

template <typename Row, typename Columns>
void put_columns(Packer& out, const Row& row, const Columns& columns, std::int32_t version) {
  for_each_column(columns, [&](const auto& column) {
    if (column.facts.since <= version) put(out, row.*column.member);
  });
}

template <typename Row, typename Columns>
Row take_columns(Unpacker& in, const Columns& columns, std::int32_t version) {
  Row row;
  for_each_column(columns, [&](const auto& column) {
    if (column.facts.since <= version) take(in, row.*column.member);
  });
  return row;
}

}  // namespace

void Packer::put_bytes(const void* data, std::size_t n) {
  if (n == 0) return;
  const auto* first = static_cast<const std::byte*>(data);
  values_.insert(values_.end(), first, first + n);
}

void Packer::put_size(std::size_t n) {
  core::expects(n <= std::numeric_limits<std::uint32_t>::max(), "a packed list has less than 2^32 entries");
  put(static_cast<std::uint32_t>(n));
}

void Packer::put_text(const std::string& text) {
  const auto [at, is_new] = places_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  put(at->second);
}

std::vector<std::byte> Packer::bytes() const {
  Packer all;
  all.put_size(texts_.size());
  for (const std::string& text : texts_) {
    all.put_size(text.size());
    all.put_bytes(text.data(), text.size());
  }
  all.put_bytes(values_.data(), values_.size());
  return std::move(all.values_);
}

Unpacker::Unpacker(std::span<const std::byte> bytes) : rest_(bytes) {
  texts_.resize(take_size(sizeof(std::uint32_t)));
  for (std::string& text : texts_) {
    text.resize(take_size(1));
    take_bytes(text.data(), text.size());
  }
}

void Unpacker::take_bytes(void* data, std::size_t n) {
  if (n > rest_.size()) refuse("lengths disagree");
  if (n > 0) std::memcpy(data, rest_.data(), n);
  rest_ = rest_.subspan(n);
}

std::size_t Unpacker::take_size(std::size_t entry_size) {
  const std::size_t n = take<std::uint32_t>();
  if (n > rest_.size() / entry_size) refuse("lengths disagree");
  return n;
}

void Unpacker::skip(std::size_t n, std::size_t entry_size) {
  if (n > rest_.size() / entry_size) refuse("lengths disagree");
  rest_ = rest_.subspan(n * entry_size);
}

std::uint32_t Unpacker::take_place() {
  const auto place = take<std::uint32_t>();
  if (place >= texts_.size()) refuse("a text is missing");
  return place;
}

const std::string& Unpacker::take_text() {
  return texts_[take_place()];
}

void Unpacker::expect_end() const {
  if (!rest_.empty()) refuse("lengths disagree");
}

void Unpacker::refuse(const char* why) {
  throw core::UserError(why);
}

void put_row(Packer& out, const TrialRow& row, std::int32_t version) {
  put_columns(out, row, kTrialColumns, version);
}

TrialRow take_row(Unpacker& in, std::int32_t version) {
  return take_columns<TrialRow>(in, kTrialColumns, version);
}

RowParameters take_parameters(Unpacker& in) {
  RowParameters parameters;
  take(in, parameters);
  return parameters;
}

void put_rows(Packer& out, std::span<const TrialRow> rows, std::int32_t version) {
  out.put_size(rows.size());
  for (const TrialRow& row : rows) put_row(out, row, version);
}

std::vector<TrialRow> take_rows(Unpacker& in, std::int32_t version) {
  std::vector<TrialRow> rows;
  const std::size_t n = in.take_size(kLeastBytesOfRow);
  rows.reserve(n);
  for (std::size_t i = 0; i < n; ++i) rows.push_back(take_row(in, version));
  return rows;
}

void put_run_record(Packer& out, const RunRecord& run, std::int32_t version) {
  put_columns(out, run, kRunColumns, version);
}

RunRecord take_run_record(Unpacker& in, std::int32_t version) {
  return take_columns<RunRecord>(in, kRunColumns, version);
}

}  // namespace tertium::experiments
