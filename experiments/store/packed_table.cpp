#include "experiments/store/packed_table.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace tertium::experiments {
namespace {

constexpr std::uint32_t kNoCode = 0xFFFF'FFFF;

// Passing over a value of each type that a column has.

template <typename T>
void pass(Unpacker& in, const T* /*type*/) {
  in.skip(1, sizeof(T));
}

void pass(Unpacker& in, const std::string* /*type*/) {
  in.skip(1, sizeof(std::uint32_t));
}

void pass(Unpacker& in, const std::vector<std::string>* /*type*/) {
  in.skip(in.take_size(1), sizeof(std::uint32_t));
}

void pass(Unpacker& in, const RowParameters* /*type*/) {
  constexpr std::array<std::size_t, 3> kBytes = {sizeof(std::int64_t), sizeof(double), sizeof(std::uint32_t)};
  constexpr std::size_t kBytesOfName = sizeof(std::uint32_t);
  std::size_t bytes = 0;
  for (std::size_t left = in.take_size(1); left > 0; --left) {
    const std::size_t at = bytes + kBytesOfName;
    if (at >= in.rest().size()) Unpacker::refuse("lengths disagree");
    const auto type = std::to_integer<std::size_t>(in.rest()[at]);
    if (type >= kBytes.size()) Unpacker::refuse("a parameter has an unknown type");
    bytes = at + 1 + kBytes[type];
  }
  in.skip(bytes, 1);
}

void pass(Unpacker& in, const std::map<std::string, double>* /*type*/) {
  in.skip(in.take_size(1), sizeof(std::uint32_t) + sizeof(double));
}

void pass(Unpacker& in, const std::vector<std::int32_t>* /*type*/) {
  in.skip(in.take_size(1), sizeof(std::int32_t));
}

/// An impossible tree is damage, whoever reads. Returns whether there is one.
bool check_tree(Unpacker& in) {
  StoredTree tree;
  in.take_all(tree.initial, tree.merges);
  expect_valid(tree);
  return !tree.empty();
}

void pass(Unpacker& in, const StoredTree* /*type*/) {
  check_tree(in);
}

struct BytesHash {
  std::size_t operator()(std::string_view bytes) const { return XXH3_64bits(bytes.data(), bytes.size()); }
};

/// Puts the rows of one packer into a table. What repeats (names, parameters, lists of scores) is made out of the bytes
/// once.
class TableTaker {
 public:
  TableTaker(Unpacker& in, RowTable& table, std::int32_t version) : in_(in), table_(table), version_(version) {}

  void take_row() {
    for_each_trial_column([&](const auto& column, auto k) {
      if (column.facts.since > version_)
        add_default<k>(column);
      else if (table_.choice().has(k))
        take_behind_passed<k>(column.member);
      else
        pass_later(type_of(column.member));
    });
    end_passing();
  }

 private:
  // Most of a row is passed over: numbers side by side in one step.

  template <typename T>
  void pass_later(const T* type) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>)
      passed_ += std::is_arithmetic_v<T> ? sizeof(T) : sizeof(std::uint32_t);
    else {
      end_passing();
      pass(in_, type);
    }
  }

  void end_passing() {
    if (passed_ > 0) in_.skip(std::exchange(passed_, 0), 1);
  }

  template <std::size_t K, typename T>
  void take_behind_passed(T TrialRow::*member) {
    end_passing();
    take<K>(member);
  }

  template <typename T>
  static const T* type_of(T TrialRow::*) {
    return nullptr;
  }

  template <std::size_t K, typename Column>
  void add_default(const Column& column) {
    if (table_.choice().has(K)) table_.column_at<K>().push_back(TrialRow().*column.member);
  }

  template <std::size_t K, typename T>
  void take(T TrialRow::*) {
    table_.column_at<K>().push_back(in_.take<T>());
  }

  template <std::size_t K>
  void take(TrialStatus TrialRow::*) {
    const auto code = in_.take<std::int32_t>();
    if (code < 0 || code >= std::ssize(kTrialStatusNames)) Unpacker::refuse("a row has an unknown status");
    table_.column_at<K>().push_back(static_cast<TrialStatus>(code));
  }

  template <std::size_t K>
  void take(std::string TrialRow::*) {
    std::vector<std::uint32_t>& codes = codes_[K];
    codes.resize(in_.texts().size(), kNoCode);
    const std::uint32_t place = in_.take_place();
    if (codes[place] == kNoCode) codes[place] = table_.column_at<K>().code_of(in_.texts()[place]);
    table_.column_at<K>().push_code(codes[place]);
  }

  template <std::size_t K>
  void take(std::map<std::string, double> TrialRow::*) {
    MetricColumns& metrics = table_.column_at<K>();
    metric_.resize(in_.texts().size(), nullptr);
    for (std::size_t left = in_.take_size(1); left > 0; --left) {
      const std::uint32_t place = in_.take_place();
      if (metric_[place] == nullptr) metric_[place] = &metrics.column(in_.texts()[place]);
      metrics.set_next(*metric_[place], in_.take<double>());
    }
    metrics.push_row();
  }

  template <std::size_t K>
  void take(RowParameters TrialRow::*) {
    take_once<K, RowParameters>([](Unpacker& in) { return take_parameters(in); });
  }

  template <std::size_t K>
  void take(std::vector<std::string> TrialRow::*) {
    take_once<K, std::vector<std::string>>([](Unpacker& in) {
      std::vector<std::string> texts;
      in.take_all(texts);
      return texts;
    });
  }

  template <std::size_t K>
  void take(StoredTree TrialRow::*) {
    table_.column_at<K>().present.push_back(check_tree(in_) ? 1 : 0);
  }

  template <std::size_t K>
  void take(std::vector<std::int32_t> TrialRow::*) {
    const std::size_t labels = in_.take_size(1);
    in_.skip(labels, sizeof(std::int32_t));
    table_.column_at<K>().present.push_back(labels > 0 ? 1 : 0);
  }

  /// A value whose bytes are most often those of an earlier one of this packer.
  template <std::size_t K, typename T, typename Make>
  void take_once(const Make& make) {
    const std::span<const std::byte> start = in_.rest();
    pass(in_, static_cast<const T*>(nullptr));
    const std::string_view bytes(reinterpret_cast<const char*>(start.data()), start.size() - in_.rest().size());
    const auto [at, is_new] = known_[K].try_emplace(bytes, kNoCode);
    if (is_new) {
      in_.rewind(start);
      at->second = table_.column_at<K>().code_of(make(in_));
    }
    table_.column_at<K>().push_code(at->second);
  }

  Unpacker& in_;
  RowTable& table_;
  std::int32_t version_;
  std::size_t passed_ = 0;  // bytes
  // By column: the codes of texts by their places, and of other values by their bytes.
  std::array<std::vector<std::uint32_t>, kTrialColumnCount> codes_;
  std::array<std::unordered_map<std::string_view, std::uint32_t, BytesHash>, kTrialColumnCount> known_;
  std::vector<MetricColumns::Column*> metric_;  // by the places of their names
};

}  // namespace

void take_rows(Unpacker& in, RowTable& table, std::int32_t version) {
  TableTaker taker(in, table, version);
  for (std::size_t left = in.take_size(kLeastBytesOfRow); left > 0; --left) taker.take_row();
}

std::vector<TrialRow> take_some_rows(Unpacker& in, const std::function<bool(const TrialKey&)>& wanted,
                                     std::int32_t version) {
  std::vector<TrialRow> rows;
  for (std::size_t left = in.take_size(kLeastBytesOfRow); left > 0; --left) {
    const std::span<const std::byte> start = in.rest();
    const auto key = in.take<TrialKey>();  // the first column
    in.rewind(start);
    if (wanted(key)) {
      rows.push_back(take_row(in, version));
      continue;
    }
    for_each_trial_column([&]<typename T>(const Column<TrialRow, T>& column, auto) {
      if (column.facts.since <= version) pass(in, static_cast<const T*>(nullptr));
    });
  }
  return rows;
}

}  // namespace tertium::experiments
