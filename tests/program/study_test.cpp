#include "program/answers/study.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "program/answers/answers.hpp"
#include "program/sweeps/commands.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

using testing::expect_message;
using testing::message_of;
using Lines = std::vector<std::string>;

/// A study in a folder of its own, quick and without pictures: nobody finds the scripts.
class StudyTest : public testing::ClusterTest {
 protected:
  void SetUp() override {
    ClusterTest::SetUp();
    std::filesystem::create_directories("home");
    std::filesystem::create_directory_symlink(TERTIUM_SOURCE_DIR "/data", "home/data");
    setenv("TERTIUM_HOME", "home", 1);
    write("participants.csv", people());
  }

  static Output study(const Lines& args) { return run_command(run_study, args); }
  static Output small_study(const Lines& more = {}) {
    Lines args{"participants.csv", "--methods", "AddS-3-AL,4K-AL", "--folds", "4", "--support", "20", "-o", "paper"};
    args.insert(args.end(), more.begin(), more.end());
    return study(args);
  }

  /// Six people answer every fourth question about two groups of objects, one of seven the other way round.
  static std::string people() {
    core::Stream draws({.master_seed = 4}, core::Purpose::kTest);
    std::string text = "subject,anchor,near,far\n";
    for (int person = 0; person < 6; ++person)
      for (int anchor = 0; anchor < 10; ++anchor)
        for (int near = anchor % 2; near < 10; near += 2)
          for (int far = 1 - anchor % 2; far < 10; far += 2) {
            if (near == anchor || draws.below(4) > 0) continue;
            const bool turned = draws.below(7) == 0;
            text += fmt::format("p{},o{},o{},o{}\n", person, anchor, turned ? far : near, turned ? near : far);
          }
    return text;
  }

  static nlohmann::json summary(const std::string& folder) {
    return nlohmann::json::parse(read(folder + "/summary.json"));
  }
};

void expect_words(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "should hold: " << part << "\n" << text;
}

std::string of_hundred(const nlohmann::json& share) {
  return fmt::format("{:.1f}", 100.0 * share.get<double>());
}

TEST_F(StudyTest, ItsWordsHaveTheNumbersOfItsParts) {
  const Output output = small_study();
  EXPECT_EQ(output.code, 0);
  const std::string page = read("paper/methods.md");
  const nlohmann::json look = summary("paper/answers"), compared = summary("paper/compare"),
                       tree = summary("paper/tree"), all = summary("paper");
  expect_words(page, fmt::format("We analysed {} answers (triplets) of 6 participants about 10 objects",
                                 look["answers"].get<int>()));
  expect_words(page, fmt::format("{} questions were answered more than once ({} answers), {} of them",
                                 look["repeated"]["questions"].get<int>(), look["repeated"]["answers"].get<int>(),
                                 look["repeated"]["contradicted"].get<int>()));
  expect_words(page, "agreed in " + of_hundred(look["repeated"]["agreement"]) + " %");
  expect_words(
      page, fmt::format("the noise ceiling (the accuracy if the probability of every answer were known) is about {} %, "
                        "and at most {} %",
                        of_hundred(look["repeated"]["ceiling"]), of_hundred(look["repeated"]["ceiling_at_most"])));
  const nlohmann::json& best = compared["methods"][0];
  expect_words(page, fmt::format("Of 2 methods that make trees, {} was the most accurate: {} ± {} % (chance 50.0 %).",
                                 best["method"].get<std::string>(), of_hundred(best["accuracy"]),
                                 of_hundred(best["standard_error"])));
  expect_words(page, "± is a standard error over the 6 subjects.");
  EXPECT_EQ(tree["method"], best["method"]);
  const nlohmann::json& support = tree["support"];
  expect_words(page,
               fmt::format("20 bootstrap trees, fitted to samples of the 6 participants, drawn with replacement "
                           "[@felsenstein1985confidence]. Of 8 branches, {} are in at least 95 % of these trees and "
                           "{} in at least half; {} have a transfer support",
                           support["branches_of_95_percent"].get<int>(), support["branches_of_50_percent"].get<int>(),
                           support["transfer_of_95_percent"].get<int>()));
  const std::string k = std::to_string(tree["clusters"].get<int>());
  EXPECT_EQ(k, "2");
  expect_words(page,
               fmt::format("cut into k = {} clusters of 5 and 5 objects. That is the smallest number from 1 to 10 "
                           "that predicted held-out answers",
                           k));
  expect_words(page, fmt::format("{:.3f} ± {:.3f}", tree["log_likelihood_by_clusters"][k].get<double>(),
                                 tree["standard_error_by_clusters"][k].get<double>()));
  EXPECT_EQ(all["method"], best["method"]);
  EXPECT_EQ(all["accuracy"], best["accuracy"]);
  EXPECT_EQ(all["clusters_indistinguishable"], tree["clusters_indistinguishable"]);
  EXPECT_EQ(all["people"], 6);
  expect_words(page,
               fmt::format("from two random halves of the 6 participants have a correlation of {:.2f} (mean of 10 "
                           "splits), so those of all participants have a reliability of {:.2f}",
                           all["split_half_correlation"].get<double>(), all["split_half_reliability"].get<double>()));
  const nlohmann::json map = summary("paper/map");
  expect_words(page, fmt::format("A map of the objects was fitted to all answers by t-STE (d = {}",
                                 map["parameters"]["d"].get<int>()));
  expect_words(page, "It agrees with " + of_hundred(map["satisfied"]) + " % of the answers.");
  EXPECT_EQ(all["complete"], true);
}

TEST_F(StudyTest, WhatItCitesIsInItsReferences) {
  std::string text = people();
  for (std::size_t at = text.find('\n'), row = 0; at != std::string::npos; at = text.find('\n', at + 1), ++row)
    text.insert(at, row == 0                              ? ",group"
                    : text[text.rfind('p', at) + 1] < '3' ? ",young"
                                                          : ",old"),
        at = text.find('\n', at);
  write("participants.csv", text);
  small_study();
  expect_words(read("paper/methods.md"), "Groups of participants were compared: old (3 participants, ");
  expect_words(read("paper/methods.md"), read("paper/groups/methods.md"));
  const std::string page = read("paper/methods.md"), references = read("paper/references.bib");
  int cited = 0;
  for (std::size_t at = 0; (at = page.find_first_of('@', at)) < page.find("## Settings"); ++at, ++cited)
    expect_words(references, "{" + page.substr(at + 1, page.find_first_of(";]", at) - at - 1) + ",");
  EXPECT_GE(cited, 6) << page;
  expect_words(page, references);
}

TEST_F(StudyTest, ItSaysWhatIsNotKnown) {
  core::Stream draws({.master_seed = 2}, core::Purpose::kTest);
  std::string text;  // answered by a coin, each question once
  for (int a = 0; a < 7; ++a)
    for (int b = 0; b < 7; ++b)
      for (int c = 0; c < b; ++c)
        if (a != b && a != c)
          text += draws.below(2) == 0 ? fmt::format("{},{},{}\n", a, b, c) : fmt::format("{},{},{}\n", a, c, b);
  write("nobody.csv", text);
  study({"nobody.csv", "--methods", "AddS-3-AL", "--support", "20"});
  const std::string page = read("nobody-study/methods.md");
  for (const char* part :
       {"Who answered is unknown.", "No question was answered twice, so the reliability of the answers is unknown.",
        "standard error over the 10 folds: it is over answers, as who gave them is unknown, and says nothing",
        "That is indistinguishable from chance (50.0 %) by two standard errors: what follows may be meaningless.",
        "sets of objects asked about, drawn with replacement", "this says nothing about other participants",
        "indistinguishable from one cluster: the answers do not decide whether there are clusters."})
    expect_words(page, part);
}

/// All files of a folder but what tells how they came about.
std::map<std::string, std::string> files_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (entry.path().extension() == ".json") {
      nlohmann::json json = nlohmann::json::parse(text);
      json.erase("seconds");
      if (json.contains("support")) json["support"].erase("seconds");
      if (json.contains("methods"))
        for (auto& method : json["methods"]) method.erase("seconds");
      text = json.dump();
    }
    files[std::filesystem::relative(entry.path(), folder).string()] = text;
  }
  return files;
}

/// The words of a line that a shell would make.
Lines words_of(const std::string& line, const std::string& method) {
  Lines words{""};
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == ' ')
      words.emplace_back();
    else if (line.compare(k, 9, "\"$method\"") == 0)
      words.back() += method, k += 8;
    else
      words.back() += line[k];
  }
  return words;
}

TEST_F(StudyTest, ItsCommandsMakeTheSameFiles) {
  small_study();
  std::map<std::string, std::string> made = files_in("paper");
  for (const char* own : {"methods.md", "references.bib", "summary.json"}) EXPECT_EQ(made.erase(own), 1U);
  const std::string method = summary("paper")["method"];
  std::filesystem::rename("paper", "before");
  const std::string printed = small_study({"--dry-run"}).out;
  EXPECT_FALSE(std::filesystem::exists("paper"));
  Lines lines;
  for (std::size_t begin = 0, end = 0; (end = printed.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(printed.substr(begin, end - begin));
  ASSERT_EQ(lines.size(), 7U) << printed;
  expect_words(read("before/methods.md"), printed.substr(0, printed.find("\n#")));
  for (const std::size_t k : {0U, 1U, 3U, 4U}) {
    Lines words = words_of(lines[k], method);
    ASSERT_EQ(words[0], "tertium");
    const auto command = words[1] == "answers"   ? run_answers
                         : words[1] == "compare" ? run_compare
                         : words[1] == "embed"   ? run_embed
                                                 : run_cluster;
    run_command(command, Lines(words.begin() + 2, words.end()));
    if (k != 1) continue;
    std::string said;
    FILE* shell = popen((lines[2] + "; printf %s \"$method\"").c_str(), "r");
    for (int c = 0; (c = std::fgetc(shell)) != EOF;) said += static_cast<char>(c);
    EXPECT_EQ(pclose(shell), 0);
    EXPECT_EQ(said, method);
  }
  EXPECT_EQ(files_in("paper"), made);
}

TEST_F(StudyTest, OptionsGoToEachOfTheCommandsThatHasThem) {
  const std::string printed = study({"it's.csv", "--columns=Who=subject,x=a", "--skip-bad", "--seed", "5", "--methods",
                                     "t-STE(d=2, restarts=3)+AL", "--width", "12", "-k", "3", "--dry-run"})
                                  .out;
  const std::string reading = R"('it'\''s.csv' --columns=Who=subject,x=a --skip-bad)",
                    folder = R"('--output=it'\''s-study/)";
  expect_words(printed, "tertium answers " + reading + " " + folder + "answers'\n");
  expect_words(printed, "tertium compare " + reading + " '--methods=t-STE(d=2, restarts=3)+AL' --seed=5 " + folder);
  expect_words(printed,
               "--method=\"$method\" --chance --support=1000 --clusters=3 --seed=5 --width=12 " + folder + "tree'\n");
}

TEST_F(StudyTest, TheSameLineReplacesItsOwnResultsAndNothingElse) {
  small_study();
  small_study();
  expect_message(message_of([] {
                   small_study({"--seed", "2"});
                 }),
                 "paper/methods.md: exists already (and was not made by this same line)");
  small_study({"--seed", "2", "--force"});
  std::filesystem::create_directories("mine/tree");
  write("mine/tree/notes.txt", "mine");
  expect_message(message_of([] { study({"participants.csv", "-o", "mine"}); }), "mine/tree: exists already");
  write("other.csv", people() + "p9,o0,o1,o2\n");
  std::filesystem::rename("other.csv", "participants.csv");  // answers more, and maybe another method
  small_study({"--seed", "2", "--force"});
}

TEST_F(StudyTest, RefusesBeforeAnythingIsDone) {
  expect_message(message_of<core::UsageError>([] { study({"-"}); }), "-: the commands of a study read it three times");
  write("friends.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n");
  expect_message(message_of<core::UsageError>([] { study({"friends.mtx"}); }), "friends.mtx: is a graph");
  expect_message(message_of<core::UsageError>([] {
                   study({"participants.csv", "--methods", "t-STE"});
                 }),
                 "--methods t-STE: it makes coordinates (a study has one tree), leave it out, or put a step behind it");
  expect_message(message_of<core::UsageError>([] {
                   study({"participants.csv", "--methods", "all"});
                 }),
                 "--methods all: a study has one tree");
  expect_message(message_of<core::UsageError>([] {
                   study({"participants.csv", "--methods", "5-AL"});
                 }),
                 "unknown method '5-AL'");
  expect_message(message_of<core::UsageError>([] {
                   study({"participants.csv", "--width", "1"});
                 }),
                 "--width 1 is not a number in");
  expect_message(message_of<core::UsageError>([] {
                   study({"participants.csv", "--methods", "AddS-3-AL", "-k", "11"});
                 }),
                 "--clusters 11 is more than the 10 objects");
  EXPECT_FALSE(std::filesystem::exists("people-study/compare"));
}

TEST_F(StudyTest, CiteTellsWhatToCite) {
  const auto cite = [](const Lines& args) { return run_command(cite_command, args).out; };
  expect_words(cite({}), "Tertium developers. Tertium: comparison-based clustering");
  expect_words(cite({"4K-AL"}), "@inproceedings{ghoshdastidar2019foundations,\n");
  EXPECT_TRUE(cite({"4K-AL", "--bibtex"}).starts_with("@"));
  expect_message(message_of<core::UsageError>([&] { cite({"4K-AP"}); }), "unknown method '4K-AP'");
}

}  // namespace
}  // namespace tertium::program
