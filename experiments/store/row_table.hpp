#pragma once

#include <bit>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "experiments/store/row_columns.hpp"
#include "experiments/store/trial_row.hpp"

// Many rows, column by column: a tenth of the memory of as many TrialRows, and only the columns that are asked for.
namespace tertium::experiments {

/// Indices of rows, in the order that they are to have.
using RowOrder = std::vector<std::uint32_t>;

template <typename T>
void reorder(std::vector<T>& values, const RowOrder& order) {
  std::vector<T> chosen;
  chosen.reserve(order.size());
  for (const std::uint32_t row : order) chosen.push_back(values[row]);
  values = std::move(chosen);
}

/// Parameters by their bits: NaN equals NaN, and nothing else.
struct ParametersLess {
  bool operator()(const RowParameters& a, const RowParameters& b) const;
};

/// Values that repeat, each there once.
template <typename T, typename Less = std::less<T>>
class CodedColumn {
 public:
  std::size_t size() const { return codes_.size(); }
  const T& operator[](std::size_t row) const { return values_[codes_[row]]; }
  std::uint32_t code(std::size_t row) const { return codes_[row]; }
  /// By code; of some there may be no row.
  const std::vector<T>& values() const { return values_; }
  std::vector<bool> occurring() const {
    std::vector<bool> occurs(values_.size());
    for (const std::uint32_t code : codes_) occurs[code] = true;
    return occurs;
  }

  std::uint32_t code_of(const T& value) {
    const auto [at, is_new] = places_.try_emplace(value, static_cast<std::uint32_t>(values_.size()));
    if (is_new) values_.push_back(value);
    return at->second;
  }
  void push_code(std::uint32_t code) { codes_.push_back(code); }
  void push_back(const T& value) { push_code(code_of(value)); }
  void select(const RowOrder& order) { reorder(codes_, order); }

 private:
  std::vector<std::uint32_t> codes_;
  std::vector<T> values_;
  std::map<T, std::uint32_t, Less> places_;
};

/// One column for each metric that any row has.
class MetricColumns {
 public:
  using Column = std::vector<double>;

  std::size_t size() const { return size_; }
  const std::map<std::string, Column>& columns() const { return columns_; }
  /// Null where no row has it.
  const Column* find(const std::string& name) const;
  /// In a column: that the row does not have the metric, which NaN alone does not say.
  static bool is_absent(double value) { return std::bit_cast<std::uint64_t>(value) == kAbsent; }

  void push_back(const std::map<std::string, double>& metrics);
  /// The column of a metric, for set_next.
  Column& column(const std::string& name) { return columns_[name]; }
  /// The value of the row that push_row ends; in any order of columns.
  void set_next(Column& column, double value) {
    fill(column, size_);
    column.push_back(value);
  }
  void push_row() { ++size_; }
  /// Rows without metrics, and values of one metric for the last of them: NaN where they have none.
  void push_rows(std::size_t n) { size_ += n; }
  void put_last(const std::string& name, const std::vector<double>& values);
  void select(const RowOrder& order);

 private:
  static constexpr std::uint64_t kAbsent = 0x7FF8'0000'5EED'0001;  // a NaN that no calculation gives
  static void fill(Column& column, std::size_t size) { column.resize(size, std::bit_cast<double>(kAbsent)); }

  std::map<std::string, Column> columns_;  // the last rows of one may be missing: absent
  std::size_t size_ = 0;
};

/// Which of the rows have a tree, or labels.
struct PresenceColumn {
  std::vector<std::uint8_t> present;
  std::size_t size() const { return present.size(); }
  bool operator[](std::size_t row) const { return present[row] != 0; }
  template <typename Product>
  void push_back(const Product& product) {
    present.push_back(product.empty() ? 0 : 1);
  }
  void select(const RowOrder& order) { reorder(present, order); }
};

template <typename T>
struct PlainColumn : std::vector<T> {
  using std::vector<T>::vector;
  void select(const RowOrder& order) { reorder(*static_cast<std::vector<T>*>(this), order); }
};

/// How a column of a table is held, by the type of its values.
template <typename T>
struct HeldAs {
  using Type = PlainColumn<T>;
};
template <>
struct HeldAs<std::string> {
  using Type = CodedColumn<std::string>;
};
template <>
struct HeldAs<std::vector<std::string>> {
  using Type = CodedColumn<std::vector<std::string>>;
};
template <>
struct HeldAs<RowParameters> {
  using Type = CodedColumn<RowParameters, ParametersLess>;
};
template <>
struct HeldAs<std::map<std::string, double>> {
  using Type = MetricColumns;
};
template <>
struct HeldAs<StoredTree> {
  using Type = PresenceColumn;
};
template <>
struct HeldAs<std::vector<std::int32_t>> {
  using Type = PresenceColumn;
};

inline constexpr std::size_t kTrialColumnCount = std::tuple_size_v<decltype(kTrialColumns)>;

/// Calls visit(column, std::integral_constant<std::size_t, its index>) with each of kTrialColumns.
template <typename Visit>
void for_each_trial_column(const Visit& visit) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (visit(std::get<K>(kTrialColumns), std::integral_constant<std::size_t, K>()), ...);
  }
  (std::make_index_sequence<kTrialColumnCount>());
}

/// The index in kTrialColumns of what a row has as this member.
template <auto Member>
constexpr std::size_t column_index() {
  std::size_t found = kTrialColumnCount, k = 0;
  const auto look = [&](const auto& column) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column.member)>, std::remove_cv_t<decltype(Member)>>)
      if (column.member == Member) found = k;
    ++k;
  };
  std::apply([&](const auto&... column) { (look(column), ...); }, kTrialColumns);
  return found;
}

/// Which of kTrialColumns a table has. Key, status and revision, by which rows are united, always.
class ColumnChoice {
 public:
  /// Names as in kTrialColumns.
  ColumnChoice(std::initializer_list<std::string_view> names) : ColumnChoice(std::vector<std::string_view>(names)) {}
  explicit ColumnChoice(const std::vector<std::string_view>& names);
  static ColumnChoice all();
  bool has(std::size_t column) const { return chosen_[column]; }

 private:
  std::bitset<kTrialColumnCount> chosen_;
};

/// Rows by columns. Of products it only says which rows have them.
class RowTable {
 public:
  RowTable() : RowTable(ColumnChoice::all()) {}
  explicit RowTable(ColumnChoice choice) : choice_(choice) {}
  /// All columns, in this order.
  RowTable(std::span<const TrialRow> rows);    // NOLINT(google-explicit-constructor): the same rows
  RowTable(const std::vector<TrialRow>& rows)  // NOLINT(google-explicit-constructor)
      : RowTable(std::span<const TrialRow>(rows)) {}

  const ColumnChoice& choice() const { return choice_; }

  /// A column that was chosen, as HeldAs has it: column<&TrialRow::status>()[row].
  template <auto Member>
  const auto& column() const {
    return std::get<column_index<Member>()>(columns_);
  }
  template <auto Member>
  auto& column() {
    return std::get<column_index<Member>()>(columns_);
  }
  template <std::size_t K>
  const auto& column_at() const {
    return std::get<K>(columns_);
  }
  template <std::size_t K>
  auto& column_at() {
    return std::get<K>(columns_);
  }

  std::size_t size() const { return column<&TrialRow::key>().size(); }
  bool empty() const { return size() == 0; }
  bool is_done(std::size_t row) const { return column<&TrialRow::status>()[row] == TrialStatus::done; }
  /// As TrialRow::seconds.
  double seconds(std::size_t row) const { return column<&TrialRow::t_wall>()[row] + column<&TrialRow::t_score>()[row]; }

  void add(const TrialRow& row);
  /// These rows, in this order, and no others.
  void select(const RowOrder& order);

 private:
  template <typename Columns>
  struct Held;
  template <typename... Column>
  struct Held<std::tuple<Column...>> {
    using Type = std::tuple<typename HeldAs<typename Column::Value>::Type...>;
  };

  ColumnChoice choice_;
  typename Held<std::remove_const_t<decltype(kTrialColumns)>>::Type columns_;
};

}  // namespace tertium::experiments
