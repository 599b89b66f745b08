#include "experiments/store/row_table.hpp"

#include <algorithm>
#include <iterator>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

std::pair<std::size_t, std::uint64_t> bits_of(const core::ParameterValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return {0, static_cast<std::uint64_t>(*integer)};
  if (const auto* real = std::get_if<double>(&value))
    return {1, std::isnan(*real) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(*real)};
  return {2, 0};
}

bool value_less(const core::ParameterValue& a, const core::ParameterValue& b) {
  const auto *text_a = std::get_if<std::string>(&a), *text_b = std::get_if<std::string>(&b);
  return text_a != nullptr && text_b != nullptr ? *text_a < *text_b : bits_of(a) < bits_of(b);
}

}  // namespace

bool ParametersLess::operator()(const RowParameters& a, const RowParameters& b) const {
  const auto less = [](const auto& x, const auto& y) {
    return x.first != y.first ? x.first < y.first : value_less(x.second, y.second);
  };
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), less);
}

const MetricColumns::Column* MetricColumns::find(const std::string& name) const {
  const auto at = columns_.find(name);
  return at == columns_.end() ? nullptr : &at->second;
}

void MetricColumns::push_back(const std::map<std::string, double>& metrics) {
  for (const auto& [name, value] : metrics) set_next(columns_[name], value);
  push_row();
}

void MetricColumns::put_last(const std::string& name, const std::vector<double>& values) {
  Column& column = columns_[name];
  fill(column, size_ - values.size());
  const auto held = [](double value) { return std::isnan(value) ? std::bit_cast<double>(kAbsent) : value; };
  std::ranges::transform(values, std::back_inserter(column), held);
}

void MetricColumns::select(const RowOrder& order) {
  for (auto& [name, column] : columns_) {
    fill(column, size_);
    reorder(column, order);
  }
  // What no row has is no metric of theirs.
  std::erase_if(columns_, [](const auto& entry) { return std::ranges::all_of(entry.second, is_absent); });
  size_ = order.size();
}

ColumnChoice::ColumnChoice(const std::vector<std::string_view>& names) {
  const auto choose = [&](std::string_view name) {
    bool known = false;
    for_each_trial_column([&](const auto& column, auto k) {
      if (column.name != name) return;
      chosen_.set(k);
      known = true;
    });
    core::expects(known, "a column of trials");
  };
  for (const std::string_view name : {"key", "status", "revision"}) choose(name);
  for (const std::string_view name : names) choose(name);
}

ColumnChoice ColumnChoice::all() {
  ColumnChoice choice(std::vector<std::string_view>{});
  choice.chosen_.set();
  return choice;
}

RowTable::RowTable(std::span<const TrialRow> rows) : RowTable() {
  for (const TrialRow& row : rows) add(row);
  RowOrder order;
  for (std::uint32_t k = 0; k < rows.size(); ++k) order.push_back(k);
  select(order);
}

void RowTable::add(const TrialRow& row) {
  for_each_trial_column([&](const auto& column, auto k) {
    if (choice_.has(k)) column_at<k>().push_back(row.*column.member);
  });
}

void RowTable::select(const RowOrder& order) {
  for_each_trial_column([&](const auto&, auto k) {
    if (choice_.has(k)) column_at<k>().select(order);
  });
}

}  // namespace tertium::experiments
