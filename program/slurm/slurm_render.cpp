// The scripts of a job: values for the placeholders of cluster-jobs/, and the folder they are written to.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/shards.hpp"
#include "files/output/atomic_file.hpp"
#include "program/slurm/slurm_jobs.hpp"
#include "program/slurm/slurm_site.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

/// Absolute, and with nothing that a shell or sbatch would read as something else: quoting has no form that both take.
std::string script_path(const fs::path& path) {
  const std::string text = fs::absolute(path).lexically_normal().string();
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("/._+,=-").find(c) != std::string_view::npos;
  };
  if (!std::all_of(text.begin(), text.end(), is_plain))
    throw core::UsageError(fmt::format(
        "'{}' cannot be used in a job script (letters, digits and /._+,=- can), choose another folder", text));
  return text;
}

/// A job's name in squeue.
std::string job_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '-';
  return name;
}

std::string site_options(const Site& site) {
  std::string lines;
  for (const std::string& option : site.options) lines += fmt::format("#SBATCH {}\n", option);
  return lines;
}

std::string site_setup(const Site& site) {
  std::vector<std::string> lines;
  if (!site.setup.empty()) lines.push_back(site.setup);
  if (!site.modules.empty()) lines.push_back("module load " + site.modules);
  if (!site.scratch.empty()) lines.push_back(fmt::format("export TMPDIR=\"{0}\"\nmkdir -p \"$TMPDIR\"", site.scratch));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// The line that starts the ranks. Without the option, srun's other ranks wait for a dead one until the time limit.
std::string launcher(const Site& site) {
  return site.launcher.starts_with("srun") ? site.launcher + " --kill-on-bad-exit=1" : site.launcher;
}

/// Further options of tertium run.
std::string run_options(const JobRequest& request) {
  std::string options = fmt::format("--workers 1 --threads {}", request.site.threads);
  if (!request.costs.source().empty()) options += " --costs \"$folder/costs.ini\"";
  if (request.team > 1) options += fmt::format(" --team-size {}", request.team);
  if (request.redo.failed || request.redo.changed)
    options +=
        fmt::format(" --redo {}{}{}", request.redo.failed ? "failed" : "",
                    request.redo.failed && request.redo.changed ? "," : "", request.redo.changed ? "changed" : "");
  return options;
}

std::string program(const Site& site) {
  return script_path(site.program.empty() ? fs::read_symlink("/proc/self/exe") : fs::path(site.program));
}

/// A folder RUN/jobs/<n> that nothing has yet.
fs::path new_job_folder(const experiments::RunFolder& run) {
  const fs::path jobs = run.path() / "jobs";
  std::error_code error;
  fs::create_directories(jobs, error);
  for (int n = 1; !error; ++n)
    if (fs::create_directory(jobs / std::to_string(n), error)) return jobs / std::to_string(n);
  core::fail("cannot create a folder in {} ({}), free space or permissions there", jobs.string(), error.message());
}

void write_file(const fs::path& file, const std::string& text) {
  files::publish_file(file.parent_path(), std::as_bytes(std::span(text)),
                      [&](int) { return file.filename().string(); });
}

/// What any job on the site needs to know to start the program in `folder`, and one that only collects.
TemplateValues site_values(const Site& site, const fs::path& folder, int megabytes) {
  TemplateValues values = {
      {"FOLDER", script_path(folder)},
      {"PROGRAM", program(site)},
      {"HOME", script_path(core::home_folder())},
      {"SITE_OPTIONS", site_options(site)},
      {"SITE_SETUP", site_setup(site)},
      {"MERGE_MEGABYTES", std::to_string(megabytes)},
      {"MERGE_TIME_LIMIT", slurm_time(std::min(site.time_limit, 3600.0))},
  };
  values["SETUP"] = fill_template_file("parts/setup.sh.in", values);
  return values;
}

TemplateValues values_of(const experiments::RunFolder& run, const fs::path& folder, const experiments::Plan& plan,
                         const Work& work, const JobSize& size, const JobRequest& request) {
  TemplateValues values = site_values(request.site, folder, size.megabytes);
  values.insert({
      {"TITLE", fmt::format("{}: {} trials in {} cells", plan.config.name, work.trials, work.jobs.size())},
      {"NAME", job_name(plan.config.name)},
      {"RUN", script_path(run.path())},
      {"NODES", std::to_string(size.nodes)},
      {"RANKS", std::to_string(size.ranks)},
      {"THREADS", std::to_string(size.threads)},
      {"MEGABYTES", std::to_string(size.megabytes)},
      {"MOST_MEGABYTES", std::to_string(most_megabytes(size, request.site))},
      {"TIME_LIMIT", slurm_time(size.time_limit)},
      {"NOTICE", std::to_string(request.site.notice)},
      {"LAUNCHER", launcher(request.site)},
      {"RUN_OPTIONS", run_options(request)},
      {"BENCH_OPTIONS", request.smoke ? "--smoke" : ""},
      {"METHODS", fmt::format("{}", fmt::join(plan.config.method_names(), ","))},
  });
  values["ATTEMPT"] = fill_template_file("parts/attempt.sh.in", values);
  return values;
}

}  // namespace

fs::path render_report(const fs::path& folder, const fs::path& runs, const std::string& words, const Site& site) {
  constexpr double kMegabytes = 2000.0;  // to read all rows of all figures
  const double share = site.memory > 0.0 ? site.memory / (1e6 * site.cores) : kMegabytes;
  TemplateValues values = site_values(site, folder, static_cast<int>(std::min(kMegabytes, share)));
  values.insert({{"TITLE", "report of " + words}, {"NAME", "report"}, {"RUN", script_path(runs)}, {"WORDS", words}});
  const fs::path script = folder / "report.sbatch";
  files::replace_file(script, fill_template_file("report.sbatch.in", values));
  return script;
}

RenderedJob render_job(const std::filesystem::path& path, const experiments::Plan& plan, const Work& work,
                       const JobSize& size, const JobRequest& request) {
  // What cannot be rendered is found out before anything is written.
  script_path(path);
  program(request.site);
  const experiments::RunFolder run = experiments::RunFolder::create(path);
  experiments::write_run_config(run, plan.config);
  RenderedJob job;
  job.folder = new_job_folder(run);
  TemplateValues values = values_of(run, job.folder, plan, work, size, request);
  write_file(job.folder / "config.ini", experiments::resolved_text(plan.config));
  if (!request.costs.source().empty()) experiments::write_costs(job.folder / "costs.ini", request.costs.fits());
  if (request.kind == JobKind::kArray) {
    const std::vector<experiments::Shard> shards = experiments::make_shards(plan, work.jobs, size.elements);
    experiments::write_shards(job.folder / "shards.txt", shards);
    values["LAST_SHARD"] = std::to_string(shards.size() - 1);
    values["AT_ONCE"] = request.site.at_once > 0 ? fmt::format("%{}", request.site.at_once) : "";
  }
  const std::string name = job_kind_name(request.kind) + ".sbatch";
  job.script = job.folder / name;
  write_file(job.script, fill_template_file(name + ".in", values));
  if (request.kind == JobKind::kScaling) return job;
  job.merge = job.folder / "merge.sbatch";
  write_file(job.merge, fill_template_file("merge.sbatch.in", values));
  return job;
}

}  // namespace tertium::program
