// Rows by columns, against the plain way: whole rows, one after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <unordered_map>

#include "experiments/report/row_export.hpp"
#include "experiments/store/key_places.hpp"
#include "experiments/store/packed_table.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/row_table.hpp"
#include "experiments/store/segment.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

template <typename T>
void expect_same_column(const char* name, const PlainColumn<T>& a, const PlainColumn<T>& b) {
  EXPECT_TRUE(std::ranges::equal(a, b)) << name;
}

template <typename T, typename Less>
void expect_same_column(const char* name, const CodedColumn<T, Less>& a, const CodedColumn<T, Less>& b) {
  ASSERT_EQ(a.size(), b.size()) << name;
  for (std::size_t row = 0; row < a.size(); ++row)
    EXPECT_TRUE(!Less()(a[row], b[row]) && !Less()(b[row], a[row])) << name << " of row " << row;
}

void expect_same_column(const char* name, const PresenceColumn& a, const PresenceColumn& b) {
  EXPECT_EQ(a.present, b.present) << name;
}

void expect_same_column(const char*, const MetricColumns& a, const MetricColumns& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.columns().size(), b.columns().size());
  for (const auto& [name, column] : a.columns()) {
    ASSERT_NE(b.find(name), nullptr) << name;
    EXPECT_TRUE(std::ranges::equal(
        column, *b.find(name), {}, [](double x) { return std::bit_cast<std::uint64_t>(x); },
        [](double x) { return std::bit_cast<std::uint64_t>(x); }))
        << name;
  }
}

/// Of the columns that `table` has.
void expect_same_table(const RowTable& table, const std::vector<TrialRow>& rows) {
  const RowTable expected(rows);
  ASSERT_EQ(table.size(), rows.size());
  for_each_trial_column([&](const auto& column, auto k) {
    if (table.choice().has(k)) expect_same_column(column.name, table.column_at<k>(), expected.column_at<k>());
  });
}

/// A made-up row that repeats none of the others' shapes: absent parameters, NaN and infinite metrics, odd texts.
TrialRow wild_row(std::mt19937_64& random, std::uint64_t key) {
  TrialRow row = make_row(key);
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  if (one_in(4)) row.parameters["x"] = std::nan("");
  if (one_in(4)) row.parameters["y"] = std::string();
  if (one_in(4)) row.parameters["delta"] = static_cast<std::int64_t>(random() % 3);
  if (one_in(5)) row.metrics["odd"] = std::nan("");
  if (one_in(5)) row.metrics["odd"] = std::numeric_limits<double>::infinity();
  if (one_in(6)) row.metrics.clear();
  if (one_in(6)) row.scores.clear();
  if (one_in(6)) row.parameters.clear();
  return row;
}

const std::vector<ColumnChoice>& choices() {
  static const std::vector<ColumnChoice> all = {
      ColumnChoice::all(), {}, {"method_name", "t_wall", "t_score"}, {"t_wall", "host", "tree"}, columns_of_csv()};
  return all;
}

TEST(RowTable, TakesWhatRowsSay) {
  std::mt19937_64 random(1);
  std::vector<TrialRow> rows;
  for (std::uint64_t k = 0; k < 300; ++k) rows.push_back(wild_row(random, k));
  const RowTable table(rows);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(table.column<&TrialRow::method>()[k], rows[k].method);
    EXPECT_EQ(table.column<&TrialRow::scores>()[k], rows[k].scores);
    EXPECT_EQ(table.column<&TrialRow::tree>()[k], !rows[k].tree.empty());
    EXPECT_EQ(table.column<&TrialRow::parameters>()[k].size(), rows[k].parameters.size());
    for (const auto& [name, column] : table.column<&TrialRow::metrics>().columns()) {
      const auto own = rows[k].metrics.find(name);
      EXPECT_EQ(MetricColumns::is_absent(column[k]), own == rows[k].metrics.end());
      if (own == rows[k].metrics.end()) continue;
      EXPECT_EQ(fmt::format("{}", column[k]), fmt::format("{}", own->second));
    }
  }
}

TEST(RowTable, PackedRowsOfAllVersionsByColumns) {
  std::mt19937_64 random(2);
  std::vector<TrialRow> rows;
  for (std::uint64_t k = 0; k < 200; ++k) rows.push_back(wild_row(random, k));
  for (std::int32_t version = 1; version <= kRowVersion; ++version) {
    Packer out;
    put_rows(out, rows, version);
    const std::vector<std::byte> bytes = out.bytes();
    Unpacker plain(bytes);
    const std::vector<TrialRow> expected = take_rows(plain, version);
    for (const ColumnChoice& choice : choices()) {
      Unpacker in(bytes);
      RowTable table(choice);
      take_rows(in, table, version);
      in.expect_end();
      RowOrder order(rows.size());
      std::iota(order.begin(), order.end(), 0);
      table.select(order);
      expect_same_table(table, expected);
    }
    Unpacker in(bytes);
    const auto wanted = [](const TrialKey& key) { return key.lo % 3 == 0; };
    std::vector<TrialRow> some = take_some_rows(in, wanted, version), all = expected;
    in.expect_end();
    std::erase_if(all, [&](const TrialRow& row) { return !wanted(row.key); });
    expect_same_table(RowTable(some), all);
  }
}

TEST(RowTable, RefusesBytesThatAreCutShort) {
  Packer out;
  put_rows(out, make_rows(0, 5));
  const std::vector<std::byte> bytes = out.bytes();
  for (const ColumnChoice& choice : choices())
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      RowTable table(choice);
      const auto take = [&] {
        Unpacker in(std::span<const std::byte>(bytes).first(n));
        take_rows(in, table);
        in.expect_end();
      };
      EXPECT_NE(refusal_of(take), "") << n;
    }
}

TEST(KeyPlaces, FindsWhatAHashTableFinds) {
  std::mt19937_64 random(3);
  for (const std::size_t n : {0U, 1U, 2U, 1000U}) {
    std::vector<TrialKey> keys;
    for (std::size_t k = 0; k < n; ++k) keys.push_back({random() % 4, random() % 300});
    std::unordered_map<TrialKey, std::uint32_t> expected;
    for (std::uint32_t k = 0; k < n; ++k) expected.emplace(keys[k], k);
    const KeyPlaces places(keys);
    for (std::uint64_t hi = 0; hi < 5; ++hi)
      for (std::uint64_t lo = 0; lo < 310; ++lo) {
        const auto found = expected.find({hi, lo});
        EXPECT_EQ(places.find({hi, lo}), found == expected.end() ? KeyPlaces::kNone : found->second);
      }
  }
}

class TableOfFolder : public ::testing::Test {
 protected:
  RunFolder folder(const std::string& name) { return RunFolder::create(scratch_.path() / name); }

  static void publish(const RunFolder& folder, const std::vector<TrialRow>& rows) {
    RunRecord record = current_run_record(1, 1, "");
    record.pid = ++processes;
    publish_segment(folder.segments(), rows, record);
  }

  /// As merge_run does it.
  static void merge(const RunFolder& folder) {
    StoreContent content = folder.load();
    ResultsContent results;
    results.rows = std::move(content.rows);
    results.runs = std::move(content.runs);
    if (content.segments_hold_all) results.segments = std::move(content.segments);
    write_results(folder.results(), results);
  }

  static void damage(const fs::path& path) {
    std::string bytes = read_text_file(path);
    bytes[bytes.size() / 2] = static_cast<char>(~bytes[bytes.size() / 2]);
    write_text_file(path, bytes);
  }

  static void expect_same(const RunFolder& folder) {
    const StoreContent expected = folder.load();
    for (const ColumnChoice& choice : choices()) {
      const StoreTable found = folder.load_table(choice);
      expect_same_table(found.rows, expected.rows);
      expect_same_facts(found, expected);
    }
    EXPECT_EQ(rows_csv(folder.load_table(columns_of_csv()).rows), rows_csv(expected.rows));
    const std::vector<TrialKey> planned = {make_row(0).key, make_row(3).key, make_row(999).key};
    EXPECT_EQ(verify(folder.load_table({}), planned).summary(), verify(expected, planned).summary());
  }

  static void expect_same_facts(const StoreFacts& found, const StoreFacts& expected) {
    EXPECT_EQ(found.n_segments, expected.n_segments);
    EXPECT_EQ(found.n_duplicates, expected.n_duplicates);
    EXPECT_EQ(found.runs, expected.runs);
    ASSERT_EQ(found.damaged.size(), expected.damaged.size());
    for (std::size_t k = 0; k < found.damaged.size(); ++k)
      EXPECT_EQ(found.damaged[k].reason, expected.damaged[k].reason);
    ASSERT_EQ(found.conflicts.size(), expected.conflicts.size());
    for (std::size_t k = 0; k < found.conflicts.size(); ++k) {
      EXPECT_EQ(found.conflicts[k].key, expected.conflicts[k].key);
      EXPECT_EQ(found.conflicts[k].difference, expected.conflicts[k].difference);
      EXPECT_EQ(found.conflicts[k].first, expected.conflicts[k].first);
      EXPECT_EQ(found.conflicts[k].second, expected.conflicts[k].second);
    }
  }

  ScratchFolder scratch_;
  static inline int processes = 0;
};

/// Rows of one key that differ: made again, failed first, scored later, of another result, or just the same.
TrialRow again(std::mt19937_64& random, TrialRow row, bool conflicts) {
  switch (random() % (conflicts ? 6 : 5)) {
    case 0:
      row.status = TrialStatus::timed_out;
      return row;
    case 1:
      ++row.revision;
      row.metrics["aari"] = 0.5;
      return row;
    case 2:
      row.metrics["later"] = 1.0;
      row.scores.emplace_back("later");
      return row;
    case 3:
      row.tree = {};
      row.labels = {};
      return row;
    case 5:
      row.metrics["revenue"] = -1.0;
      return row;
    default:
      return row;
  }
}

TEST_F(TableOfFolder, IsWhatWholeRowsAre) {
  for (std::uint64_t seed = 0; seed < 18; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const RunFolder run = folder(fmt::format("run-{}", seed));
    const bool repeats = seed % 3 > 0, conflicts = seed % 3 == 2;
    std::uint64_t next = 0;
    for (std::size_t segment = 0; segment < 5; ++segment) {
      std::vector<TrialRow> rows;
      for (std::size_t k = 0; k < 20; ++k)
        rows.push_back(repeats && next > 0 && random() % 4 == 0 ? again(random, make_row(random() % next), conflicts)
                                                                : wild_row(random, next++));
      publish(run, rows);
      if (segment == 2 && seed % 2 == 0) merge(run);
    }
    expect_same(run);
    if (seed % 4 == 0) merge(run);
    if (seed % 5 == 0) damage(run.list_segments()[seed % 3]);
    if (seed % 7 == 0) fs::remove(run.list_segments()[1]);
    if (seed % 8 == 1) damage(run.list_segments()[0]);
    expect_same(run);
    if (seed % 6 == 0 && fs::exists(run.results())) damage(run.results());
    expect_same(run);
  }
}

TEST_F(TableOfFolder, OfMergedRowsAlone) {
  const RunFolder run = folder("run");
  std::mt19937_64 random(9);
  std::vector<TrialRow> rows;
  for (std::uint64_t k = 0; k < 100; ++k) rows.push_back(wild_row(random, k));
  publish(run, rows);
  merge(run);
  for (const fs::path& path : run.list_segments()) fs::remove(path);
  expect_same(run);
  EXPECT_EQ(run.load_table({}).rows.size(), 100U);
  EXPECT_FALSE(run.load().segments_hold_all);
}

TEST_F(TableOfFolder, AndOfRowsThatNoReaderTakesWhole) {
  const RunFolder run = folder("run");
  publish(run, make_rows(0, 10));
  std::vector<TrialRow> impossible = make_rows(10, 10);
  impossible[7].status = static_cast<TrialStatus>(99);
  publish(run, impossible);
  publish(run, make_rows(20, 10));
  impossible = make_rows(30, 10);
  impossible[3].tree = {.merges = {{0, 1}, {0, 1}}};
  publish(run, impossible);
  expect_same(run);
  EXPECT_EQ(run.load_table({}).damaged.size(), 2U);
}

TEST_F(TableOfFolder, ResultsTellTheSegmentsThatTheyAreMadeOf) {
  const RunFolder run = folder("run");
  publish(run, make_rows(0, 10));
  publish(run, make_rows(5, 10));
  merge(run);
  const std::vector<SegmentName> names = read_segment_names(run.results());
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names, run.load().segments);
  EXPECT_EQ(read_results(run.results()).segments, names);
  expect_same(run);

  fs::remove(run.list_segments()[0]);
  expect_same(run);
  EXPECT_EQ(run.load().rows.size(), 15U) << "what no segment has any more is read from results.h5";
  merge(run);
  EXPECT_TRUE(read_segment_names(run.results()).empty()) << "it holds rows that no segment has";
  EXPECT_EQ(run.load().rows.size(), 15U);
}

TEST_F(TableOfFolder, TheNamesOfSegmentsChangeNothing) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const RunFolder run = folder(fmt::format("run-{}", seed));
    for (std::uint64_t segment = 0; segment < 4; ++segment) {
      std::vector<TrialRow> rows = make_rows(10 * segment, 10);
      for (std::size_t k = 0; segment > 0 && k < 5; ++k)
        rows.push_back(again(random, make_row(random() % (10 * segment)), false));
      publish(run, rows);
      if (segment == 2) merge(run);
    }
    ResultsContent results = read_results(run.results());
    ASSERT_EQ(results.segments.size(), 3U);
    const StoreContent by_names = run.load();
    results.segments.clear();
    write_results(run.results(), results);
    const StoreContent by_rows = run.load();
    expect_same_table(RowTable(by_names.rows), by_rows.rows);
    expect_same_facts(by_names, by_rows);
    EXPECT_TRUE(by_names.segments_hold_all);
    EXPECT_TRUE(by_rows.segments_hold_all);
    expect_same(run);
  }
}

TEST_F(TableOfFolder, ASegmentOfTheSameNameWithOtherRowsIsNoPartOfTheResults) {
  const RunFolder run = folder("run");
  publish(run, make_rows(0, 10));
  merge(run);
  const fs::path path = run.list_segments()[0];
  const auto other = encode_segment(make_rows(30, 5), current_run_record(1, 1, ""));
  write_text_file(path, {reinterpret_cast<const char*>(other.data()), other.size()});
  expect_same(run);
  EXPECT_EQ(run.load_table({}).rows.size(), 15U);
}

}  // namespace
}  // namespace tertium::experiments
