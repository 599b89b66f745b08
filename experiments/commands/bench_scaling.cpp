#include "experiments/commands/bench_scaling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "experiments/bench/scaling.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/figures/drawing.hpp"
#include "experiments/store/packed_rows.hpp"

namespace tertium::experiments {
namespace {

core::Object objects(const CommandLine& line, const std::string& name, core::Object otherwise) {
  const auto n = static_cast<core::Object>(line.integer(name, otherwise, 8, 16384));
  if (n % 8 != 0)
    throw core::UsageError(fmt::format("--{} {} is not a multiple of 8 (the planted clusters), round it", name, n));
  return n;
}

ScalingOptions scaling_options(const CommandLine& line) {
  const bool smoke = line.has("smoke");
  ScalingOptions options;
  options.weak = line.text("WHAT") == "weak";
  options.cell_objects = objects(line, "cell-objects", smoke ? 40 : 240);
  options.cells = static_cast<int>(line.integer("cells", smoke ? 8 : (options.weak ? 8 : 32), 1, 1'000'000));
  options.objects = objects(line, "objects", smoke ? 48 : 480);
  options.p = line.real("p", 0.1, 1e-6, 1.0);
  options.repeats = static_cast<int>(line.integer("repeats", smoke ? 2 : 5, 1, 1000));
  options.methods = split_list(line.text("methods", "4K-AL, 4-AL"));
  for (const std::string& name : options.methods) core::find_method(name);
  return options;
}

/// What rank 0 tells the others: whether there is anything to measure, and what.
std::vector<std::byte> to_bytes(const std::optional<ScalingOptions>& options) {
  Packer out;
  out.put(std::uint8_t{options.has_value()});
  if (!options) return out.bytes();
  out.put(std::uint8_t{options->weak});
  out.put(options->cell_objects);
  out.put(options->cells);
  out.put(options->objects);
  out.put(options->p);
  out.put(options->repeats);
  out.put_size(options->methods.size());
  for (const std::string& name : options->methods) out.put_text(name);
  return out.bytes();
}

std::optional<ScalingOptions> scaling_options_of(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  if (in.take<std::uint8_t>() == 0) return std::nullopt;
  ScalingOptions options;
  options.weak = in.take<std::uint8_t>() != 0;
  options.cell_objects = in.take<core::Object>();
  options.cells = in.take<int>();
  options.objects = in.take<core::Object>();
  options.p = in.take<double>();
  options.repeats = in.take<int>();
  for (std::size_t left = in.take_size(1); left > 0; --left) options.methods.push_back(in.take_text());
  in.expect_end();
  return options;
}

/// The other ranks learn what to measure, or that there is nothing to do.
class Announcement {
 public:
  explicit Announcement(MpiSession& mpi) : mpi_(mpi) {}
  ~Announcement() {
    if (!made_) mpi_.broadcast(to_bytes(std::optional<ScalingOptions>()));
  }
  Announcement(const Announcement&) = delete;
  Announcement& operator=(const Announcement&) = delete;
  void make(const ScalingOptions& options) {
    made_ = true;
    mpi_.broadcast(to_bytes(std::optional(options)));
  }

 private:
  MpiSession& mpi_;
  bool made_ = false;
};

ScalingRuns measured(const ScalingOptions& options, MpiSession& mpi) {
  try {
    return run_scaling(options, mpi);
  } catch (const std::exception& error) {
    if (mpi.size() == 1) throw;
    mpi.abort(error.what());
  }
}

}  // namespace

void add_scaling_options(CommandLine& line) {
  line.option("methods", 0, "LIST", "strong, weak: methods of the cells (default: 4K-AL, 4-AL)");
  line.option("cell-objects", 0, "N", "strong, weak: objects of each of the many cells (default: 240)");
  line.option("cells", 0, "C", "strong: cells in all (default: 32); weak: for each rank (default: 8)");
  line.option("objects", 0, "N", "strong, weak: objects of the one cell; weak: at width 1 (default: 480)");
  line.option("p", 0, "P", "strong, weak: proportion of the quadruplets (default: 0.1)");
  line.option("repeats", 0, "K", "strong, weak: times that all widths are gone through (default: 5)");
  line.flag("smoke", "strong, weak: something small, for tests");
}

int bench_scaling(CommandLine line, const std::vector<std::string>& args) {
  MpiSession mpi;
  if (mpi.rank() != 0) {
    if (const auto options = scaling_options_of(mpi.broadcast({}))) measured(*options, mpi);
    return kComplete;
  }
  Announcement announcement(mpi);
  if (!line.parse(args)) return kComplete;
  const ScalingOptions options = scaling_options(line);
  const std::filesystem::path folder = line.text("output", fmt::format("scaling-{}", line.text("WHAT")));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) core::fail("{} cannot be made ({}), name another folder: -o DIR", folder.string(), error.message());
  announcement.make(options);
  const ScalingRuns runs = measured(options, mpi);
  const std::filesystem::path file = folder / (line.text("WHAT") + ".h5");
  fmt::print("{}", scaling_table(summarize(runs.runs)));
  write_scaling(file, options, runs, fmt::format("tertium bench {}", fmt::join(args, " ")));
  const std::filesystem::path stem = folder / line.text("WHAT");
  fmt::print("numbers: {}\n", file.string());
  if (!run_figure_script("scaling", {file, stem}, "{}")) return kError;
  fmt::print("picture: {}.png (also .pdf, .svg)\n", stem.string());
  return kComplete;
}

}  // namespace tertium::experiments
