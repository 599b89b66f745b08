// Sections [step.NAME]: what they may say, and what stands for the code of a step.
#include "outside/steps/step_declaration.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/base/error.hpp"
#include "files/output/scratch_folder.hpp"
#include "tests/support/message.hpp"

namespace tertium::outside {
namespace {

using testing::expect_message, testing::message_of;

const std::string kLeast = "[step.mine]\ncommand = ./mine.py\nneeds = triplets\nreturns = labels\nversion = 1\n";

std::vector<StepDeclaration> declared(const std::string& text, const std::filesystem::path& folder = "/somewhere") {
  return read_declarations(files::read_ini(text, "mine.ini"), folder);
}

std::string refused(const std::string& text) {
  return message_of<core::UsageError>([&] { declared(text); });
}

TEST(StepDeclaration, DefaultsAndTheWayBack) {
  const StepDeclaration least = declared(kLeast).front();
  EXPECT_EQ(least.axes, (core::Axes{core::Axis::kSample, core::Axis::kNoise}));
  EXPECT_TRUE(least.deterministic);
  EXPECT_EQ(least.folder, "/somewhere");
  EXPECT_EQ(least.edition(), "version-1");
  const StepDeclaration all = declared(
      "[step.other]\ncommand = Rscript other.R --fast\nneeds = triplets, similarities\ntakes = similarities, "
      "coordinates\nreturns = tree\naxes = sample\ndeterministic = no\nfiles = other.R, more.R\nform = npy\ntime = "
      "90s\nmemory = 2GiB\nsentence = what it does\ncite = somebody\nparameter.k = 3\nparameter.alpha = .5\n"
      "parameter.mode = fast\n")[0];
  EXPECT_EQ(all.parameters.at(0).type, core::ParameterType::kInteger);
  EXPECT_EQ(all.parameters.at(1).type, core::ParameterType::kReal);
  EXPECT_EQ(all.parameters.at(2).type, core::ParameterType::kText);
  EXPECT_DOUBLE_EQ(all.seconds, 90);
  EXPECT_DOUBLE_EQ(all.bytes, 2147483648.0);
  for (const StepDeclaration& step : {least, all}) EXPECT_EQ(declared(step.text(), "/elsewhere").front(), step);
}

TEST(StepDeclaration, RefusalsNamePlaceAndRemedy) {
  const auto without = [](const std::string& line) {
    std::string text = kLeast;
    return text.erase(text.find(line), line.size());
  };
  expect_message(refused(without("command = ./mine.py\n")), "mine.ini:1: [step.mine] has no command");
  expect_message(refused(without("returns = labels\n")), "has no returns");
  expect_message(refused(without("needs = triplets\n")), "declares neither what it needs nor what it takes");
  expect_message(refused(without("version = 1\n")), "has neither files nor version");
  expect_message(refused(kLeast + "axes =\n"), "names no axis");
  expect_message(refused(kLeast + "form = json\n"), "mine.ini:6: [step.mine] form = json is not known, give csv, npy");
  expect_message(refused(kLeast + "takes = labels\n"), "give tree, coordinates, similarities");
  expect_message(refused(kLeast + "time = 90\n"), "time 90 is not understood");
  expect_message(refused(kLeast + "colour = red\n"), "unknown [step.mine] key 'colour'");
  expect_message(refused(kLeast + "parameter.a-b = 1\n"), "has an invalid name");
}

TEST(StepDeclaration, AnEditionIsThatOfFilesAndCommand) {
  const files::ScratchFolder folder("test");
  const auto write = [&](const std::string& text) { std::ofstream(folder.path() / "mine.py") << text; };
  const auto edition = [&](const std::string& command) {
    return declared("[step.mine]\ncommand = " + command + "\nneeds = triplets\nreturns = labels\nfiles = mine.py\n",
                    folder.path())[0]
        .edition();
  };
  expect_message(message_of([&] { edition("./mine.py"); }), "cannot read");
  write("print(1)");
  const std::string first = edition("./mine.py");
  EXPECT_EQ(edition("./mine.py"), first);
  EXPECT_NE(edition("./mine.py --fast"), first);
  write("print(2)");
  EXPECT_NE(edition("./mine.py"), first);
}

}  // namespace
}  // namespace tertium::outside
