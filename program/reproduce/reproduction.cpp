#include "program/reproduce/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/claims/claim.hpp"
#include "experiments/claims/claims_table.hpp"
#include "experiments/claims/evaluate.hpp"
#include "experiments/claims/needed.hpp"
#include "experiments/report/picture.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/run/run_plan.hpp"
#include "experiments/run/stopping.hpp"
#include "experiments/statistics/bounds.hpp"
#include "experiments/store/run_record.hpp"
#include "program/options/figure_run.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

experiments::StoreContent content_of(const fs::path& run) {
  std::error_code error;
  return fs::exists(run, error) ? experiments::RunFolder::open(run).load() : experiments::StoreContent();
}

/// The stems of the pictures of a figure: one, but for kinds that make one for each method.
std::vector<fs::path> pictures_of(const PaperFigure& figure) {
  std::vector<fs::path> stems;
  const fs::path one = figure.run / figure.plan.config.name;
  std::error_code error;
  if (!draws_several(figure.plan)) {
    if (fs::exists(one.string() + ".svg", error)) stems.push_back(one);
    return stems;
  }
  const std::string begin = figure.plan.config.name + '-';
  for (const auto& item : fs::directory_iterator(figure.run, error))
    if (item.path().extension() == ".svg" && item.path().filename().string().starts_with(begin))
      stems.push_back(item.path().parent_path() / item.path().stem());
  std::sort(stems.begin(), stems.end());
  return stems;
}

bool is_drawn(const PaperFigure& figure) {
  const std::vector<fs::path> pictures = pictures_of(figure);
  std::error_code error;
  const auto rows = fs::last_write_time(figure.run / "results.h5", error);
  if (error || pictures.empty()) return false;
  return std::all_of(pictures.begin(), pictures.end(), [&](const fs::path& stem) {
    const auto drawn = fs::last_write_time(stem.string() + ".svg", error);
    return !error && drawn >= rows;
  });
}

void draw(const PaperFigure& figure) {
  const Json page = {
      {"width", nullptr}, {"height", nullptr}, {"font_size", nullptr}, {"title", true}, {"svg_text", false}};
  try {
    draw_figure(figure.plan, figure.run, experiments::planned_rows(figure.plan, content_of(figure.run).rows), page);
  } catch (const std::exception& error) {  // e.g. nothing finite to draw: the rest of the report does not suffer
    terminal::notice("tertium: no picture of {}: {}\n", figure.name, error.what());
  }
}

/// Core seconds that the rows took, their data once for each cell.
double measured_seconds(const experiments::Plan& plan, const std::vector<experiments::TrialRow>& rows) {
  double seconds = 0.0;
  std::map<experiments::TrialKey, const experiments::TrialRow*> by_key;
  for (const experiments::TrialRow& row : rows) by_key.emplace(row.key, &row);
  for (const experiments::Cell& cell : plan.cells) {
    double data = 0.0;
    for (const int trial : cell.trials) {
      const auto found = by_key.find(plan.trials[trial].key);
      if (found == by_key.end()) continue;
      const experiments::TrialRow& row = *found->second;
      data = std::max(data, row.t_generate);
      if (row.seconds() > 0.0) seconds += row.seconds();  // of one that failed it may be unknown
    }
    seconds += data;
  }
  return seconds;
}

Json described(const experiments::ClaimResult& result, const std::string& needs = "") {
  return {{"name", result.claim->name},
          {"statement", result.claim->statement},
          {"quote", result.claim->quote},
          {"source", result.claim->source},
          {"of_project", result.claim->is_of_project()},
          {"verdict", experiments::verdict_name(result.verdict)},
          {"error", result.error},
          {"decides", experiments::deciding_text(result)},
          {"needs", needs},
          {"explanation", experiments::reason_text(result)}};
}

Json claims_of(const PaperFigure& figure, const std::vector<experiments::TrialRow>& rows, bool smoke) {
  Json list = Json::array();
  if (figure.looks) {
    const std::vector<experiments::ClaimResult>& results = figure.looks->results();
    for (std::size_t k = 0; k < results.size(); ++k)
      list.push_back(described(results[k], needed_text(figure.looks->needed(k))));
    return list;
  }
  const fs::path file = experiments::claims_file(figure.name);
  std::error_code error;
  if (!fs::exists(file, error)) return list;
  const std::vector<experiments::Claim> claims = experiments::read_claims(file);
  const experiments::ClaimRows claim_rows(figure.plan, rows);
  for (const experiments::Claim& claim : claims)
    list.push_back(described(smoke ? experiments::evaluate_small_version(claim, claim_rows)
                                   : experiments::evaluate(claim, claim_rows)));
  return list;
}

/// Mean and sd of the metric that sums the figure up; empty where no row has one.
std::string table_of(const PaperFigure& figure, const std::vector<experiments::TrialRow>& rows) {
  experiments::ReportOptions options;
  options.preferred = experiments::preferred_metrics(figure.plan.config);
  options.methods = figure.plan.config.method_names();
  try {
    if (figure.plan.config.figure.is("phase"))
      return experiments::map_table(experiments::picture_of(figure.plan, rows));
    return experiments::report_text(rows, options);
  } catch (const core::UserError&) {
    return "";
  }
}

Json makers_of(const std::vector<experiments::RunRecord>& records) {
  std::set<std::string> makers;
  for (const experiments::RunRecord& record : records)
    makers.insert(fmt::format("{}, commit {}{}, {}", record.host, record.commit, record.dirty ? " and changes" : "",
                              record.started.substr(0, std::string("2026-01-31").size())));
  return makers;
}

Json described(const PaperFigure& figure, bool smoke, const experiments::CostModel& costs) {
  experiments::StoreContent content = content_of(figure.run);
  Json makers = makers_of(content.runs);
  const std::vector<experiments::TrialRow> rows = experiments::planned_rows(figure.plan, std::move(content.rows));
  Json pictures = Json::array();
  for (const fs::path& stem : pictures_of(figure)) pictures.push_back(fs::absolute(stem).string());
  const experiments::Tally now =
      experiments::tally_all(figure.plan, experiments::trial_states(figure.plan, rows), costs);
  const experiments::SweepConfig& config = figure.plan.config;
  return {{"name", figure.name},
          {"title", config.figure.text("title").empty() ? figure.name : config.figure.text("title")},
          {"pictures", std::move(pictures)},
          {"points", figure.plan.points.size()},
          {"repetitions", config.repetitions},
          {"refined", config.refine.is_on()},
          {"trials", now.trials},
          {"done", now.done},
          {"failed", now.failed},
          {"seconds", measured_seconds(figure.plan, rows)},
          {"planned", now.done_seconds + now.missing_seconds},
          {"seed", config.seed},
          {"line", fmt::format("tertium figure {}{}", figure.name, smoke ? " --smoke" : "")},
          {"table", table_of(figure, rows)},
          {"made", std::move(makers)},
          {"looks", figure.looks ? Json(figure.looks->looked_at()) : Json()},
          {"claims", claims_of(figure, rows, smoke)}};
}

/// Which verdicts are right together with those of all statements of the paper, or of all of this project about it.
void add_surviving(Json& figures) {
  for (const bool of_project : {false, true}) {
    std::vector<Json*> claims;
    std::vector<double> errors;
    for (Json& figure : figures)
      for (Json& claim : figure["claims"]) {
        if (claim["of_project"] != of_project) continue;
        claims.push_back(&claim);
        errors.push_back(claim["error"]);
      }
    const std::vector<bool> survives = experiments::surviving(errors);
    for (std::size_t k = 0; k < claims.size(); ++k) (*claims[k])["survives"] = static_cast<bool>(survives[k]);
  }
}

}  // namespace

std::vector<PaperRuns> plan_papers(const std::vector<Paper>& papers, const fs::path& runs, bool smoke,
                                   const experiments::CostModel& costs) {
  std::vector<PaperRuns> planned;
  for (const Paper& paper : papers) {
    PaperRuns& all = planned.emplace_back(PaperRuns{paper, {}});
    for (const std::string& name : paper.figures) {
      const fs::path run = runs / (name + (smoke ? "-smoke" : ""));
      PaperFigure figure{
          name,
          experiments::plan_in(experiments::read_config(name, {}, smoke), experiments::RunFolder::intend(run)).plan,
          run,
          {}};
      figure.tally = experiments::tally_all(figure.plan,
                                            experiments::trial_states(figure.plan, content_of(figure.run).rows), costs);
      all.figures.push_back(std::move(figure));
    }
  }
  return planned;
}

void look_at_claims(std::vector<PaperRuns>& papers, std::optional<std::int64_t> most,
                    const experiments::CostModel& costs) {
  std::error_code error;
  for (PaperRuns& paper : papers)
    for (PaperFigure& figure : paper.figures)
      if (const fs::path file = experiments::claims_file(figure.name);
          !figure.plan.config.refine.is_on() && fs::exists(file, error))
        figure.looks.emplace(experiments::read_claims(file), figure.plan.config, figure.run, most, costs);
}

std::string papers_table(const std::vector<PaperRuns>& papers) {
  std::vector<std::vector<std::string>> rows = {
      {"figure", "trials", "done", "failed", "missing", "core time left", "memory"}};
  std::vector<experiments::Tally> all;
  int growing = 0;  // maps that are not at their end
  for (const PaperRuns& paper : papers)
    for (const PaperFigure& figure : paper.figures) {
      growing += figure.plan.config.refine.is_on() && figure.tally.missing() > 0 ? 1 : 0;
      rows.push_back(experiments::tally_row(figure.name, figure.tally));
      all.push_back(figure.tally);
    }
  rows.push_back(experiments::tally_row("all", experiments::total(all)));
  const std::string table = terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
  return growing == 0
             ? table
             : table +
                   terminal::wrapped(fmt::format("What {} more to look at follows from the rows, and is not in these "
                                                 "numbers: a map takes several times its first look.",
                                                 growing == 1 ? "a map has" : "maps have"),
                                     0) +
                   '\n';
}

void draw_papers(const std::vector<PaperRuns>& papers) {
  std::vector<const PaperFigure*> left;
  std::error_code error;
  for (const PaperRuns& paper : papers)
    for (const PaperFigure& figure : paper.figures)
      if (fs::exists(figure.run / "results.h5", error) && !is_drawn(figure)) left.push_back(&figure);
  std::atomic<std::size_t> next = 0;
  const auto draw_some = [&] {
    for (std::size_t k = next++; k < left.size() && !experiments::stop_requested; k = next++) draw(*left[k]);
  };
  std::vector<std::jthread> others;
  for (int k = 1; k < core::usable_cores(); ++k) others.emplace_back(draw_some);
  draw_some();
}

Json described(const std::vector<PaperRuns>& papers, bool smoke, const experiments::CostModel& costs) {
  const experiments::RunRecord record = experiments::current_run_record(1, 1, "");
  Json list = Json::array();
  for (const PaperRuns& runs : papers) {
    Json figures = Json::array();
    for (const PaperFigure& figure : runs.figures) figures.push_back(described(figure, smoke, costs));
    add_surviving(figures);
    const Paper& paper = runs.paper;
    list.push_back({{"key", paper.key},
                    {"title", paper.title},
                    {"authors", paper.authors},
                    {"source", paper.source},
                    {"figures", std::move(figures)}});
  }
  Json known = Json::array();
  for (const Paper& paper : read_papers()) known.push_back(paper.key);
  return {{"smoke", smoke},
          {"known", std::move(known)},
          {"made", experiments::iso_time()},
          {"program",
           {{"commit", record.commit + (record.dirty ? " and changes" : "")},
            {"compiler", record.compiler},
            {"flags", record.flags}}},
          {"machine", {{"processor", core::processor_name()}, {"cores", core::usable_cores()}}},
          {"papers", std::move(list)}};
}

}  // namespace tertium::program
