// What tertium embed finds, writes and draws.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::expect_message;
using testing::message_of;
using Names = std::vector<std::string>;

class EmbedTest : public testing::ClusterTest {};

TEST_F(EmbedTest, WritesPlacesAndWhatTheySatisfy) {
  write("answers.csv", two_groups());
  run({"answers.csv", "--no-picture", "--method", "4-AL"});
  expect_message(message_of([&] {
                   run({"answers.csv", "--method", "t-STE"});
                 }),
                 "take tertium embed answers.csv --method \"t-STE\", or a chain: t-STE+AL");
  const Output output = embed({"answers.csv", "--method", "t-STE(d=3)", "--no-picture"});
  EXPECT_EQ(output.code, 0) << output.err;
  for (const char* part :
       {"satisfied  100.0 % of the answers", "loss = ", "in answers-embedding: embedding.csv, summary.json"})
    EXPECT_NE(output.out.find(part), std::string::npos) << output.out;
  EXPECT_EQ(output.out.find("clusters"), std::string::npos);
  const std::vector<std::string> x1 = column("answers-embedding/embedding.csv", "x1");
  ASSERT_EQ(x1.size(), 12U);
  EXPECT_EQ(column("answers-embedding/embedding.csv", "x3").size(), 12U);
  expect_message(message_of([&] { embed({"answers.csv", "-k", "3"}); }), "unknown option");
}

TEST_F(EmbedTest, PlacesHaveAPictureAPageAndASpread) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  write("answers.csv", "anchor,near,far\n" + two_groups([](int i) { return "o" + std::to_string(i); }));
  std::string ages = "name,age,kind\n", vectors;
  for (int i = 0; i < 12; ++i) {
    ages += fmt::format("o{},{},{}\n", i, i == 4 ? "" : std::to_string(10 + i * i), i % 2 == 0 ? "even" : "odd");
    vectors += fmt::format("o{} {} 1\n", i, 1 + i + 20 * (i / 6));
  }
  write("ages.csv", ages);
  write("vectors.txt", vectors);
  fs::create_directory("faces");
  write("faces/o3.png", "no picture");
  const Names method{"answers.csv", "--method", "t-STE", "--set", "restarts=1"};
  const auto embedded = [&](Names more) {
    more.insert(more.begin(), method.begin(), method.end());
    more.emplace_back("--force");
    return embed(more);
  };
  const Output output =
      embedded({"--support", "20", "--colour", "ages.csv:age", "--images", "faces", "--against", "vectors.txt"});
  for (const char* part :
       {"20 maps of resampled answers (220 questions)", "vectors.txt: 12 objects in common, 2 dimensions",
        "Procrustes distance 0.", "of 220 triplets have the same closest pair", "it predicts 100.0 %",
        "embedding.csv, embedding.html, embedding.pdf, embedding.svg,"})
    EXPECT_NE(output.out.find(part), std::string::npos) << part << '\n' << output.out << output.err;
  for (const std::string& sd : column("answers-embedding/embedding.csv", "sd2")) EXPECT_GT(std::stod(sd), 0.0);
  const std::string page = read("answers-embedding/embedding.html");
  for (const char* part : {"\"called\":\"age\",\"values\":[10.0,", ",null,35.0", "\"covariances\":[[",
                           "\"samples\":20,", "data:image/png;base64,", "\"names\":[\"o0\""})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("TERTIUM_DATA"), std::string::npos);
  const std::string summary = read("answers-embedding/summary.json");
  for (const char* part : {"\"samples_of\": \"questions\"", "\"same_closest_pair\": ", "\"procrustes_distance\": 0."})
    EXPECT_NE(summary.find(part), std::string::npos) << summary;

  ASSERT_EQ(embedded({"--colour", "ages.csv:kind"}).code, 0);
  EXPECT_NE(read("answers-embedding/embedding.html").find("\"classes\":[\"even\",\"odd\""), std::string::npos);
  const auto refused = [&](const Names& more, const char* part) {
    expect_message(message_of([&] { embedded(more); }), part);
  };
  refused({"--colour", "ages.csv"}, "say which one: ages.csv:COLUMN");
  refused({"--colour", "ages.csv:size"}, "has no column size");
  refused({"--colour", "none.csv:size"}, "none.csv");
  refused({"--against", "ages.csv"}, "is not a finite number");
  refused({"--cosine"}, "--cosine is for --against");
  refused({"--images", "none"}, "--images none is not a folder");
  refused({"--support", "1"}, "--support");
  expect_message(message_of([&] {
                   embed({"answers.csv", "--method", "AddS-3", "--support", "20"});
                 }),
                 "--support is for coordinates (AddS-3 makes similarities)");
  const Output tree = run({"answers.csv", "--no-picture", "--method", "AddS-3-AL", "--against", "vectors.txt"});
  EXPECT_NE(tree.out.find("triplets have the same closest pair"), std::string::npos) << tree.out;
  EXPECT_EQ(tree.out.find("Procrustes"), std::string::npos) << tree.out;
}

TEST_F(EmbedTest, WritesTheSameSimilaritiesAsTextAndAsNumbers) {
  write("answers.csv", two_groups());
  ASSERT_EQ(embed({"answers.csv", "--method", "AddS-3"}).code, 0);
  const std::string bytes = read("answers-embedding/similarities.npy");
  EXPECT_NE(bytes.find("'descr': '<i8', 'fortran_order': False, 'shape': (12, 12)"), std::string::npos);
  ASSERT_EQ(bytes.size() % 64, 144U * 8U % 64U);
  std::vector<std::int64_t> numbers(144);
  std::memcpy(numbers.data(), bytes.data() + bytes.size() - 144 * 8, 144 * 8);
  const std::vector<std::string> of_seven = column("answers-embedding/similarities.csv", "7");
  ASSERT_EQ(of_seven.size(), 12U);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(of_seven[i], std::to_string(numbers[i * 12 + 7]));
    EXPECT_EQ(numbers[i * 12 + 7] > 0, i != 7 && (i >= 6));
  }
}

}  // namespace
}  // namespace tertium::program
