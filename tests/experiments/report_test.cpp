#include <fmt/format.h>
#include <gtest/gtest.h>

#include "experiments/report/report_text.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments {
namespace {

using testing::expect_message;
using testing::message_of;

TrialRow row(const std::string& method, RowParameters parameters, double aari) {
  static std::uint64_t count = 0;
  TrialRow made;
  made.key = {0, ++count};
  made.method = method;
  made.parameters = std::move(parameters);
  made.metrics["aari"] = aari;
  made.t_wall = 0.5;
  return made;
}

/// Two deltas, two p; SL does not depend on p.
std::vector<TrialRow> rows() {
  std::vector<TrialRow> rows;
  for (const double delta : {0.1, 0.2}) {
    for (const double aari : {delta, delta + 0.2}) rows.push_back(row("SL", {{"delta", delta}, {"mu", 0.8}}, aari));
    for (const double p : {0.01, 1.0})
      for (const double aari : {0.5, 0.6})
        rows.push_back(row("4-AL", {{"delta", delta}, {"p", p}, {"mu", 0.8}}, aari + p / 10));
  }
  return rows;
}

TEST(Report, OneBlockPerPWithMethodsAsColumns) {
  EXPECT_EQ(report_text(rows(), {.methods = {"SL", "4-AL"}}),
            "aari: mean (population standard deviation) over 2 values\n"
            "\n"
            "p = 0.01\n"
            "delta           SL         4-AL\n"
            "  0.1  0.20 (0.10)  0.55 (0.05)\n"
            "  0.2  0.30 (0.10)  0.55 (0.05)\n"
            "\n"
            "p = 1\n"
            "delta           SL         4-AL\n"
            "  0.1  0.20 (0.10)  0.65 (0.05)\n"
            "  0.2  0.30 (0.10)  0.65 (0.05)\n");
}

TEST(Report, MethodsThatCannotHaveTheScoreAreNamed) {
  std::vector<TrialRow> both = rows();
  for (const char* name : {"AddS-3+SPUR", "SDP-lambda"}) {
    both.push_back(row(name, {{"delta", 0.1}, {"mu", 0.8}}, 0.0));
    both.back().metrics = {{"ari", 0.5}};
  }
  both[0].metrics["ari"] = 0.5;
  EXPECT_TRUE(report_text(both).ends_with(
      "no aari of AddS-3+SPUR, SDP-lambda (they make a partition; aari is for a tree): ari is for both\n"))
      << report_text(both);
  both.pop_back();
  EXPECT_NE(report_text(both, {.format = ReportFormat::kLatex}).find("% no aari of AddS-3+SPUR (it makes a partition"),
            std::string::npos);
  EXPECT_NE(report_text(both, {.metric = "ari"}).find("no ari of 4-AL\n"), std::string::npos) << "not computed";
  EXPECT_EQ(report_text(rows()).find("no aari"), std::string::npos);
}

TEST(Report, MethodsThatNobodyOrderedComeByName) {
  const std::string text = report_text(rows());
  EXPECT_LT(text.find("4-AL"), text.find("SL"));
}

TEST(Report, ByChoosesBlocksAndRows) {
  const std::string text = report_text(rows(), {.by = {"delta", "p"}});
  EXPECT_NE(text.find("delta = 0.1\n   p         4-AL           SL\n0.01  0.55 (0.05)  0.20 (0.10)\n"),
            std::string::npos)
      << text;
}

TEST(Report, OtherParametersAreAveragedOverAndNamed) {
  const std::string text = report_text(rows(), {.by = {"delta"}});
  EXPECT_NE(text.find("  0.1  0.60 (0.07)   0.20 (0.10)*\n"), std::string::npos) << text;
  EXPECT_NE(text.find("* over fewer than 4 values\nmeans are also over p\n"), std::string::npos) << text;
}

TEST(Report, DataSetsMakeBlocksAndPTheRows) {
  std::vector<TrialRow> rows;
  for (const char* name : {"zoo", "glass"}) {
    rows.push_back(row("AL", {{"name", std::string(name)}}, 0.25));
    for (const double p : {0.1, 0.2}) rows.push_back(row("4-AL", {{"name", std::string(name)}, {"p", p}}, p));
  }
  EXPECT_EQ(report_text(rows),
            "aari: mean (population standard deviation) over 1 value\n"
            "\n"
            "name = glass\n"
            "  p         4-AL           AL\n"
            "0.1  0.10 (0.00)  0.25 (0.00)\n"
            "0.2  0.20 (0.00)  0.25 (0.00)\n"
            "\n"
            "name = zoo\n"
            "  p         4-AL           AL\n"
            "0.1  0.10 (0.00)  0.25 (0.00)\n"
            "0.2  0.20 (0.00)  0.25 (0.00)\n");
}

TEST(Report, OnePointHasOneRow) {
  EXPECT_EQ(report_text(std::vector{row("SL", {{"p", 0.1}}, 1.0), row("CL", {{"p", 0.1}}, -1e-9)}),
            "aari: mean (population standard deviation) over 1 value\n\n           CL           SL\n  0.00 (0.00)  "
            "1.00 (0.00)\n");
}

TEST(Report, FailuresAndGapsAreShown) {
  std::vector<TrialRow> some = rows();
  some[0].status = TrialStatus::failed;
  for (TrialRow& each : some)
    if (each.method == "4-AL" && each.parameters.at("delta") == core::ParameterValue(0.2)) each.metrics.clear();
  const std::string text = report_text(some);
  EXPECT_NE(text.find("  0.1  0.55 (0.05)   0.30 (0.00)*\n  0.2            -   0.30 (0.10)\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("* over fewer than 2 values\n1 trial failed and is left out\n"), std::string::npos) << text;
}

TEST(Report, WideTablesAreFolded) {
  std::vector<TrialRow> wide;
  for (int k = 10; k < 30; ++k) wide.push_back(row("method-" + std::to_string(k), {}, 0.5));
  const std::string text = report_text(wide);
  std::size_t longest = 0;
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    longest = std::max(longest, end - begin);
  EXPECT_LE(longest, 100U);
  EXPECT_NE(text.find("method-29"), std::string::npos);
}

TEST(Report, NumbersOfAnswersGoByTheirSize) {
  std::vector<TrialRow> counted;
  for (const char* count : {"1500000", "17000000", "300000", "n*ln(n)"})
    counted.push_back(row("SL", {{"count", std::string(count)}}, 0.5));
  const std::string text = report_text(counted, {.format = ReportFormat::kCsv});
  EXPECT_LT(text.find("\n300000,"), text.find("\n1500000,")) << text;
  EXPECT_LT(text.find("\n1500000,"), text.find("\n17000000,"));
  EXPECT_LT(text.find("\n17000000,"), text.find("\nn*ln(n),"));
}

TEST(Report, CsvHasFullPrecision) {
  EXPECT_EQ(report_text(std::vector{row("a,b", {{"p", 0.1}}, 1.0 / 3), row("a,b", {{"p", 0.2}}, 1)},
                        {.format = ReportFormat::kCsv}),
            "p,method,metric,values,mean,sd\n0.1,\"a,b\",aari,1,0.3333333333333333,0\n0.2,\"a,b\",aari,1,1,0\n");
}

TEST(Report, SiunitxHasNumbersWithTheirLastDigits) {
  std::vector<TrialRow> some = rows();
  some[0].status = TrialStatus::failed;
  some.push_back(row("CL", {{"p", 0.01}, {"delta", 0.2}}, -12.5));
  const std::string text = report_text(some, {.format = ReportFormat::kSiunitx});
  EXPECT_TRUE(text.starts_with("% needs \\usepackage{booktabs,siunitx}\n")) << text;
  for (const char* part : {"deviations in units of the last digit; $p = 0.01$. The best", "$\\delta$ & {4-AL} & ",
                           "S[table-format = -2.1(1)]", "{--}", "{$^*$}", "{\\bfseries "})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Report, LatexKnowsLettersAndEscapesTheRest) {
  std::vector<TrialRow> some;
  for (const char* count : {"n^2", "n~1"})
    for (const std::int64_t n0 : {3, 4}) some.push_back(row("AL", {{"count", std::string(count)}, {"n0", n0}}, 0.5));
  const std::string text = report_text(some, {.format = ReportFormat::kLatex});
  for (const char* part : {"; count = n\\textasciicircum{}2. ", "; count = n\\textasciitilde{}1. ", "$n_{0}$ & AL"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Report, LatexSaysWhatItShowsAndMarksTheBest) {
  const std::string text = report_text(rows(), {.format = ReportFormat::kLatex, .methods = {"SL"}});
  EXPECT_NE(
      text.find("\\caption{aari: mean (population standard deviation) over 2 values; $p = 0.01$. The best of each row "
                "is bold.}\n\\begin{tabular}{rcc}\n\\toprule\n$\\delta$ & SL & 4-AL \\\\\n\\midrule\n"
                "0.1 & 0.20 (0.10) & \\textbf{0.55 (0.05)} \\\\\n"),
      std::string::npos)
      << text;
  const std::string times = report_text(rows(), {.metric = "t_wall", .format = ReportFormat::kLatex});
  EXPECT_NE(times.find("\\textbf{0.500 (0.000)} & \\textbf{0.500 (0.000)}"), std::string::npos) << "equal: both";
}

TEST(Report, LatexTablesFitOnAPage) {
  std::vector<TrialRow> wide;
  for (int k = 0; k < 12; ++k) wide.push_back(row(fmt::format("method-{}", k), {}, 0.01 * k));
  const std::string text = report_text(wide, {.format = ReportFormat::kLatex});
  EXPECT_NE(text.find("(methods, part 2 of 2)"), std::string::npos) << text;
  EXPECT_EQ(text.find("\\textbf"), text.rfind("\\textbf")) << "the best of all parts";
}

TEST(Report, LargeNumbersHaveFewDecimals) {
  EXPECT_NE(report_text(std::vector{row("SL", {}, 123456.7)}).find(" 123457 (0)"), std::string::npos);
  EXPECT_NE(report_text(std::vector{row("SL", {}, 12.34)}).find(" 12.3 (0.0)"), std::string::npos);
}

TEST(Report, TimesCanBeReportedToo) {
  EXPECT_NE(report_text(rows(), {.metric = "t_wall"}).find("0.500 (0.000)"), std::string::npos);
}

TEST(Report, TimesHaveSignificantDigitsAndAUnit) {
  std::vector<TrialRow> fast = rows();
  for (TrialRow& each : fast) each.t_cluster = 0.000123;
  const std::string text = report_text(fast, {.metric = "t_cluster"});
  EXPECT_TRUE(text.starts_with("t_cluster (s): mean (population standard deviation) over 2 values\n")) << text;
  EXPECT_NE(text.find("0.000123 (0.000000)"), std::string::npos) << text;
}

TEST(Report, TheDefaultIsTheFirstMetricWithValues) {
  TrialRow only = row("SL", {}, std::numeric_limits<double>::quiet_NaN());
  only.metrics["revenue"] = 3.0;
  EXPECT_TRUE(report_text(std::vector{only}).starts_with("revenue: "));
  const std::string message = message_of([&] { report_text(std::vector{only}, {.metric = "aari"}); });
  expect_message(message, "no row has aari (it is undefined in all of them), use one of: revenue, ");
  EXPECT_EQ(message.find("aari,"), std::string::npos) << message;
  only.metrics["dasgupta_cost"] = 4.0;
  EXPECT_TRUE(report_text(std::vector{only}).starts_with("dasgupta_cost: "));
}

TEST(Report, AScoreThatNoRowHasIsNotUnknown) {
  std::vector<TrialRow> flat = {row("AddS-3+SPUR", {}, 0.0), row("SDP-lambda", {}, 0.0)};
  for (TrialRow& each : flat) each.metrics = {{"ari", 0.5}};
  const auto told = [&](const char* metric) { return message_of([&] { report_text(flat, {.metric = metric}); }); };
  expect_message(told("aari"),
                 "no row has aari (it is for a tree, but AddS-3+SPUR, SDP-lambda make a partition), use one of: ari, ");
  expect_message(told("exact"), "no row has exact (it was not computed), use one of: ari, ");
  expect_message(told("arri"), "unknown metric 'arri'; did you mean 'ari'?");
}

TEST(Report, UnknownNamesAreAnsweredWithTheKnown) {
  expect_message(message_of([] { report_text(rows(), {.metric = "aary"}); }),
                 "unknown metric 'aary'; did you mean 'aari'? known: aari, ");
  expect_message(message_of([] { report_text(rows(), {.by = {"q"}}); }), "unknown parameter 'q'");
  expect_message(message_of([] { report_text(rows(), {.by = {"p", "p"}}); }), "--by names 'p' twice");
  expect_message(message_of([] { find_report_format("pdf"); }),
                 "unknown format 'pdf'; known: text, csv, latex, siunitx");
  expect_message(message_of([] { report_text({}); }), "no trial is finished");
}

}  // namespace
}  // namespace tertium::experiments
