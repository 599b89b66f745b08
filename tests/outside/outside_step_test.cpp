// Steps that other programs do: what they get, what they may give back, and how they stand in methods.
#include "outside/steps/outside_step.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "files/output/scratch_folder.hpp"
#include "outside/exchange/inputs.hpp"
#include "outside/exchange/products.hpp"
#include "tests/support/message.hpp"
#include "tests/support/problems.hpp"

namespace tertium::outside {
namespace {

using testing::expect_message, testing::message_of;

/// AddS-3 of a folder's triplets, as a Python program.
constexpr const char* kAddS3 = R"(
import os, sys, numpy as np
folder = sys.argv[1]
rows = np.load(folder + "/triplets.npy") if os.path.exists(folder + "/triplets.npy") else \
    np.loadtxt(folder + "/triplets.csv", int, delimiter=",", skiprows=1, ndmin=2)
n = int(os.environ["TERTIUM_OBJECTS"])
s = np.zeros((n, n))
np.add.at(s, (rows[:, 0], rows[:, 1]), 1)
np.add.at(s, (rows[:, 0], rows[:, 2]), -1)
np.savetxt(folder + "/similarities.csv", s + s.T, delimiter=",")
print("seed", os.environ["TERTIUM_SEED"], "alpha", os.environ["TERTIUM_PARAMETER_alpha"])
)";

class OutsideStep : public ::testing::Test {
 protected:
  /// A step called `name` that does what a Python program or, where it begins with !, a shell does.
  void declare(const std::string& name, const std::string& program, const std::string& more) {
    const bool shell = program.starts_with('!');
    if (!shell) std::ofstream(folder_.path() / (name + ".py")) << program;
    const std::string command = shell ? program.substr(1) : "/usr/bin/python3 " + name + ".py";
    const std::string ini = fmt::format("[step.{}]\ncommand = {}\n{}\n{}", name, command, more,
                                        shell ? "version = 1" : "files = " + name + ".py");
    add_outside_steps(read_declarations(files::read_ini(ini, "test"), folder_.path()));
  }
  std::string refused(const std::string& shell, const std::string& returns, const std::string& after = "") {
    declare("refused", "!" + shell + "; :", "needs = triplets\nreturns = " + returns + "\ntime = 2s");
    return message_of([&] { run_method(core::find_method("refused" + after), problem_); });
  }

  files::ScratchFolder folder_{"test"};
  core::Problem problem_ = testing::problem_of(testing::planted_similarities(12, 3), 3, 0.4, 0.8);
};

TEST_F(OutsideStep, MakesWhatTheStepOfTheProgramMakes) {
  for (const char* form : {"csv", "npy"}) {
    declare("mine", kAddS3,
            fmt::format("needs = triplets\nreturns = similarities\nform = {}\nparameter.alpha = 2", form));
    const core::Outcome mine = run_method(core::find_method("mine+AL"), problem_);
    const core::Outcome theirs = run_method(core::find_method("AddS-3+AL"), problem_);
    EXPECT_EQ(std::get<core::Dendrogram>(mine.product), std::get<core::Dendrogram>(theirs.product));
    EXPECT_EQ(mine.reports.at(core::kComparisons), theirs.reports.at(core::kComparisons));
    EXPECT_TRUE(mine.remark.ends_with("alpha 2")) << mine.remark;
    EXPECT_EQ(run_method(core::find_method("mine(alpha = 7)+AL"), problem_).remark.substr(0, 5), "seed ");
  }
}

TEST_F(OutsideStep, IsKeyedByItsEditionAndParameters) {
  declare("keyed", kAddS3, "needs = triplets\nreturns = similarities\nparameter.alpha = 2");
  const std::string before = core::find_method("keyed+AL").text();
  EXPECT_TRUE(before.starts_with("keyed@")) << before;
  EXPECT_NE(before.find("[alpha=2]"), std::string::npos) << before;
  declare("keyed", kAddS3, "needs = triplets\nreturns = similarities\nparameter.alpha = 2");
  EXPECT_EQ(core::find_method("keyed+AL").text(), before);
  const core::Method planned = core::find_method("keyed+AL");
  std::ofstream(folder_.path() / "keyed.py", std::ios::app) << "# another one\n";
  expect_message(message_of([&] { run_method(planned, problem_); }), "the files of step keyed have changed");
  declare("keyed", std::string(kAddS3) + "# another one\n",
          "needs = triplets\nreturns = similarities\nparameter.alpha = 2");
  EXPECT_NE(core::find_method("keyed+AL").text(), before);
  EXPECT_EQ(core::find_method("keyed+AL").axes(), (core::Axes{core::Axis::kSample, core::Axis::kNoise}));
}

TEST_F(OutsideStep, FollowsOtherStepsAndTakesTheTrueNumberOfClusters) {
  const char* const cut =
      "import os, sys, numpy as np\n"
      "rows = np.loadtxt(sys.argv[1] + '/linkage.csv', delimiter=',', ndmin=2)\n"
      "n, k = len(rows) + 1, int(os.environ['TERTIUM_PARAMETER_k'])\n"
      "below = {i: [i] for i in range(n)}\n"
      "for t, row in enumerate(rows[:n - k]):\n"
      "    below[n + t] = below.pop(int(row[0])) + below.pop(int(row[1]))\n"
      "labels = [0] * n\n"
      "for name, objects in below.items():\n"
      "    for i in objects: labels[i] = name\n"
      "np.save(sys.argv[1] + '/labels.npy', labels)\n";
  declare("own-cut", cut, "takes = tree\nreturns = labels\nparameter.k = 0");
  const core::Outcome mine = run_method(core::find_method("AddS-3+AL+own-cut"), problem_);
  const core::Outcome theirs = run_method(core::find_method("AddS-3+AL+cut (k = 0)"), problem_);
  EXPECT_EQ(std::get<core::Partition>(mine.product), std::get<core::Partition>(theirs.product));
  expect_message(message_of<core::UsageError>([] { core::find_method("own-cut"); }), "own-cut cannot begin a chain");
}

TEST_F(OutsideStep, WrongOutputIsToldInOneLine) {
  expect_message(refused("true", "labels"), "step refused: it wrote no labels.npy (nor labels.csv)");
  expect_message(refused("seq 11 > \"$1\"/labels.csv", "labels"),
                 "labels.csv has 11 labels (12 objects need one each)");
  expect_message(refused(": > \"$1\"/labels.csv", "labels"), "step refused: ");
  expect_message(refused("printf '1,2\\n3,x\\n' > \"$1\"/coordinates.csv", "coordinates"),
                 "'x' in field 2 is not a number");
  expect_message(refused("(seq 11; echo nan) > \"$1\"/coordinates.csv", "coordinates"), "has nan in row 11");
  expect_message(refused("echo '((0,1),(2,3));' > \"$1\"/tree.nwk", "tree"), "tree.nwk has 4 leaves");
  expect_message(refused("echo '((0,1),(2,owl));' > \"$1\"/tree.nwk", "tree"), "has a leaf 'owl'");
  expect_message(refused("echo 'no tree' > \"$1\"/tree.nwk", "tree"), "step refused: tree.nwk");
  expect_message(refused("head -c 3000 /dev/zero > \"$1\"/linkage.npy", "tree"), "step refused: ");
  expect_message(refused("seq 12 > \"$1\"/similarities.csv", "similarities", "+AL"),
                 "has 1 column (12 objects need one each)");
  expect_message(refused("echo something; exit 3", "labels"), "its exit status is 3; it wrote: something");
  expect_message(refused("trap '' TERM; sleep 30", "labels"), "it was not finished after 2.0 s");
}

/// A program that leaves this tree of four objects.
class OutsideTree : public OutsideStep {
 protected:
  core::Dendrogram tree(const std::string& file, const std::string& text) {
    declare("tree", fmt::format("!printf '{}' > \"$1\"/{}; :", text, file), "needs = triplets\nreturns = tree");
    return std::get<core::Dendrogram>(run_method(core::find_method("tree"), four_).product);
  }
  std::string refusal(const std::string& file, const std::string& text) {
    return message_of([&] { tree(file, text); });
  }
  core::Problem four_ = testing::problem_of(testing::planted_similarities(4, 3), 3, 1.0, 1.0);
};

TEST_F(OutsideTree, LengthsThatSayMoreThanTheOrderOfMergesAreKept) {
  const core::Dendrogram additive = tree("tree.nwk", "((0:1,1:2.5):0.5,(2:1,3:1):2);");
  ASSERT_TRUE(additive.has_lengths());
  EXPECT_EQ(core::path_lengths(additive)(0, 1), 3.5);
  EXPECT_EQ(core::path_lengths(additive)(1, 3), 6.0);
  const std::vector<std::string> names{"0", "1", "2", "3"};
  EXPECT_EQ(core::newick(additive, names), "((2:1,3:1):2,(0:1,1:2.5):0.5);");
  EXPECT_FALSE(tree("tree.nwk", "((0,1),(2,3));").has_lengths());
}

TEST_F(OutsideTree, HeightsOrderMerges) {
  const core::Partition two_and_ones(std::vector<core::Label>{0, 1, 2, 2});  // {2, 3} is merged before {0, 1}
  const core::Dendrogram level = tree("tree.nwk", "((0:2,1:2):1,(2:0.5,3:0.5):2.5);");
  EXPECT_FALSE(level.has_lengths());
  EXPECT_EQ(level.cut(3), two_and_ones);
  EXPECT_EQ(tree("linkage.csv", "0,1,2,2\\n2,3,0.5,2\\n4,5,3,4\\n").cut(3), two_and_ones);
  const core::Partition rows(std::vector<core::Label>{0, 0, 1, 2});
  EXPECT_EQ(tree("linkage.csv", "0,1,2,2\\n2,3,0.5,2\\n4,5,1,4\\n").cut(3), rows)
      << "the last merge is below the first";
  EXPECT_EQ(tree("linkage.csv", "0,1\\n2,3\\n4,5\\n").cut(3), rows);
}

TEST_F(OutsideTree, LengthsAndHeightsThatAreNoneAreRefused) {
  expect_message(refusal("tree.nwk", "((0:1,1:-2.5):1,(2:1,3:1):2);"),
                 "has a branch of length -2.5 (0 or more is needed)");
  expect_message(refusal("tree.nwk", "((0:1,1:inf):1,(2:1,3:1):2);"), "'inf' where the length of a branch is expected");
  expect_message(refusal("tree.nwk", "((0:1,1:nan):1,(2:1,3:1):2);"), "'nan' where the length of a branch is expected");
  expect_message(refusal("tree.nwk", "((0:1,1):1,(2:1,3:1):2);"), "has lengths for 5 of its 6 branches");
  expect_message(refusal("linkage.csv", "0,1,2,2\\n2,3,nan,2\\n4,5,3,4\\n"), "linkage.csv has height nan in row 1");
  expect_message(refusal("linkage.csv", "0,1,2,2\\n2,3,-1,2\\n4,5,3,4\\n"), "linkage.csv has height -1 in row 1");
}

TEST_F(OutsideStep, AsymmetricSimilaritiesAreRefused) {
  files::NumberTable table{3, 3, {0, 1, 2, 1, 0, 3, 2, 4, 0}};
  expect_message(message_of([&] { checked_similarities(table, 3, "s"); }), "s has 3 and 4 for objects 1 and 2");
  table.values[7] = 3;
  EXPECT_EQ((*std::get<1>(checked_similarities(table, 3, "s")))(1, 2), 3);
}

TEST_F(OutsideStep, NamesThatMeanSomethingElseAreRefused) {
  const auto named = [](const std::string& name) {
    return message_of<core::UsageError>([&] {
      core::Step step;
      step.name = name;
      core::add_step(std::move(step), core::SameName::kReplaces);
    });
  };
  for (const char* name : {"a+b", "a b", "a(b)", "a,b", "a@b", ""}) expect_message(named(name), "cannot name a step");
  for (const char* name : {"AL", "4K-AL", "MulK-4"}) expect_message(named(name), "is a method of Tertium");
}

TEST_F(OutsideStep, AnswersKeepTheirRepetitions) {
  const AnswerRows triplets = answer_rows(problem_, core::Provision::kTriplets);
  EXPECT_EQ(triplets.count(), core::count_observed(problem_.get<core::Triplets>()));
  std::vector<core::Quadruplet> given = testing::statements_of(problem_.get<core::Quadruplets>());
  const AnswerRows quadruplets = answer_rows(problem_, core::Provision::kQuadruplets);
  ASSERT_EQ(quadruplets.count(), std::ssize(given));
  for (std::size_t k = 0; k < given.size(); ++k)
    EXPECT_EQ(given[k], (core::Quadruplet{quadruplets.objects[4 * k], quadruplets.objects[4 * k + 1],
                                          quadruplets.objects[4 * k + 2], quadruplets.objects[4 * k + 3]}));
  const std::vector<core::Quadruplet> repeated{{0, 1, 2, 3}, {0, 1, 2, 3}, {2, 3, 0, 1}, {0, 2, 1, 3}};
  core::Problem listed;
  listed.objects = 4;
  listed.provide<core::Quadruplets>(std::make_shared<const core::ListedQuadruplets>(4, repeated));
  EXPECT_EQ(answer_rows(listed, core::Provision::kQuadruplets).count(), 4);
}

}  // namespace
}  // namespace tertium::outside
