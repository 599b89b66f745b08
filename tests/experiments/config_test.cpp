#include "experiments/config/config.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/experiments/config_text.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using core::UsageError;
using of_text::error_of;
using of_text::error_of_set;
using of_text::kText;
using of_text::parse;
using testing::expect_message;
using testing::message_of;

std::vector<double> delta_of(const SweepConfig& config) {
  std::vector<double> values;
  for (const auto& value : config.model_values.at(4).values) values.push_back(std::get<double>(value));
  return values;
}

TEST(Config, ReadsEverySection) {
  const SweepConfig config = parse(kText);
  EXPECT_EQ(config.name, "sweep");
  EXPECT_EQ(config.seed, 7U);
  EXPECT_EQ(config.repetitions, 3);
  EXPECT_EQ(config.model->name, "planted-hierarchy");
  EXPECT_EQ(delta_of(config), (std::vector<double>{0.1, 0.2}));
  EXPECT_EQ(config.scheme->name, "proportion");
  EXPECT_EQ(config.scheme_values.at(0).values, std::vector<core::ParameterValue>{0.5});
  ASSERT_EQ(config.methods.size(), 2U);
  EXPECT_EQ(config.methods[1].method.text(), "4-AL[m=2;ties=first]");
}

TEST(Config, WhatIsNotSaidHasItsDefault) {
  const SweepConfig config = parse("[model]\nkind = planted-hierarchy\n[methods]\nrun = SL\n");
  EXPECT_EQ(config.seed, 1U);
  EXPECT_EQ(config.repetitions, 1);
  EXPECT_EQ(config.model_values.at(0).name, "n0");
  EXPECT_EQ(std::get<std::int64_t>(config.model_values.at(0).values.at(0)), 30);
  EXPECT_EQ(config.scheme->name, "proportion");
  for (const Dimension& dimension : config.scheme_values)
    if (dimension.name == "p" || dimension.name == "eps") {
      EXPECT_EQ(dimension.values, std::vector<core::ParameterValue>{1.0}) << dimension.name;
    }
  EXPECT_EQ(config.metrics,
            (std::vector<std::string>{"aari", "aari_depth", "ari", "ari_level", "clades", "dasgupta_cost", "exact",
                                      "expected_cost", "held_out_error", "triples"}));
  EXPECT_EQ(config.store_products, StoreProducts::kAuto);
  EXPECT_EQ(config.figure.text("x"), "method");
}

TEST(Config, OverridesComeLast) {
  const SweepConfig config =
      parse(kText, {"model.delta=0.3", "sweep.seed = 9", "method.4-AL.m=5", "model.delta=0.4", "store.products=yes"});
  EXPECT_EQ(delta_of(config), std::vector<double>{0.4});
  EXPECT_EQ(config.seed, 9U);
  EXPECT_EQ(config.methods[1].method.text(), "4-AL[m=5;ties=first]");
  EXPECT_EQ(config.store_products, StoreProducts::kYes);
  EXPECT_NE(config.source_text.find("# --set model.delta=0.4\n"), std::string::npos);
}

TEST(Config, TheSmallVersionComesBeforeOverrides) {
  const std::string text = std::string(kText) +
                           "[smoke]\nmodel.delta = 0.3\nsweep.seed = 7\nmethod.4-AL.m = 5\n"
                           "methods.run += AL\n";
  const auto read = [&](bool smoke) { return parse_config(text, "sweep.ini", {"sweep.seed = 9"}, smoke); };
  EXPECT_EQ(resolved_text(read(false)), resolved_text(parse(kText, {"sweep.seed = 9"})));
  const SweepConfig config = read(true);
  EXPECT_EQ(delta_of(config), std::vector<double>{0.3});
  EXPECT_EQ(config.seed, 9U);
  EXPECT_EQ(config.methods[1].method.text(), "4-AL[m=5;ties=first]");
  EXPECT_EQ(config.method_names().back(), "AL");
  EXPECT_NE(config.source_text.find("# --smoke\n# --set sweep.seed = 9\n"), std::string::npos);
  expect_message(message_of([] { parse_config(kText, "sweep.ini", {}, true); }), "sweep.ini has no small version");
  const auto told = [&](const std::string& line) { return error_of(std::string(kText) + "[smoke]\n" + line, {}); };
  expect_message(told("model.detla = 1"), "unknown [model] key 'detla'; did you mean 'delta'?");
  expect_message(told("modle.delta = 1"), "unknown section 'modle'; did you mean 'model'?");
  expect_message(told("delta = 1"), "'delta' in [smoke] names no section");
}

TEST(Config, ARangeHitsItsDecimalsExactly) {
  const std::vector<double> expected = {0.02, 0.04, 0.06, 0.08, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2};
  EXPECT_EQ(delta_of(parse(kText, {"model.delta=0.02:0.02:0.20"})), expected);
  EXPECT_EQ(delta_of(parse(kText, {"model.delta=0.3:-0.1:0.1"})), (std::vector<double>{0.3, 0.2, 0.1}));
  EXPECT_EQ(delta_of(parse(kText, {"model.delta=0:0.4:1"})), (std::vector<double>{0.0, 0.4, 0.8}));
  EXPECT_EQ(delta_of(parse(kText, {"model.delta=1, 0.1:0.1:0.2"})), (std::vector<double>{1.0, 0.1, 0.2}));
  const auto n0 = parse(kText, {"model.n0=10:10:30"}).model_values.at(0).values;
  EXPECT_EQ(n0, (std::vector<core::ParameterValue>{std::int64_t{10}, std::int64_t{20}, std::int64_t{30}}));
}

TEST(Config, ListsAndRangesThatMakeNoSense) {
  expect_message(error_of_set("model.delta="), "[model] delta =  is empty, give delta a number in");
  expect_message(error_of_set("model.delta=0.1,,0.2"), "empty item");
  expect_message(error_of_set("model.delta=0.1,"), "empty item");
  expect_message(error_of_set("model.delta=0.1, 0.2, 0.10"), "has 0.1 twice");
  expect_message(error_of_set("model.delta=0, -0"), "has 0 twice");
  expect_message(error_of_set("model.delta=0.1:0:0.2"), "has step 0");
  expect_message(error_of_set("model.delta=0.2:0.1:0.1"), "empty range");
  expect_message(error_of_set("model.delta=0.1:0.2"), "start:step:stop");
  expect_message(error_of_set("model.delta=0.1:a:0.2"), "start:step:stop");
  expect_message(error_of_set("model.delta=0.1:nan:0.2"), "start:step:stop");
  expect_message(error_of_set("model.delta=0:1e-9:1"), "too long");
  expect_message(error_of_set("model.n0=-9000000000000000000:18000000000000:9000000000000000000"), "whole numbers");
  expect_message(error_of_set("model.n0=1:0.5:3"), "range of whole numbers");
}

TEST(Config, ValuesOutOfRangeSayWhatIsAllowed) {
  expect_message(error_of_set("model.delta=banana"),
                 "--set model.delta=banana: [model] delta = banana is not a number");
  expect_message(error_of_set("model.n0=0"), "[model] n0 = 0 is out of range; give n0 a whole number in [1, 1000000]");
  expect_message(error_of_set("model.n0=2.5"), "[model] n0 = 2.5 is not a whole number");
  expect_message(error_of_set("model.sigma=0"), "give sigma a number in (0, ");
  expect_message(error_of_set("comparisons.p=0"), "[comparisons] p = 0 is out of range; give p a number in (0, 1]");
  expect_message(error_of_set("comparisons.p=1.5"), "[comparisons] p = 1.5 is out of range");
  expect_message(error_of_set("comparisons.p=0.5:0.5:1.5"), "[comparisons] p = 1.5 is out of range");
  expect_message(error_of_set("comparisons.eps=0"), "[comparisons] eps = 0 is out of range");
  expect_message(error_of_set("sweep.repetitions=0"), "[sweep] repetitions = 0 is out of range");
  expect_message(error_of_set("sweep.seed=-1"), "not a seed");
  expect_message(error_of_set("sweep.seed=18446744073709551616"), "not a seed");
  expect_message(error_of_set("store.products=perhaps"), "one of auto, yes, no");
  expect_message(error_of_set("method.4-AL.m=0"), "[method.4-AL] m = 0 is out of range");
}

TEST(Config, UnknownNamesAreAnsweredWithTheKnown) {
  expect_message(error_of_set("methods.run=SL, 4-LA"), "unknown method '4-LA'; did you mean '4-AL'? known: ");
  expect_message(error_of_set("model.kind=planted"), "unknown model 'planted'; known: ");
  expect_message(error_of_set("model.detla=1"), "unknown [model] key 'detla'; did you mean 'delta'? known: kind, n0");
  expect_message(error_of_set("sweep.repetition=1"), "known: name, seed, repetitions");
  expect_message(error_of_set("modle.delta=1"), "unknown section 'modle'; did you mean 'model'? known: sweep, model");
  expect_message(error_of_set("methods.run=t-STEE"), "unknown method 't-STEE'; did you mean 't-STE'? known: ");
  expect_message(error_of_set("method.5-AL.m=1"), "unknown method '5-AL'");
  expect_message(error_of_set("method.4-AL.k=1"), "unknown [method.4-AL] key 'k'");
  expect_message(error_of_set("metrics.compute=arri"),
                 "unknown score 'arri'; did you mean 'aari'? known: aari, aari_depth");
}

TEST(Config, MessagesTellTheLine) {
  expect_message(error_of("[sweep]\n\n[modle]\n"), "sweep.ini:3: unknown section 'modle'");
  expect_message(error_of("[sweep]\nseed = x\n"), "sweep.ini:2: [sweep] seed = x");
  expect_message(error_of(kText + "n = 4\n"), "sweep.ini:15: unknown [method.4-AL] key 'n'");
  expect_message(error_of(kText + "m = 3\n"), "sweep.ini:15: [method.4-AL] m is given twice (first at sweep.ini:14)");
  expect_message(error_of("seed = 1\n"), "sweep.ini:1: 'seed' stands before any section");
  expect_message(error_of("[sweep]\nseed\n"), "sweep.ini:2: 'seed' is not INI");
  expect_message(error_of("[sweep]\n= 3\n"), "sweep.ini:2: '= 3' is not INI");
  expect_message(error_of("[]\n"), "sweep.ini:1: unknown section ''");
}

TEST(Config, WhatIsMissingIsAskedFor) {
  expect_message(error_of(""), "sweep.ini has no [model] kind");
  expect_message(error_of("[model]\nkind = planted-hierarchy\n"), "sweep.ini has no [methods] run");
  expect_message(error_of_set("methods.run="), "empty");
  expect_message(error_of_set("methods.run=SL, SL"), "has 'SL' twice");
  expect_message(error_of_set("sweep.name="), "[sweep] name =  is empty, give another name");
}

TEST(Config, ASweepsNameIsTheNameOfAFile) {
  for (const char* name : {"../../x", "/tmp/x", "-x", ".x", "_x", "a/b", "a:b", "a\tb", "$x"})
    expect_message(error_of_set(std::string("sweep.name=") + name), ", give another name");
  expect_message(error_of_set("sweep.name=" + std::string(101, 'x')), "is longer than 100 bytes");
  expect_message(error_of_set("sweep.name=\xff"), "is not UTF-8");
  for (const char* name : {"hc19-fig2", "a b.c_d", "gr\u00f6\u00dfe", "7"})
    EXPECT_EQ(parse(kText, {std::string("sweep.name=") + name}).name, name);
  expect_message(message_of<UsageError>([] { parse_config(kText, "runs/-x.ini"); }),
                 "runs/-x.ini: the file's name, '-x', begins with '-'");
  EXPECT_EQ(parse_config(kText, "-x.ini", {"sweep.name=x"}).name, "x");
}

TEST(Config, OverridesHaveAForm) {
  for (const char* item : {"delta", "delta=1", "=1", ".delta=1", "model.=1", "model.delta", "figure.title=a\nb"})
    EXPECT_NE(message_of<UsageError>([&] { parse(kText, {item}); }).find("give section.key=value"), std::string::npos)
        << item;
}

TEST(Config, AMethodThatDoesNotRunMayHaveParameters) {
  EXPECT_EQ(parse(kText, {"methods.run=SL"}).methods.size(), 1U);
}

TEST(Config, LineEndsOfWindowsAreNoPartOfAValue) {
  std::string text;
  for (const char c : kText) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(resolved_text(parse(text)), resolved_text(parse(kText)));
}

TEST(Config, AListOfAMethodsParameterMakesVariants) {
  const SweepConfig config = parse(kText, {"method.4-AL.m=1:2:5"});
  ASSERT_EQ(config.methods.size(), 4U);
  EXPECT_EQ(config.methods[1].label(), "4-AL (m = 1)");
  EXPECT_EQ(config.methods[3].method.text(), "4-AL[m=5;ties=first]");
  EXPECT_EQ(config.method_names(), (std::vector<std::string>{"SL", "4-AL"}));
  expect_message(error_of_set("methods.run=4-AL, 4-AL-I2"), "has 4-AL and 4-AL-I2, which are the same, remove one");
}

TEST(Config, ANameMaySetParameters) {
  const SweepConfig swept = parse(kText, {"methods.run=4-AL", "method.4-AL.m=3, 5", "method.4-AL.ties=random"});
  const SweepConfig named = parse(kText, {"methods.run=4-AL(m=3), 4-AL (m = 5)", "method.4-AL.ties=random"});
  EXPECT_EQ(named.method_names(), (std::vector<std::string>{"4-AL (m = 3)", "4-AL (m = 5)"}));
  ASSERT_EQ(named.methods.size(), 2U);
  for (const std::size_t k : {0U, 1U}) {
    EXPECT_EQ(named.methods[k].method.text(), swept.methods[k].method.text());
    EXPECT_EQ(named.methods[k].label(), swept.methods[k].label());
  }
  EXPECT_EQ(parse(kText, {"methods.run=4-AL(m=3)", "method.4-AL.ties=first, random"}).methods[1].label(),
            "4-AL (m = 3, ties = random)");
  expect_message(error_of(kText + "[method.4-AL (m = 3)]\nties = random\n"),
                 "[method.4-AL (m = 3)] is not the section of parameters of 4-AL, write [method.4-AL]");
}

TEST(Config, SchemesHaveTheirOwnParameters) {
  const SweepConfig config = parse(
      "[model]\nkind = planted-hierarchy\n[methods]\nrun = 4-AL\n[comparisons]\nscheme = "
      "count\ncount = n*ln(n)^2, n*ln(n)^3\n");
  EXPECT_EQ(config.scheme->name, "count");
  EXPECT_EQ(config.scheme_values.at(0).values,
            (std::vector<core::ParameterValue>{std::string("n*ln(n)^2"), std::string("n*ln(n)^3")}));
  expect_message(error_of_set("comparisons.scheme=count"), "unknown [comparisons] key 'p'");
  expect_message(error_of_set("comparisons.scheme=proprotion"), "did you mean 'proportion'?");
}

TEST(Config, ResolvedTextIsAFixedPoint) {
  for (const std::vector<std::string>& set :
       {std::vector<std::string>{},
        {"model.delta=0.02:0.02:0.2", "comparisons.p=1e-6, 0.1, 1"},
        {"metrics.compute=agreement, aari", "store.products=no", "figure.x=n0", "figure.curves=method, delta",
         "figure.title=A title: N = 3"},
        {"methods.run=CL, 4-AL-I3, 4K+SL, 4-AL", "method.4-AL-I3.m=4", "sweep.seed=18446744073709551615"},
        {"method.4-AL.m=1:2:5", "model.n0=4, 5"},
        {"methods.run=4-AL(m=3), 4-AL, 4-AL(ties=random, m=5), 4K(reading=literal)+AL"}}) {
    const SweepConfig config = parse(kText, set);
    const std::string text = resolved_text(config);
    EXPECT_EQ(resolved_text(parse_config(text, "other.ini")), text);
  }
}

TEST(Config, TheResolvedTextNamesEveryDefault) {
  const std::string text = resolved_text(parse(kText));
  for (const char* line : {"eps = 1\n", "mu = 0.8\n", "delta = 0.1, 0.2\n",
                           "compute = aari, aari_depth, ari, ari_level, clades, dasgupta_cost, exact",
                           "products = auto\n", "m = 2\n", "scheme = proportion\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
}

TEST(Config, WordsAreOneValueAndNoList) {
  const std::string text =
      "[model]\nkind = answers\nfile = a.csv, b.csv\ncolumns = a, b ,odd\n[comparisons]\nscheme = own\n[methods]\n"
      "run = 3-AL\n";
  const SweepConfig config = parse(text);
  for (const Dimension& dimension : config.model_values) {
    EXPECT_EQ(dimension.values.size(), dimension.name == "file" ? 2U : 1U) << dimension.name;
    if (dimension.name == "columns") {
      EXPECT_EQ(dimension.values, std::vector<core::ParameterValue>{std::string("a,b,odd")});
    }
  }
  EXPECT_EQ(resolved_text(parse(resolved_text(config))), resolved_text(config));
  expect_message(error_of(text, {"model.missing=null,,none"}), "has an empty item");
  expect_message(error_of(text, {"model.sets=train, train"}), "has 'train' twice");
}

TEST(Config, PathsAreLookedForBesideTheConfigurationHereAndAtHome) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  const auto path_of = [](const std::string& file, const std::string& origin) {
    const SweepConfig config = parse_config(
        "[model]\nkind = answers\nfile = " + file + "\n[comparisons]\nscheme = own\n[methods]\nrun = 3-AL\n", origin);
    return std::get<std::string>(config.model_values.at(0).values.at(0));
  };
  const std::string home = TERTIUM_SOURCE_DIR;
  EXPECT_EQ(path_of("data/zoo.csv", "/nowhere/x.ini"), home + "/data/zoo.csv");
  EXPECT_EQ(path_of("../data/zoo.csv", home + "/configs/x.ini"), home + "/data/zoo.csv");
  EXPECT_EQ(path_of("no-such.csv", "/nowhere/x.ini"), (std::filesystem::current_path() / "no-such.csv").string());
}

TEST(Config, FilesThatCannotBeRead) {
  expect_message(message_of([] { read_config("/nowhere/a.ini"); }), "cannot read /nowhere/a.ini (No such file");
  expect_message(message_of([] { read_config("/tmp/"); }), "it is a folder");
  expect_message(message_of([] { read_config("no-such-config"); }), "unknown configuration 'no-such-config'; known: ");
}

/// Every INI text that the page on configurations prints whole.
TEST(Config, WhatTheDocumentsPrintIsAConfiguration) {
  std::ifstream file(TERTIUM_SOURCE_DIR "/docs/configurations.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  int count = 0;
  for (std::size_t begin = page.find("```ini\n[sweep]"); begin != std::string::npos;
       begin = page.find("```ini\n[sweep]", begin + 1)) {
    const std::string text = page.substr(begin + 7, page.find("```", begin + 7) - begin - 7);
    EXPECT_NO_THROW(parse(text)) << text;
    ++count;
  }
  EXPECT_EQ(count, 3);
}

/// Every configuration of the project, with its small version.
TEST(Config, TheProjectsOwnAreInOrder) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  const std::vector<std::string> names = config_names();
  EXPECT_GE(names.size(), 74U);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    EXPECT_EQ(read_config(name).name, name);
    EXPECT_EQ(read_config(name, {}, true).name, name);
  }
}

TEST(Config, ThePapersFolderIsPartOfAName) {
  setenv("TERTIUM_HOME", TERTIUM_SOURCE_DIR, 1);
  for (const auto& [name, place] :
       {std::pair("hc19-fig2", "/hc19/fig2.ini"), {"map-gap", "/maps/map-gap.ini"}, {"support", "/checks/support.ini"}})
    EXPECT_EQ(find_config(name), TERTIUM_SOURCE_DIR "/configs" + std::string(place));
  expect_message(message_of([] { find_config("hc19-fig22"); }), "did you mean 'hc19-fig2'?");
}

}  // namespace
}  // namespace tertium::experiments
