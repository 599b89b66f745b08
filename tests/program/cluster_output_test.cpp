// What tertium cluster writes, and what it does not overwrite.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "program/answers/web_page.hpp"
#include "tests/files/newick_reader.hpp"
#include "tests/program/cluster_helpers.hpp"
#include "tests/support/message.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using testing::ClusterTest;
using testing::expect_message;
using Names = std::vector<std::string>;

TEST_F(ClusterTest, TheSummaryIsJsonWhateverTheFileIsCalled) {
  const std::string name = "o\"d\\d\t\x01\xC3\xA4\xFF.csv";
  write(name, two_groups());
  EXPECT_EQ(run({name, "--output", "out", "--no-picture"}).code, 0);
  const std::string summary = read("out/summary.json");
  EXPECT_NE(summary.find(R"("source": "o\"d\\d\t\u0001)"
                         "\xC3\xA4\xEF\xBF\xBD.csv\""),
            std::string::npos)
      << summary;
}

TEST_F(ClusterTest, NamesThatArePathsAreShortWherePeopleReadThem) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  write("answers.csv", "anchor,near,far\n" + two_groups([](int i) { return fmt::format("stimuli/set a/o{}.png", i); }));
  const Output output = run({"answers.csv", "--method", "AddS-3-AL"});
  EXPECT_NE(output.out.find("pictures and lists show short names: stimuli/set a/o0.png is o0"), std::string::npos)
      << output.out;
  EXPECT_NE(output.out.find("0: o0, "), std::string::npos) << output.out;
  EXPECT_NE(read("answers-tertium/tree.html").find("\"names\":[\"o0\",\"o1\""), std::string::npos);
  EXPECT_NE(read("answers-tertium/tree.html").find("not measured: held-out accuracy of the tree"), std::string::npos);
  EXPECT_EQ(column("answers-tertium/labels.csv", "name").front(), "stimuli/set a/o0.png") << "files have them whole";
}

TEST_F(ClusterTest, PicturesOfObjectsAreFoundByPathOrByItsLastPart) {
  fs::create_directories("im/img/animal");
  for (const char* name : {"im/img/animal/L\xC3\xB6we.jpg", "im/cat.PNG", "im/dog.png"}) write(name, "x");
  const std::string jpeg = "data:image/jpeg;base64,eA==", png = "data:image/png;base64,eA==";
  EXPECT_EQ(images_of("im", {"img/animal/L\xC3\xB6we.jpg", "/img/animal/L\xC3\xB6we", "L\xC3\xB6we.jpg"}),
            (std::vector<std::string>{jpeg, jpeg, ""}));
  EXPECT_EQ(images_of("im", {"cat.PNG", "pictures/dog.png", "../dog", "https://x.org/dog.png", "dog", ".."}),
            (std::vector<std::string>{png, png, png, png, png, ""}));
}

TEST_F(ClusterTest, ThePageOfTheTree) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  const auto object = [](int i) { return i == 3 ? std::string("a</script>\"&") : "o" + std::to_string(i); };
  write("answers.csv", "anchor,near,far\n" + two_groups(object));
  fs::create_directory("faces");
  for (const std::size_t size : {1, 2, 3})
    write(fmt::format("faces/o{}.png", size + 3), std::string("\x00\xFFz", 3).substr(0, size));
  const Names args{"answers.csv", "--method", "AddS-3-AL", "-k", "2", "--support", "20", "--images", "faces"};
  Output output = run(args);
  EXPECT_NE(output.out.find(", tree.html"), std::string::npos) << output.out << output.err;
  const std::string page = read("answers-tertium/tree.html"), begin = "type=\"application/json\">";
  EXPECT_EQ(page.find("TERTIUM_DATA"), std::string::npos);
  const std::size_t from = page.find(begin) + begin.size();
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  EXPECT_EQ(data["names"].size(), 12U);
  EXPECT_EQ(std::count(data["names"].begin(), data["names"].end(), "a</script>\"&"), 1);
  EXPECT_EQ(data["rows"].size(), 11U);
  for (const char* kind : {"support", "transfer", "local", "answers"}) EXPECT_EQ(data[kind].size(), 11U) << kind;
  EXPECT_FALSE(data.contains("kept"));
  std::multiset<std::string> images;
  const Names labels = column("answers-tertium/labels.csv", "label");
  for (std::size_t k = 0; k < 12; ++k) {
    images.insert(data["images"][k].get<std::string>());
    EXPECT_EQ(std::to_string(data["labels"][k].get<int>()), labels[k]);
  }
  EXPECT_EQ(images.count(""), 9U);
  for (const char* image : {"AA==", "AP8=", "AP96"})
    EXPECT_EQ(images.count(std::string("data:image/png;base64,") + image), 1U) << image;
  EXPECT_FALSE(data.contains("cut"));
  run({"answers.csv", "--method", "AddS-3-AL+search+lengths", "--support", "5", "-o", "lengths"});
  const std::string cut = read("lengths/tree.html");
  EXPECT_NE(cut.find("\"cut\":[{\"nodes\":["), std::string::npos);
  EXPECT_NE(cut.find("\"support\":[1.0,1.0]"), std::string::npos);
  run({"answers.csv", "--no-picture", "--force"});  // an earlier result's page is no longer true
  EXPECT_FALSE(fs::exists("answers-tertium/tree.html"));
  output = run({"answers.csv", "--images", "faces", "--method", "AddS-3+SPUR", "--force"});
  EXPECT_NE(output.err.find("--images is for the page tree.html"), std::string::npos) << output.err;
  fs::create_directory("none");
  const auto refused = [&](const char* folder, const char* option) {
    return testing::message_of([&] { run({"answers.csv", "--images", folder, option}); });
  };
  expect_message(refused("none", "--force"), "--images none contains no picture of any object (such as '");
  expect_message(refused("nowhere", "--force"), "--images nowhere is not a folder");
  expect_message(refused("faces", "--no-picture"), "give one of them");
}

TEST_F(ClusterTest, NewickHoldsTheGroupsByName) {
  write("answers.csv", two_groups([](int i) { return fmt::format("\"it's {}\"", i); }));
  run({"answers.csv", "--method", "4-AL", "--no-picture"});
  const files::test::NewickTree tree = files::test::read_newick(read("answers-tertium/tree.nwk"));
  std::set<std::string> first;
  std::set<std::string> second;
  for (int i = 0; i < 6; ++i) {
    first.insert(fmt::format("it's {}", i));
    second.insert(fmt::format("it's {}", i + 6));
  }
  EXPECT_EQ(tree.clades.count(first), 1U);
  EXPECT_EQ(tree.clades.count(second), 1U);
  EXPECT_EQ(tree.leaf_depths, std::vector<double>(12, 11.0));
}

TEST_F(ClusterTest, RunsIntoOneFolderDoNotShareTemporaryFiles) {
  write("answers.csv", two_groups());
  fs::create_directories("out/.labels.csv.part");  // what another run would be writing
  run({"answers.csv", "--no-picture", "-o", "out"});
  EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  for (const auto& entry : fs::directory_iterator("out"))
    EXPECT_FALSE(entry.path().filename().string().starts_with(".tmp")) << entry.path();
}

TEST_F(ClusterTest, ForeignFilesAreNotOverwritten) {
  write("answers.csv", two_groups());
  fs::create_directories("out");
  write("out/labels.csv", "mine");
  write("out/notes.txt", "also mine");
  expect_message(
      testing::message_of([] {
        run({"answers.csv", "-o", "out", "--no-picture"});
      }),
      "out/labels.csv: exists already (and was not made by this same line), give another --output, or --force");
  EXPECT_EQ(read("out/labels.csv"), "mine");
  run({"answers.csv", "-o", "out", "--no-picture", "--force"});
  EXPECT_EQ(column("out/labels.csv", "label"), kTwoGroups);
  run({"answers.csv", "-o", "out", "--no-picture"});  // its own earlier result
  const auto other = [](const char* k, const char* option) {
    return run({"answers.csv", "-o", "out", "--no-picture", "-k", k, option});
  };
  expect_message(testing::message_of([&] { other("3", "--no-title"); }), "was not made by this same line");
  other("3", "--force");
  const Names labels = column("out/labels.csv", "label");
  EXPECT_EQ(std::set<std::string>(labels.begin(), labels.end()), (std::set<std::string>{"0", "1", "2"}));
  EXPECT_EQ(read("out/notes.txt"), "also mine");
}

TEST_F(ClusterTest, AnUnrootedPictureIsOfATreeWithLengths) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  write("answers.csv", two_groups());
  write("graph.csv", "source,target\na,b\n");
  run({"answers.csv", "--method=AddS-3-AL+lengths", "--layout=unrooted", "--no-title", "--svg-text"});
  const std::string picture = read("answers-tertium/dendrogram.svg");
  EXPECT_EQ(picture.find("distance from the root"), std::string::npos);
  EXPECT_NE(picture.find("rotate("), std::string::npos);  // names along their branches
  // Whatever is known before: the file is not even looked for.
  const auto refused = [&](Names words) {
    words.insert(words.end(), {"--layout", "unrooted"});
    return testing::message_of([&] { run(words); });
  };
  expect_message(refused({"none.csv"}), "name one: --method 4-AL+search+lengths");
  expect_message(refused({"none.csv", "--method", "4-AL"}), "put a step behind it: --method 4-AL+lengths");
  expect_message(refused({"none.csv", "--method", "AddS-3+SPUR"}), "take one that does: --method 4-AL+search+lengths");
  expect_message(refused({"graph.csv"}), "(AL makes none: its root counts), leave it out");
  for (const char* option : {"--orientation=top", "--heights=similarity", "--no-picture"})
    expect_message(refused({"none.csv", "--method", "4-AL+lengths", option}), "is not for --layout unrooted");
  fs::copy_file("answers-tertium/linkage.csv", "tree.csv");  // which has heights
  expect_message(refused({"answers.csv", "--tree", "tree.csv"}), "tree.csv: is a tree without lengths");
  EXPECT_EQ(run({"answers.csv", "--tree=answers-tertium/tree.nwk", "--layout=unrooted", "-o=tree"}).code, 0);
}

TEST_F(ClusterTest, OutputThatCannotBeMadeIsRefusedBeforeTheWork) {
  write("answers.csv", two_groups());
  const auto message = [](const std::string& output) {
    return testing::message_of([&] { run({"answers.csv", "--no-picture", "-o", output}); });
  };
  expect_message(message("answers.csv"), "answers.csv: is a file (results need a folder), give another --output");
  expect_message(message("/proc/tertium"), "/proc/tertium: cannot be made (");
  expect_message(message("answers.csv/below"), "answers.csv/below: cannot be made (");
}

}  // namespace
}  // namespace tertium::program
