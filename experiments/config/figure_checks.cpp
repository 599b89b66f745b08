// Whether the keys of [figure] go with each other and with the sweep.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/figure_section.hpp"
#include "experiments/config/values.hpp"

namespace tertium::experiments {
namespace {

class FigureChecks {
 public:
  FigureChecks(const files::Ini& ini, const SweepConfig& config, const FigureSection& figure)
      : ini_(ini), config_(config), figure_(figure), columns_(figure_columns(config)) {}

  void check_all() const {
    if (figure_.is("sweep") || figure_.is("phase")) check_x();
    check_counts();
    check_methods();
    check_hidden();
    if (figure_.is("sweep")) check_axis();
  }

 private:
  const files::IniEntry& entry(std::string_view key) const { return *ini_.find("figure", key); }
  /// The column that a key names.
  const FigureColumn& column(std::string_view key) const {
    return *std::ranges::find(columns_, figure_.text(key), &FigureColumn::name);
  }

  void refuse(bool wrong, std::string_view key, const std::string& what) const {
    if (wrong) fail_entry(entry(key), what);
  }

  void expect_known(std::string_view key, const char* kind, const Names& known) const {
    const std::string& name = figure_.text(key);
    if (!contains(known, name))
      placed(entry(key), [&] { core::fail_unknown(fmt::format("[figure] {}: {}", key, kind), name, known); });
  }

  void check_x() const {
    Names known = names_of(columns_), axes;
    const Names metrics = figure_metrics(config_);
    known.insert(known.end(), metrics.begin(), metrics.end());
    if (!figure_.x_is_metric) expect_known("x", "column", known);
    if (!figure_.is("phase")) return;
    if (figure_.x_is_metric || !is_axis(column("x")))
      throw core::UsageError(
          fmt::format("[figure] x = {} is not an axis of a map, name a numeric dimension", figure_.text("x")));
    for (const FigureColumn& one : columns_)
      if (is_axis(one) && one.varies && one.name != figure_.text("x")) axes.push_back(one.name);
    expect_known("y", "dimension", axes);
  }

  void check_counts() const {
    const auto count = [&](std::string_view key) { return figure_.list(key).size(); };
    const std::size_t metrics = count("metric"), rows = std::max<std::size_t>(1, metrics),
                      given = count("panel_labels");
    refuse(count("thin") > 1, "thin", "names more than one metric, leave one");
    refuse(count("panels") > 2, "panels", "names more than two columns, leave at most two");
    refuse(metrics > 1 && figure_.is("phase"), "metric", "names more than one metric, leave one");
    refuse(metrics > 1 && count("panels") > 1, "metric",
           "names several metrics (each is a row of panels) and two columns of panels, leave one metric or one column");
    refuse(count("y_label") > 0 && count("y_label") != rows, "y_label",
           fmt::format("has {} labels for {} metrics, give one each", count("y_label"), rows));
    std::size_t panels = 1;  // of each kind of support
    for (const std::string& name : figure_.list("panels"))
      panels *= std::ranges::find(columns_, name, &FigureColumn::name)->values.size();
    refuse(given > 0 && given != panels, "panel_labels",
           fmt::format("has {} labels for {} panels, give one each", given, panels));
  }

  /// What divides has to be one trial of each cell.
  void check_methods() const {
    const std::string& method = figure_.text("relative_to");
    if (method.empty()) return;
    expect_known("relative_to", "method", config_.method_names());
    const auto same = std::ranges::count(config_.methods, method, [](const auto& one) { return one.method.name; });
    refuse(same > 1, "relative_to",
           "is a method with several parameter values (it is unclear which of them divides), name another one");
  }

  /// A mean over a parameter that the picture does not show would mislead.
  void check_hidden() const {
    if (figure_.x_is_metric) return;    // each of its values is a point of its own
    if (figure_.is("support")) return;  // of branches, which are counted, not of means
    for (const FigureColumn& column : columns_)
      if (column.varies && !figure_.shows(column.name))
        throw core::UsageError(
            fmt::format("[figure] does not show '{}', which has {} values in the sweep (a mean over them would "
                        "mislead), add it to {}panels, or give it one value",
                        column.name, column.values.size(), figure_.is("phase") ? "" : "curves or "));
  }

  /// Whether what is said of the axis of a sweep goes with it.
  void check_axis() const {
    const std::size_t labels = figure_.list("x_labels").size();
    const FigureColumn x = figure_.x_is_metric ? FigureColumn() : column("x");
    const bool number = figure_.x_is_metric || x.is_number();
    const auto positive = [](const auto& value) { return *core::parse_number<double>(core::to_text(value)) > 0; };
    refuse(figure_.text("x_scale") == "log" && !(number && std::ranges::all_of(x.values, positive)), "x_scale",
           fmt::format("does not fit x = {} (not all of its values are above 0), use linear", x.name));
    refuse(labels > 0 && (number || labels != x.values.size()), "x_labels",
           fmt::format("needs an x of {} texts, give one label for each text, or leave it out", labels));
    if (figure_.text("x_over").empty()) return;
    expect_known("x_over", "column", names_of(columns_));
    refuse(column("x_over").varies || !column("x_over").is_number() || figure_.x_is_metric || !number, "x_over",
           "needs a parameter that is one number, and an x of numbers, leave it out");
  }

  const files::Ini& ini_;
  const SweepConfig& config_;
  const FigureSection& figure_;
  const std::vector<FigureColumn> columns_;
};

}  // namespace

void check_figure(const files::Ini& ini, const SweepConfig& config, const FigureSection& figure) {
  FigureChecks(ini, config, figure).check_all();
}

}  // namespace tertium::experiments
