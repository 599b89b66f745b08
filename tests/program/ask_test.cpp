// tertium ask from the command line to tables and logs.
#include "program/answers/ask.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include "answers/asking/answer_log.hpp"
#include "core/base/error.hpp"
#include "files/answers/read.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/records.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::expect_message;
using Names = std::vector<std::string>;

class AskTest : public testing::ClusterTest {
 protected:
  static Output ask(const Names& args) { return run_command(run_ask, args); }
  static std::string message(const Names& args) {
    return testing::message_of([&] { ask(args); });
  }
  /// An oracle that always says the same.
  static std::string saying(const std::string& word) { return "sed '1d; s/.*/" + word + "/'"; }
  static Names asking(const std::string& oracle, const std::string& budget, const Names& more = {}) {
    Names args{"--objects", "8", "--oracle", oracle, "--budget", budget, "--batch", "10", "--log", "log.csv"};
    args.insert(args.end(), more.begin(), more.end());
    return args;
  }
};

TEST_F(AskTest, PrintsQuestionsThatAreWorthAsking) {
  write("answers.csv", two_groups());
  const Output output = ask({"answers.csv", "-n", "7", "--choose", "arr", "-o", "next.csv", "--votes", "2"});
  EXPECT_NE(output.out.find("next.csv: 7 questions about 12 objects, chosen by arr"), std::string::npos) << output.out;
  EXPECT_EQ(read("next.csv"), ask({"answers.csv", "-n", "7", "--choose", "arr", "--votes", "2"}).out);
  const Names anchors = column("next.csv", "anchor"), gains = column("next.csv", "gain");
  EXPECT_EQ(std::set<std::string>(anchors.begin(), anchors.end()).size(), 7U);  // in turn
  for (const std::string& gain : gains) {
    EXPECT_GE(std::stod(gain), 0.0);
    EXPECT_LE(std::stod(gain), 1.0);
  }
  const int threads = omp_get_max_threads();
  omp_set_num_threads(threads == 1 ? 3 : 1);
  EXPECT_EQ(read("next.csv"), ask({"answers.csv", "-n", "7", "--choose", "arr", "--votes", "2"}).out);
  omp_set_num_threads(threads);
  EXPECT_NE(read("next.csv"), ask({"answers.csv", "-n", "7", "--choose", "arr", "--votes", "2", "--seed", "2"}).out);
}

TEST_F(AskTest, LeavesOutWhatIsAnswered) {
  write("answers.csv", two_groups());  // of 12 objects in two groups: all but the questions that would tie
  const Output output = ask({"answers.csv", "-n", "1000", "--choose", "random"});
  EXPECT_NE(output.err.find("questions are left to be asked"), std::string::npos) << output.err;
  write("open.csv", output.out);
  const Names anchors = column("open.csv", "anchor"), first = column("open.csv", "first"),
              second = column("open.csv", "second");
  for (std::size_t k = 0; k < anchors.size(); ++k) {
    const auto apart = [&](const std::string& other) {
      const int a = std::stoi(anchors[k]), b = std::stoi(other);
      return std::abs(a - b) + (a / 6 == b / 6 ? 0 : 100);
    };
    EXPECT_EQ(apart(first[k]), apart(second[k]));
  }
  write("three.csv", "a,b,odd\nx,y,z\n");
  EXPECT_EQ(ask({"three.csv", "-n", "9", "--question-type", "triplets"}).out.find("\nz,"),
            24U);  // the only question that the answer leaves open
  expect_message(message({"three.csv"}), "every question has 1 answer");  // of the file's own form
  write("all.csv", "anchor,near,far\na,b,c\nb,a,c\nc,a,b\n");
  expect_message(message({"all.csv"}), "every question has 1 answer (--votes 1), ask for more votes");
}

TEST_F(AskTest, SimulatesADesign) {
  const Output output = ask({"--how-many", "--objects", "8", "--clusters", "2", "--participants", "4", "-n", "10",
                             "--runs", "2", "--methods", "AddS-3-AL,AddS-3+SDP-k", "-o", "curve.csv"});
  EXPECT_NE(output.out.find("A mean ARI of 0.9 is reached: AddS-3-AL "), std::string::npos) << output.out;
  EXPECT_EQ(column("curve.csv", "score").size(), 2U * 5U * 2U);  // methods, 1 to 16 people, runs
  const Names why{"--how-many", "--objects", "8"};
  const auto with = [&](Names more) {
    more.insert(more.begin(), why.begin(), why.end());
    return message(more);
  };
  expect_message(with({"--runs", "2"}), "--runs is for a simulated study, give --participants P, too");
  expect_message(with({"--participants", "2", "--methods", "t-STE"}), "makes coordinates (and no tree)");
  expect_message(with({"--participants", "2", "-n", "60"}), "60 questions of a list are too many");
}

TEST_F(AskTest, BeginsWithNothing) {
  write("names.csv", "object,name\n0,\"pear, green\"\n1,apple\n2,plum\n3,fig\n");
  write("next.csv", ask({"--names", "names.csv", "-n", "8"}).out);
  const Names anchors = column("next.csv", "anchor");
  for (const char* name : {"pear, green", "apple", "plum", "fig"})
    EXPECT_EQ(std::count(anchors.begin(), anchors.end(), name), 2) << name;
  for (const std::string& gain : column("next.csv", "gain")) EXPECT_EQ(gain, "");
  EXPECT_EQ(ask({"--objects", "3", "-n", "3"}).out.size(), 46U);
}

TEST_F(AskTest, RefusesWhatDoesNotFit) {
  write("four.csv", "a,b,c,d\na,c,b,d\n");
  expect_message(message({}),
                 "FILE is missing (existing answers), name one, or give --objects or --names if there are none");
  expect_message(message({"four.csv", "--question-type", "triplets"}), "contains quadruplets");
  expect_message(message({"food", "--choose", "best"}), "known: mixed, arr, infogain, uncertain, branches, random");
  expect_message(message({"food", "--method", "SOE"}), "known: t-STE, STE, CKL");
  expect_message(message({"food", "--set", "dd=3"}), "unknown parameter of t-STE 'dd'");
  expect_message(message({"food", "--log", "x.csv"}), "--log is for a program that answers, give --oracle COMMAND");
  expect_message(message({"food", "--budget", "9"}), "--budget is for --oracle and --simulate");
  expect_message(message({"food", "--oracle", "true"}), "give --budget, too");
  expect_message(message({"food", "--oracle", "true", "--simulate"}), "give one of them");
  expect_message(message(asking("true", "9", {"--counterbalance"})), "give --votes 2");
  expect_message(message(asking("true", "9", {"-o", "x"})), "answers go to --log");
  expect_message(message({"--objects", "6000"}), "at most 5000");
}

TEST_F(AskTest, OtherScreensAreAskedAnsweredAndReadBack) {
  for (const auto& [screens, word, column_of_answers] :
       std::vector<std::array<std::string, 3>>{{"odd-one-outs", "third", "odd"}, {"quadruplets", "second", "answer"}}) {
    fs::remove("log.csv");
    const Output output =
        ask(asking(saying(word), "40", {"--question-type", screens, "--votes", "2", "--counterbalance"}));
    EXPECT_NE(output.out.find("40 answers to 20 questions"), std::string::npos) << output.out;
    EXPECT_EQ(column("log.csv", column_of_answers), Names(40, word));
    const files::ComparisonFile read_back = files::read_comparisons("log.csv");
    EXPECT_EQ(name_of(read_back.form), screens);
    EXPECT_EQ(read_back.rows, 40);
    // What is known of them chooses the next ones.
    write("next.csv", ask({"log.csv", "--question-type", screens, "-n", "9"}).out);
    EXPECT_EQ(column("next.csv", "entropy").size(), 9U);
    EXPECT_GT(std::stod(column("next.csv", "entropy").front()), 0.0);
    expect_message(message(asking("true", "60")), "is a log of " + screens);
    expect_message(message({"log.csv", "--question-type", screens, "--choose", "arr"}), screens + " have none");
  }
  expect_message(message(asking(saying("third"), "60", {"--question-type", "quadruplets"})),
                 "'third' (known: first, second, skip, or 1, 2, 0)");
  expect_message(message({"log.csv", "--question-type", "triplets"}), "contains quadruplets");
  write("answers.csv", two_groups());
  expect_message(message({"answers.csv", "--simulate", "--question-type", "odd-one-outs"}), "answers no odd-one-outs");
  EXPECT_NE(ask({"answers.csv", "--simulate", "--question-type", "odd-one-outs", "--truth", "exact", "--runs", "1",
                 "--budget", "60", "--batch", "30"})
                .out.find("uncertain"),
            std::string::npos);
}

TEST_F(AskTest, VectorsChooseQuestionsForPeople) {
  std::string table = "name,x,y\n";
  for (int k = 0; k < 16; ++k) table += fmt::format("o{},{},{}\n", k, 100 * (k / 4), k);
  write("vectors.csv", table);
  const Output output = ask({"--prior", "vectors.csv", "-n", "14", "-o", "next.csv"});
  EXPECT_NE(output.out.find("next.csv: 14 questions about 16 objects, chosen by branches"), std::string::npos)
      << output.out;
  EXPECT_EQ(column("next.csv", "anchor").size(), 14U);
  EXPECT_EQ(read("next.csv"), ask({"--prior", "vectors.csv", "-n", "14"}).out);
  EXPECT_NE(read("next.csv"), ask({"--prior", "vectors.csv", "-n", "14", "--cosine"}).out);
  EXPECT_NE(read("next.csv"), ask({"--objects", "16", "-n", "14"}).out);

  ask({"--prior", "vectors.csv", "--question-type", "odd-one-outs", "--participants", "3", "-n", "10", "--repeats", "2",
       "-o", "lists.csv", "--page", "survey.html"});
  EXPECT_EQ(column("lists.csv", "participant").size(), 36U);
  std::string text = read("lists.csv");
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 8))
    text.insert(at, at < 50 ? ",odd" : ",third");
  write("answered.csv", text);
  EXPECT_NE(ask({"answered.csv", "--prior", "vectors.csv", "-n", "9"}).out, ask({"answered.csv", "-n", "9"}).out);
  EXPECT_NE(ask({"answered.csv", "-n", "9", "--choose", "branches", "-o", "more.csv"}).out.find("chosen by branches"),
            std::string::npos);

  expect_message(message({"--prior", "vectors.csv", "--simulate"}), "--prior is not for --simulate");
  expect_message(message({"--prior", "vectors.csv", "--choose", "arr"}),
                 "--choose is not for --prior (which asks about");
  expect_message(message({"--prior", "vectors.csv", "--participants", "2", "--warm-up", "3"}), "--warm-up is not for");
  expect_message(message({"--prior", "vectors.csv", "--question-type", "quadruplets"}), "(quadruplets have four)");
  expect_message(message({"--prior", "vectors.csv", "--objects", "17"}), "vectors.csv has no row for 0");
  expect_message(message({"answers.csv", "--cosine"}), "--cosine is for the vectors of --prior TABLE");
}

TEST_F(AskTest, ListsForPeopleAreReadBackOnceTheyAreAnswered) {
  const Output output = ask({"--objects", "9", "--question-type", "odd-one-outs", "--participants", "4", "-n", "12",
                             "--repeats", "3", "-o", "lists.csv"});
  EXPECT_NE(output.out.find("4 lists of 12 questions, 3 of them asked once more, about 9 objects"), std::string::npos)
      << output.out;
  std::string text = read("lists.csv");
  EXPECT_EQ(column("lists.csv", "participant").size(), 60U);
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 5))
    text.insert(at, at < 50 ? ",odd" : ",2");
  write("answered.csv", text);
  const files::ComparisonFile read_back = files::read_comparisons("answered.csv");
  EXPECT_EQ(read_back.form, files::AnswerForm::kOddOneOut);
  EXPECT_EQ(read_back.rows, 60);
  EXPECT_EQ(read_back.metadata.subjects.size(), 4U);
  expect_message(message({"--objects", "9", "--repeats", "3"}), "give --participants P, too");
  write("more.csv", ask({"answered.csv", "--participants", "3", "-n", "2"}).out);
  EXPECT_EQ(column("more.csv", "third").size(), 6U);
  expect_message(message({"answered.csv", "--participants", "3", "--simulate"}), "--simulate is not for lists");
  expect_message(message({"--objects", "9", "--participants", "3", "--choose", "arr"}),
                 "--choose is for lists of participants with answers in FILE");
}

TEST_F(AskTest, ListsBecomeAPageAndATimeline) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  write("names.csv", "object,name\n0,owl\n1,</script>\n2,cat\n3,dog\n4,ant\n5,bee\n");
  fs::create_directory("faces");
  write("faces/cat.png", "x");
  const Names lists{"--names", "names.csv", "--participants", "2", "-n", "6", "--repeats", "1"};
  const auto made = [&](Names more) {
    more.insert(more.begin(), lists.begin(), lists.end());
    return more;
  };
  const Output output =
      ask(made({"--page", "survey.html", "--images", "faces", "--timeline", "lists.json", "-o", "t.csv"}));
  EXPECT_NE(output.out.find("t.csv, survey.html, lists.json: 2 lists of 6 questions"), std::string::npos) << output.out;
  const std::string page = read("survey.html");
  for (const char* part : {"\"kind\":\"triplets\"", "\"owl\",\"\\u003c/script>\",\"cat\"",
                           "\"data:image/png;base64,eA==\"", "\"title\":\"What is alike?\"", "\"lists\":[[[["})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("http:"), page.find("http://www.w3.org")) << "no requests";
  const Names anchors = column("t.csv", "anchor");
  const auto timeline = files::Json::parse(read("lists.json"));
  EXPECT_EQ(timeline.size(), 2U);
  EXPECT_EQ(timeline["1"].size(), 7U);
  EXPECT_EQ(timeline["2"][0]["anchor"], anchors[7]);
  expect_message(message(made({"--page", "survey.html"})), "survey.html: exists already");
  expect_message(message({"--names", "names.csv", "--page", "a.html"}), "--page is for lists of participants");
  expect_message(message(made({"--images", "faces"})), "--images is for a page");
  write("faces/dog.png", std::string(21'000'000, 'x'));
  expect_message(message(made({"--page", "b.html", "--images", "faces"})), "the pictures take 21 MB");
}

TEST_F(AskTest, AProgramAnswersIntoALog) {
  const Output output = ask(asking(saying("First"), "34", {"--cost-per-answer", "0.5"}));
  EXPECT_NE(output.out.find("34 answers to 34 questions, 0 skipped; 0 of these"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("chosen in 100.0 ± 0.0 %"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("cost       17.00"), std::string::npos) << output.out;
  EXPECT_EQ(column("log.csv", "batch").back(), "4");
  const files::ComparisonFile read_back = files::read_comparisons("log.csv");
  EXPECT_EQ(read_back.form, files::AnswerForm::kTriplet);
  EXPECT_EQ(read_back.answers(), 34);
  // In one go or in two, the same questions, and so the same log but for the times.
  const auto questions = [&] {
    Names all = column("log.csv", "anchor");
    for (const char* name : {"first", "second", "answer", "vote", "batch"})
      for (const std::string& value : column("log.csv", name)) all.push_back(value);
    return all;
  };
  const Names at_once = questions();
  fs::remove("log.csv");
  ask(asking(saying("1"), "20"));
  ask(asking(saying("1"), "34"));
  EXPECT_EQ(questions(), at_once);
  EXPECT_NE(ask(asking(saying("1"), "34")).out.find("34 of these from before"), std::string::npos);
  expect_message(message({"log.csv", "--oracle", "true", "--budget", "9", "--log", "log.csv"}),
                 "FILE is the log itself");
}

TEST_F(AskTest, VotesAreRepeatedInExchangedPlaces) {
  const Output output = ask(asking(saying("second"), "40", {"--votes", "4", "--counterbalance"}));
  EXPECT_NE(output.out.find("40 answers to 10 questions"), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("10 questions with more than one answer 10 have different ones (100.0 %)"),
            std::string::npos);
  EXPECT_NE(output.out.find("100.0 % chose the same position"), std::string::npos) << output.out;
  const Names swapped = column("log.csv", "swapped"), votes = column("log.csv", "vote");
  for (std::size_t k = 0; k < votes.size(); ++k) EXPECT_EQ(swapped[k], std::stoi(votes[k]) % 2 == 0 ? "yes" : "no");
  // Skipped votes are votes, too: nobody is asked for ever.
  fs::remove("log.csv");
  const Output skipped = ask(asking(saying("skip"), "1000"));
  EXPECT_NE(skipped.out.find("168 answers to 168 questions, 168 skipped"), std::string::npos) << skipped.out;
  EXPECT_NE(skipped.err.find("every question has its votes"), std::string::npos) << skipped.err;
}

TEST_F(AskTest, ProgramsThatFailLoseNothing) {
  ask(asking(saying("1"), "10"));
  const std::string before = read("log.csv");
  for (const auto& [oracle, says] : std::vector<std::pair<std::string, std::string>>{
           {"exit 3", "its exit status is 3"},
           {"kill -9 $$", "signal 9 ended it"},
           {"echo first", "it wrote 1 line (there were 10 questions)"},
           {"yes first | head -11", "it wrote 11 lines (there were 10 questions)"},
           {saying("left"), "its answer 1 of 10 is 'left' (known: first, second, skip, or 1, 2, 0)"},
           {"yes", "is 'y'"},
           {"/no/such/program", "its exit status is 127"}}) {
    const std::string text = message(asking(oracle == "yes" ? "yes | head -c 20000" : oracle, "20"));
    expect_message(text, says);
    expect_message(text, "log.csv has the 10 answers before");
    expect_message(text, "fix the program and repeat the command");
    EXPECT_EQ(read("log.csv"), before);
  }
  EXPECT_EQ(read("log.csv.refused-4").substr(0, 4), "y\ny\n");
  expect_message(message(asking("yes", "20")), "the oracle wrote more than");
  expect_message(message(asking("sleep 30 | sleep 30", "20", {"--oracle-timeout", "0.1s"})),
                 "it was not finished after");
}

TEST_F(AskTest, DamagedLogsAreMendedAtTheirEnds) {
  ask(asking(saying("1"), "20"));
  const std::string whole = read("log.csv");
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  const std::string header = whole.substr(0, whole.find('\n') + 1);
  // Wherever it is cut the same line makes the same log again.
  for (const std::size_t kept : {std::size_t{0}, std::size_t{5}, header.size(), last, last + 1, whole.size() - 1}) {
    write("log.csv", whole.substr(0, kept));
    const Output output = ask(asking(saying("1"), "20"));
    EXPECT_EQ(output.err.find("cut off") != std::string::npos, kept > last) << kept << output.err;
    EXPECT_EQ(column("log.csv", "answer").size(), 20U) << kept;
  }
  write("log.csv", whole + "garbage\n");
  EXPECT_NE(ask(asking(saying("1"), "20")).err.find("(not 8 fields) and cut off"), std::string::npos);
  EXPECT_EQ(read("log.csv"), whole);
  write("log.csv", header + "garbage\n" + whole.substr(header.size()));
  expect_message(message(asking("true", "20")), "log.csv:2: the line is damaged (not 8 fields)");
  write("log.csv", header + "0,1,99,first,1,no,1,0.1\n");
  expect_message(message(asking("true", "20")), "'99' is not one of the 8 objects (the log is about others)");
  write("log.csv", "something else\n");
  expect_message(message(asking("true", "20")), "is not a log of tertium ask");
  const Names names{"a", "b", "c"};
  const answers::AnswerLog open("other.csv", names);
  expect_message(testing::message_of([&] { answers::AnswerLog("other.csv", names); }),
                 "another tertium ask is writing it");
}

TEST_F(AskTest, SimulationsTellWhatChoosingIsWorth) {
  write("answers.csv", two_groups());
  const Names args{"answers.csv", "--simulate", "--runs", "2", "--budget", "100", "--batch", "50"};
  const Output output = ask(args);
  EXPECT_NE(output.out.find(" mixed "), std::string::npos) << output.out;
  EXPECT_NE(output.out.find("savings    random predicts"), std::string::npos) << output.out;
  const int threads = omp_get_max_threads();
  omp_set_num_threads(threads == 1 ? 3 : 1);
  EXPECT_EQ(ask(args).out, output.out);
  omp_set_num_threads(threads);
  // Who always knows is soon understood.
  const Output exact = ask({"answers.csv", "--simulate", "--runs", "1", "--budget", "400", "--truth", "exact",
                            "--choose", "mixed,random", "--batch", "100", "-o", "curves.csv"});
  EXPECT_NE(exact.out.find("answers name what is nearer in t-STE"), std::string::npos) << exact.out;
  EXPECT_EQ(column("curves.csv", "choose").size(), 14U);
  EXPECT_GT(std::stod(column("curves.csv", "accuracy").back()), 0.85);
  EXPECT_TRUE(fs::exists("curves.svg")) << exact.err;
  write("few.csv", "anchor,near,far\n0,1,2\n1,2,3\n");
  expect_message(message({"few.csv", "--simulate"}), "a fifth is held out");
  expect_message(message({"answers.csv", "--simulate", "--truth", "me"}), "known: file, model, exact");
}

}  // namespace
}  // namespace tertium::program
