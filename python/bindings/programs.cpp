// The semidefinite programs on a table of similarities that is given as it is, with their solutions.
#include <pybind11/stl.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "partition/sdp/report.hpp"
#include "partition/sdp/scale.hpp"
#include "partition/sdp/spur.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using partition::Matrix;
using Table = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// What a program comes to.
struct Solved {
  partition::CertifiedSolution answer{};
  core::Partition clusters{};
  std::map<std::string, double> reports{};
  std::vector<partition::SpurTheta> path{};  // of SPUR
};

Matrix matrix_of(const Table& rows) {
  Matrix matrix(static_cast<int>(rows.shape(0)), static_cast<int>(rows.shape(1)));
  for (int i = 0; i < matrix.rows(); ++i)
    for (int j = 0; j < matrix.cols(); ++j) matrix(i, j) = rows.at(i, j);
  return matrix;
}

py::array_t<double> table_array(const Matrix& matrix) {
  py::array_t<double> array({matrix.rows(), matrix.cols()});
  for (int i = 0; i < matrix.rows(); ++i)
    for (int j = 0; j < matrix.cols(); ++j) array.mutable_at(i, j) = matrix(i, j);
  return array;
}

/// That SDP-k is told.
core::Label clusters_of(const core::Parameters& parameters, int objects) {
  const std::int64_t k = parameters.integer("k");
  if (k < 1 || k > objects) core::fail("{} clusters cannot be made of {} objects, take 1 to {}", k, objects, objects);
  return static_cast<core::Label>(k);
}

partition::SdpProblem problem_of(const core::Link& link, const Matrix& s) {
  using partition::SdpForm;
  if (link.step->name == "SDP-k") return {SdpForm::kTrace, static_cast<double>(clusters_of(link.parameters, s.rows()))};
  return {SdpForm::kPenalty, link.parameters.real("lambda") * partition::norm_per_row(s)};
}

/// As the step does with what the step before it made.
Solved solved(const core::Link& link, Matrix s, double comparisons, double penalty, std::uint64_t seed) {
  const core::Parameters& parameters = link.parameters;
  const core::Problem problem;
  Solved found;
  const core::StepRun run{problem, parameters, nullptr, found.reports};
  core::Stream stream({.master_seed = seed}, core::Purpose::kCentres);
  const partition::SdpSettings settings = partition::sdp_settings(parameters);
  if (link.step->name == "SPUR") {
    partition::SpurResult spur = partition::spur(std::move(s),
                                                 {.comparisons = comparisons,
                                                  .penalty = penalty,
                                                  .objective = parameters.text("objective") == "half" ? 0.5 : 1.0,
                                                  .k_max = static_cast<int>(parameters.integer("k_max")),
                                                  .sdp = settings},
                                                 stream);
    found.answer = std::move(spur.answer);
    found.path = std::move(spur.path);
    found.answer.solution.iterations = spur.iterations;
  } else {
    const partition::SdpProblem asked = problem_of(link, s);
    partition::ClusteringSdp sdp(std::move(s), settings);
    found.answer = partition::solve_certified(sdp, asked, stream);
  }
  found.clusters = partition::round_solution(found.answer, partition::rounding_of(parameters), stream);
  partition::report_solution(run, found.answer, found.answer.solution.iterations);
  return found;
}

/// `similarity`: n x n, n > 1, symmetric and finite, which Python checked. `comparisons`: that it was made of, for
/// SPUR; 0: of none, then by this penalty.
py::dict solve_program(const std::string& name, const py::dict& parameters, const Table& similarity, double comparisons,
                       double penalty, std::uint64_t seed, int threads) {
  const auto s = std::make_shared<Matrix>(matrix_of(similarity));
  const Solved found =
      made_by<Solved>(threads, [s, link = method_of(name, parameters).links.back(), comparisons, penalty, seed] {
        return solved(link, std::move(*s), comparisons, penalty, seed);
      });
  py::dict entry;
  entry["labels"] = array_of(std::vector<core::Label>(found.clusters.labels().begin(), found.clusters.labels().end()));
  entry["solution"] = table_array(found.answer.solution.dense());
  entry["theta"] = found.answer.solution.theta();
  entry["reports"] = found.reports;
  py::dict thetas;
  for (const partition::SpurTheta& at : found.path) thetas[py::int_(at.k)] = at.theta;
  entry["thetas"] = thetas;
  return entry;
}

}  // namespace

void bind_programs(py::module_& module) {
  module.def("solve_program", &solve_program, py::arg("name"), py::arg("parameters"), py::arg("similarity"),
             py::arg("comparisons"), py::arg("penalty"), py::arg("seed"), py::arg("threads"));
}

}  // namespace tertium::python
