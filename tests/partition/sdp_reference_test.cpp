// Clustering programs against solutions from elsewhere: the reference vectors, and CSDP.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "partition/sdp/sdpa_format.hpp"
#include "partition/sdp/spur.hpp"
#include "tests/support/matrices.hpp"
#include "tests/support/reference.hpp"

namespace tertium::partition {
namespace {

using testing::number;

const std::filesystem::path kFolder = testing::reference_folder() / "sdp";
constexpr SdpSettings kPrecise{1e-9, 500000};

Matrix read_dense(const std::string& file) {
  const std::vector<testing::Row> rows = testing::read_rows(kFolder / file);
  const int n = static_cast<int>(rows.size());
  Matrix a(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a(i, j) = number<double>(rows[i].at(j));
  return a;
}

double value_of(const Matrix& s, const SdpProblem& problem, const SdpSolution& solution) {
  const double penalty = problem.form == SdpForm::kPenalty ? problem.value * solution.trace : 0.0;
  return dot(s, solution.dense()) - penalty;
}

TEST(SdpReference, HasTheSameOptima) {
  const auto records = testing::read_records(kFolder / "problems.csv");
  ASSERT_GE(records.size(), 20U);
  for (const auto& record : records) {
    SCOPED_TRACE(record.at("solution_file"));
    const Matrix s = read_dense("S_" + record.at("matrix") + ".csv");
    const SdpProblem problem{record.at("form") == "lambda" ? SdpForm::kPenalty : SdpForm::kTrace,
                             number<double>(record.at("parameter"))};
    ClusteringSdp sdp(s, kPrecise);
    const SdpSolution solution = sdp.solve(problem);
    ASSERT_TRUE(solution.converged) << solution.iterations;
    const double value = number<double>(record.at("value"));
    EXPECT_NEAR(value_of(s, problem, solution), value, 1e-5 * std::max(1.0, std::abs(value)));
    EXPECT_NEAR(solution.trace, number<double>(record.at("trace")), 1e-5);
    EXPECT_NEAR(solution.theta(), number<double>(record.at("theta")), 1e-5);
    EXPECT_LT(testing::largest_difference(solution.dense(), read_dense(record.at("solution_file"))), 1e-5);
    const SdpBounds bounds = sdp.bounds(problem, solution);
    EXPECT_LE(bounds.lower, value + 1e-6 * std::max(1.0, std::abs(value)));
    EXPECT_GE(bounds.upper, value - 1e-6 * std::max(1.0, std::abs(value)));
    EXPECT_LT(bounds.relative_gap(), 1e-5);
  }
}

TEST(SpurReference, FindsTheSameNumberOfClusters) {
  for (const auto& record : testing::read_records(kFolder / "spur.csv")) {
    SCOPED_TRACE(record.at("matrix") + ", " + record.at("objective_scaling"));
    SpurSettings settings;
    settings.comparisons = number<double>(record.at("n_comparisons"));
    settings.objective = record.at("objective_scaling") == "half" ? 0.5 : 1.0;
    settings.sdp = {1e-7, 500000};
    core::Stream stream(testing::cell_of(1), core::Purpose::kCentres);
    const SpurResult result = spur(read_dense("S_" + record.at("matrix") + ".csv"), settings, stream);
    EXPECT_EQ(result.answer.solution.clusters(), number<int>(record.at("k_chosen")));
    EXPECT_EQ(result.k_low, number<int>(record.at("k_up")));
    EXPECT_LE(result.k_high, number<int>(record.at("k_low")));
    std::string path;
    for (const SpurTheta& at : result.path)
      path += (path.empty() ? "" : " ") + fmt::format("{}:{:.9f}", at.k, at.theta);
    const std::string& expected = record.at("theta_by_k");
    ASSERT_EQ(path.size(), expected.size()) << path << " and " << expected;
    for (const SpurTheta& at : result.path) {
      const std::size_t place = expected.find(fmt::format("{}:", at.k));
      ASSERT_NE(place, std::string::npos);
      EXPECT_NEAR(at.theta, std::stod(expected.substr(place + 2)), 1e-5);
    }
  }
}

/// The value that CSDP finds.
double csdp_value(const Matrix& s, double k) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("tertium_csdp_{}", ::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream problem(folder / "problem.dat-s");
  write_sdpa(problem, s, k);
  problem.close();
  const std::string command =
      fmt::format("cd '{}' && OMP_NUM_THREADS=1 csdp problem.dat-s solution > log 2>&1", folder.string());
  const int status = std::system(command.c_str());
  std::ifstream log(folder / "log");
  double value = std::nan("");
  for (std::string line; std::getline(log, line);)
    if (line.starts_with("Primal objective value:")) value = std::stod(line.substr(23));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(status, 0);
  return value;
}

TEST(Csdp, FindsTheSameOptima) {
  if (std::system("command -v csdp > /dev/null") != 0) GTEST_SKIP() << "CSDP is not installed (coinor-csdp)";
  for (const int n : {5, 14})
    for (const double k : {2.0, 3.5})
      for (const Matrix& s : {testing::random_symmetric(n, 11), testing::planted_matrix(n, 3, 0.6, 12)}) {
        ClusteringSdp sdp(s, kPrecise);
        const SdpProblem problem{SdpForm::kTrace, k};
        const SdpSolution solution = sdp.solve(problem);
        ASSERT_TRUE(solution.converged);
        EXPECT_NEAR(value_of(s, problem, solution), csdp_value(s, k), 1e-5 * n) << n << ", " << k;
      }
}

}  // namespace
}  // namespace tertium::partition
