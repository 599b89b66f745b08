#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "experiments/store/packed_rows.hpp"
#include "experiments/store/row_union.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

std::vector<std::byte> pack(std::span<const TrialRow> rows) {
  Packer packer;
  put_rows(packer, rows);
  return packer.bytes();
}

std::vector<TrialRow> unpack(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  std::vector<TrialRow> rows = take_rows(in);
  in.expect_end();
  return rows;
}

TEST(TrialKey, HexRoundTrip) {
  const TrialKey key = {0x0123456789abcdefULL, 0xfULL};
  EXPECT_EQ(to_hex(key), "0123456789abcdef000000000000000f");
  EXPECT_EQ(key_from_hex(to_hex(key)), key);
  EXPECT_FALSE(key_from_hex("0123"));
  EXPECT_FALSE(key_from_hex("0123456789abcdef00000000000000 f"));
  EXPECT_FALSE(key_from_hex("g123456789abcdef000000000000000f"));
}

TEST(Pack, RoundTripOfEveryColumn) {
  auto rows = make_rows(0, 50);
  rows[7].metrics["nothing"] = std::nan("");
  rows[8].metrics["large"] = std::numeric_limits<double>::infinity();
  rows[9].metrics["small"] = std::numeric_limits<double>::denorm_min();
  rows[10] = TrialRow();
  const auto copy = unpack(pack(rows));
  ASSERT_EQ(copy.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(first_difference(rows[i], copy[i]), std::nullopt);
    EXPECT_EQ(copy[i].t_generate, rows[i].t_generate);
    EXPECT_EQ(copy[i].t_wall, rows[i].t_wall);
    EXPECT_EQ(copy[i].t_score, rows[i].t_score);
    EXPECT_EQ(copy[i].peak_rss, rows[i].peak_rss);
    EXPECT_EQ(copy[i].host, rows[i].host);
    EXPECT_EQ(copy[i].scores, rows[i].scores);
    EXPECT_EQ(copy[i].build, rows[i].build);
    EXPECT_EQ(copy[i].revision, rows[i].revision);
    EXPECT_EQ(copy[i].tolerance, rows[i].tolerance);
    EXPECT_EQ(copy[i].tree, rows[i].tree);
    EXPECT_EQ(copy[i].labels, rows[i].labels);
    EXPECT_EQ(copy[i].metrics.size(), rows[i].metrics.size());
    EXPECT_EQ(copy[i].parameters.size(), rows[i].parameters.size());
  }
  EXPECT_TRUE(unpack(pack({})).empty());
}

TEST(Pack, AnyCutIsRefused) {
  const auto bytes = pack(make_rows(0, 12));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_THROW(unpack(std::span(bytes).first(n)), core::UserError) << n;
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(unpack(longer), core::UserError);
}

TEST(Pack, AnyFlippedByteIsRefusedOrReadsAsRows) {
  const auto bytes = pack(make_rows(0, 3));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= std::byte{0xFF};
    try {
      EXPECT_LE(unpack(damaged).size(), bytes.size());
    } catch (const core::UserError&) {
      // Refused, which is as good: the point is that nothing is read past the end.
    }
  }
}

TEST(Pack, ATreeThatIsNoneIsRefused) {
  auto rows = make_rows(1, 1);
  for (const StoredTree& tree : {StoredTree{{{0, 1}, {2, 9}}, 0}, StoredTree{{{0, 1}, {0, 2}}, 0}}) {
    rows[0].tree = tree;
    const auto message = refusal_of([&] { unpack(pack(rows)); });
    EXPECT_NE(message.find("a tree is impossible: merge 1 joins"), std::string::npos) << message;
  }
}

TEST(SameResult, TellsTheFirstDifference) {
  TrialRow row = make_row(5);
  row.tolerance = 0;
  row.metrics["ari"] = -0.0;
  TrialRow other = row;
  other.t_wall = 99;
  other.host = "node-2";
  other.peak_rss = 1;
  other.metrics["absent"] = 0.5;
  other.scores = {"absent"};
  EXPECT_TRUE(same_result(row, other));
  other.metrics["aari"] = std::nextafter(row.metrics.at("aari"), 1.0);
  EXPECT_EQ(first_difference(row, other)->substr(0, 12), "metric aari:");
  other = row;
  other.metrics["ari"] = 0.0;
  EXPECT_FALSE(same_result(row, other)) << "the sign of zero is a bit, too";
  other = row;
  other.tree.merges[1] = {1, 3};
  EXPECT_EQ(first_difference(row, other), "tree[1]: [2, 3] and [1, 3]");
  other.tree = {};
  EXPECT_TRUE(same_result(row, other)) << "a tree that is not stored is no other tree";
  other.labels = {0, 1};
  row.labels = {0, 0};
  EXPECT_EQ(first_difference(row, other), "label of object 1: 0 and 1");
  other = row;
  other.parameters["delta"] = 0.75;
  EXPECT_EQ(first_difference(other, row)->substr(0, 16), "parameter delta:");
  other.parameters.erase("delta");
  row.parameters["file"] = std::string("/here/a.csv");
  other.parameters["file"] = std::string("/there/a.csv");
  EXPECT_TRUE(same_result(row, other)) << "a file that was moved";
  other.method = "another name";
  EXPECT_TRUE(same_result(row, other)) << "plans name a trial differently";
  other = row;
  other.parameters["n"] = 240.0;
  EXPECT_TRUE(same_result(row, other)) << "a column may widen its integers";
}

TEST(SameResult, WithinTheToleranceOfEither) {
  const TrialRow row = make_row(1);
  TrialRow other = row;
  other.tolerance = 1e-3;
  other.metrics["aari"] = row.metrics.at("aari") * 1.0009;
  other.tree.merges[1] = {0, 3};
  EXPECT_TRUE(same_result(row, other));
  EXPECT_TRUE(same_result(other, row));
  other.metrics["aari"] = row.metrics.at("aari") * 1.0011;
  EXPECT_EQ(first_difference(row, other)->substr(0, 12), "metric aari:");
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    other.metrics["aari"] = value;
    EXPECT_FALSE(same_result(row, other)) << value;
  }
}

TEST(RowUnion, AScoreThatCameLaterJoinsItsRow) {
  TrialRow first = make_row(1), later = make_row(1);
  first.tree = {};
  later.metrics = {{"aari", first.metrics.at("aari")}, {"purity", 0.5}, {"empty", std::nan("")}};
  later.scores = {"aari", "empty", "purity"};
  RowUnion rows;
  rows.add({first}, "a");
  rows.add({later}, "b");
  rows.add({later}, "c");
  EXPECT_EQ(rows.n_duplicates(), 1U) << "the second time it says nothing new";
  EXPECT_TRUE(rows.conflicts().empty());
  const TrialRow joined = rows.take_rows().at(0);
  EXPECT_EQ(joined.scores, (std::vector<std::string>{"aari", "ari", "empty", "purity", "revenue"}));
  EXPECT_EQ(joined.metrics.at("revenue"), first.metrics.at("revenue"));
  EXPECT_EQ(joined.metrics.at("purity"), 0.5);
  EXPECT_TRUE(std::isnan(joined.metrics.at("empty"))) << "computed and undefined";
  EXPECT_EQ(joined.tree, later.tree);
}

TEST(RowUnion, ALaterRevisionTakesTheRowsPlaceInAnyOrder) {
  TrialRow first = make_row(1), other = make_row(1), again = make_row(1);
  other.build = 7;
  other.metrics["aari"] = 0.75;
  again.revision = 1;
  again.status = TrialStatus::failed;
  again.metrics.clear();
  std::vector<TrialRow> order = {first, other, again};
  for (int turn = 0; turn < 3; ++turn, std::rotate(order.begin(), order.begin() + 1, order.end())) {
    RowUnion rows;
    rows.add({order[0]}, "a");
    rows.add({order[1]}, "b");
    if (turn == 0) {
      ASSERT_EQ(rows.conflicts().size(), 1U);
      EXPECT_TRUE(rows.conflicts()[0].of_two_builds);
    }
    rows.add({order[2]}, "c");
    EXPECT_TRUE(rows.conflicts().empty()) << turn;
    EXPECT_EQ(rows.n_duplicates(), turn == 0 ? 1U : 0U);
    const TrialRow row = rows.take_rows().at(0);
    EXPECT_EQ(row.revision, 1);
    EXPECT_EQ(row.status, TrialStatus::failed) << "what the program makes of it now";
  }
}

TEST(RowUnion, AContradictionIsAConflictAndTheFirstStays) {
  TrialRow first = make_row(1), later = make_row(1);
  later.metrics["aari"] = 0.75;
  later.metrics["purity"] = 0.5;
  RowUnion rows;
  rows.add({first}, "a");
  rows.add({later}, "b");
  ASSERT_EQ(rows.conflicts().size(), 1U);
  EXPECT_EQ(rows.conflicts()[0].first, "a");
  EXPECT_EQ(rows.conflicts()[0].second, "b");
  EXPECT_FALSE(rows.take_rows().at(0).metrics.contains("purity"));
}

}  // namespace
}  // namespace tertium::experiments
