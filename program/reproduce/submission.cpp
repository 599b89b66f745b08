#include "program/reproduce/submission.hpp"

#include <fmt/format.h>

#include <utility>

#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

struct FigureJob {
  const PaperFigure* figure;
  Work work;
  JobSize size;
};

/// Those of which something is missing and nothing is in the queue; the jobs that are there go into `awaited`.
std::vector<FigureJob> jobs_of(const std::vector<PaperRuns>& papers, const JobRequest& request,
                               std::vector<std::string>& awaited) {
  std::vector<FigureJob> jobs;
  for (const PaperRuns& paper : papers)
    for (const PaperFigure& figure : paper.figures) {
      const experiments::RunFolder run = experiments::RunFolder::intend(figure.run);
      Work work = work_left(figure.plan, run.load_whole(), request);
      if (work.jobs.empty()) continue;
      if (const std::vector<std::string> queued = jobs_in_queue(run); !queued.empty()) {
        terminal::notice("tertium: {} is in the queue already: job {}\n", figure.name, queued.front());
        for (const std::string& job : queued) awaited.push_back(job.substr(0, job.find(' ')));
        continue;
      }
      const JobSize size = size_of_job(work, request);
      jobs.push_back({&figure, std::move(work), size});
    }
  return jobs;
}

}  // namespace

SubmittedPapers submit_papers(const std::vector<PaperRuns>& papers, const JobRequest& request, const std::string& words,
                              const std::filesystem::path& runs, const std::filesystem::path& report) {
  std::vector<std::string> awaited;
  const std::vector<FigureJob> jobs = jobs_of(papers, request, awaited);
  const std::filesystem::path last = render_report(report, runs, words, request.site);
  for (const FigureJob& job : jobs) {
    const RenderedJob rendered = render_job(job.figure->run, job.figure->plan, job.work, job.size, request);
    const Submitted ids = submit_job(rendered);
    awaited.push_back(ids.merge);
    fmt::print("{}: array of {} as job {}, then merge and figure as job {}\n", job.figure->name, job.size.elements,
               ids.work, ids.merge);
  }
  return {jobs.size(), submit_after(last, awaited)};
}

}  // namespace tertium::program
