#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/method.hpp"
#include "experiments/bench/scaling.hpp"
#include "experiments/run/stopping.hpp"
#include "files/text/ini.hpp"
#include "pictures/drawing.hpp"
#include "program/growth/bench_growth.hpp"
#include "program/options/command_line.hpp"
#include "program/options/outputs.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/notice.hpp"
#include "terminal/run_program.hpp"

namespace tertium::program {
namespace {

struct BenchOptions {
  std::string what;
  std::filesystem::path folder;
  bool force = false;
  experiments::ScalingOptions scaling;
};

core::Object parse_objects(const std::string& text, const std::string& option) {
  const auto n = number_in<core::Object>(option, text, 8, 16384);
  if (n % 8 != 0)
    throw core::UsageError(fmt::format("{} {} is not a multiple of 8 (the planted clusters), round it", option, n));
  return n;
}

std::vector<std::string> parse_methods(const std::string& text) {
  std::vector<std::string> methods = core::split_list(text);
  for (const std::string& name : methods) core::find_method(name);
  return methods;
}

CommandLine bench_line(BenchOptions& options) {
  experiments::ScalingOptions& scaling = options.scaling;
  CommandLine line(
      "bench",
      "kernels: every kernel and linkage compared with this machine's limits (tertium bench kernels --help). growth: "
      "the exponent by which the time of each method grows (tertium bench growth --help). strong, weak: the speed-up "
      "of cells over ranks, of one cell over a team of ranks, and of threads inside a cell, for 1, 2, 4, ... of them. "
      "strong: constant work. weak: work that grows with them. Start it with mpirun for more than one rank.",
      "mpirun -n 2 --bind-to none tertium bench strong -o scaling");
  line.argument("WHAT", options.what, "kernels, growth, strong or weak");
  line.then([&options](const CommandLine& words) {
    if (options.what != "strong" && options.what != "weak")
      core::fail_unknown("benchmark", options.what, std::vector<std::string>{"kernels", "growth", "strong", "weak"});
    options.folder = "scaling-" + options.what;
    options.scaling = experiments::default_scaling(options.what == "weak", words.has("smoke"));
  });
  line.option("output", 'o', "DIR", options.folder,
              "folder for HDF5 and picture (default: scaling-strong, scaling-weak)");
  add_force_option(line, options.force);
  line.option("methods", 0, "LIST", into(scaling.methods, parse_methods),
              "methods of the cells (default: 4K-AL, 4-AL)");
  line.option("cell-objects", 0, "N", into(scaling.cell_objects, parse_objects),
              "objects of each of the many cells (default: 240)");
  line.option("cells", 0, "C", in_range(scaling.cells, 1, 1'000'000),
              "strong: cells in all (default: 32); weak: for each rank (default: 8)");
  line.option("objects", 0, "N", into(scaling.objects, parse_objects),
              "objects of the one cell; weak: at width 1 (default: 480)");
  line.option("p", 0, "P", in_range(scaling.p, 1e-6, 1.0), "proportion of the quadruplets (default: 0.1)");
  line.option("repeats", 0, "K", in_range(scaling.repeats, 1, 1000), "number of passes over all widths (default: 5)");
  line.flag("smoke", "a small version, for tests");
  return line;
}

/// Of the files that are written, as DIR/strong.h5.
std::filesystem::path stem_of(const BenchOptions& options) {
  return options.folder / options.what;
}

/// On rank 0: makes the folder for what is to be measured; false if help was asked for.
bool begun(BenchOptions& options, const std::vector<std::string>& args) {
  if (!bench_line(options).parse(args)) return false;
  for (const char* extension : {".h5", ".pdf", ".svg", ".png"})
    Outputs({}, options.force).expect_free(stem_of(options).string() + extension);
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  if (error)
    core::fail("{} cannot be created ({}), name another folder: -o DIR", options.folder.string(), error.message());
  return true;
}

experiments::ScalingRuns measured(const experiments::ScalingOptions& options, experiments::MpiSession& mpi,
                                  const std::function<void(const experiments::ScalingRuns&)>& keep = {}) {
  try {
    return experiments::run_scaling(options, mpi, keep);
  } catch (const std::exception& error) {
    if (mpi.size() == 1) throw;
    mpi.abort(error.what());
  }
}

/// What is measured is kept as it comes: who is stopped, or killed, has what was done until then.
int measure(const BenchOptions& asked, experiments::MpiSession& mpi, const std::vector<std::string>& args) {
  const experiments::ScalingOptions& options = asked.scaling;
  const std::filesystem::path stem = stem_of(asked);
  const std::string file = stem.string() + ".h5";
  const auto keep = [&](const experiments::ScalingRuns& runs) {
    experiments::write_scaling(file, options, runs, fmt::format("tertium bench {}", fmt::join(args, " ")));
  };
  const experiments::ScalingRuns runs = measured(options, mpi, keep);
  if (runs.runs.empty()) {
    terminal::notice("stopped before anything was measured: the same command starts again\n");
    return terminal::kIncomplete;
  }
  fmt::print("{}numbers: {}\n", experiments::scaling_table(experiments::summarize(runs.runs)), file);
  if (!pictures::run_figure_script("scaling", {file, stem}, "{}")) return terminal::kError;
  fmt::print("picture: {}.png (also .pdf, .svg)\n", stem.string());
  if (!experiments::stop_requested) return terminal::kComplete;
  terminal::notice("stopped in repeat {} of {}: what was measured by then is kept\n", runs.runs.back().repeat + 1,
                   options.repeats);
  return terminal::kIncomplete;
}

/// Rank 0 reads the words first, so that what is wrong with them is said once; then the others read the same.
int bench_scaling(const std::vector<std::string>& args) {
  const experiments::DrainOnSignal drain;
  experiments::MpiSession mpi;
  BenchOptions options;
  if (mpi.rank() != 0) {
    if (!mpi.broadcast({}).empty() && bench_line(options).parse(args)) measured(options.scaling, mpi);
    return terminal::kComplete;
  }
  bool begins = false;
  std::exception_ptr failure;
  try {
    begins = begun(options, args);
  } catch (...) {
    failure = std::current_exception();
  }
  mpi.broadcast(std::vector<std::byte>(begins ? 1 : 0));
  if (failure) std::rethrow_exception(failure);
  return begins ? measure(options, mpi, args) : terminal::kComplete;
}

/// tertium-bench lies beside this program, if it was built.
int bench_kernels(std::vector<std::string> args) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "tertium-bench";
  if (!std::filesystem::exists(program))
    core::fail("{} is missing (it is built on demand), build it: cmake --build build --target tertium-bench",
               program.string());
  args.insert(args.begin(), program.string());
  const std::optional<int> status = terminal::run_program(std::move(args));
  if (!status) core::fail("{} cannot be started ({}), build it again", program.string(), std::strerror(errno));
  return *status;
}

}  // namespace

int bench_command(const std::vector<std::string>& args) {
  constexpr std::array kScaling{"strong", "weak"}, kOthers{"kernels", "growth"};
  const bool scaling = std::ranges::find_first_of(args, kScaling) != args.end();
  const auto what = std::ranges::find_first_of(args, kOthers);
  if (scaling || what == args.end()) return bench_scaling(args);
  std::vector<std::string> others(args.begin(), what);
  others.insert(others.end(), what + 1, args.end());
  return *what == "growth" ? bench_growth(others) : bench_kernels(std::move(others));
}

}  // namespace tertium::program
