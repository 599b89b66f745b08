#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "experiments/bench/bench_item.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// "12.3 ms"
std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1.0) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} s", seconds);
}

/// "1.3e+09" as "1.3 G".
std::string scaled(double value) {
  const char* prefixes[] = {"", " k", " M", " G", " T"};
  std::size_t k = 0;
  for (; value >= 1000.0 && k + 1 < std::size(prefixes); ++k) value /= 1000.0;
  return fmt::format("{:.3g}{}", value, k == 0 ? " " : prefixes[k]);
}

std::string fraction_text(const BenchResult& result) {
  const double percent = 100.0 * result.fraction();
  return percent < 1.0 ? fmt::format("<1 % {}", result.item.ceiling_name)
                       : fmt::format("{:.0f} % {}", percent, result.item.ceiling_name);
}

std::vector<std::pair<std::string, double>> named(const Ceilings& c) {
  return {{"binary_macs", c.binary_macs}, {"ternary_macs", c.ternary_macs},
          {"abs_diffs", c.abs_diffs},     {"fma_flops", c.fma_flops},
          {"read_l2", c.read_l2},         {"read_l3", c.read_l3},
          {"read_memory", c.read_memory}, {"indexed_updates", c.indexed_updates}};
}

}  // namespace

std::string bench_table(const Ceilings& c, const std::vector<BenchResult>& results) {
  std::string text = fmt::format(
      "One core, {}. Ceilings: popcount {}MAC/s (ternary {}MAC/s), |a - b| {}/s, double multiply-add {}FLOP/s,\n"
      "indexed updates {}/s, reading 1 MiB, 16 MiB, 512 MiB at {}, {}, {}B/s. Times are medians of processor time; "
      "with\n"
      "several threads, of time.\n\n",
      vector_target(), scaled(c.binary_macs), scaled(c.ternary_macs), scaled(c.abs_diffs), scaled(c.fma_flops),
      scaled(c.indexed_updates), scaled(c.read_l2), scaled(c.read_l3), scaled(c.read_memory));
  std::vector<std::vector<std::string>> rows = {{"what", "size", "time", "rate", "of ceiling"}};
  for (const BenchResult& result : results)
    rows.push_back({result.item.name, result.item.size, seconds_text(result.seconds),
                    result.item.work > 0.0 ? scaled(result.rate()) + result.item.unit + "/s" : "",
                    result.item.ceiling > 0.0 ? fraction_text(result) : ""});
  return text + aligned_table(rows, {Align::kLeft, Align::kRight});
}

std::string bench_json(const Ceilings& ceilings, const std::vector<BenchResult>& results) {
  std::string text = fmt::format("{{\n  \"target\": \"{}\",\n  \"ceilings\": {{", vector_target());
  const char* comma = "";
  for (const auto& [name, value] : named(ceilings)) {
    text += fmt::format("{}\"{}\": {:.6g}", comma, name, value);
    comma = ", ";
  }
  text += "},\n  \"results\": [";
  comma = "";
  for (const BenchResult& result : results) {
    text += fmt::format(
        "{}\n    {{\"name\": \"{}\", \"size\": \"{}\", \"seconds\": {:.6g}, \"unit\": \"{}\", \"work\": {:.6g}, "
        "\"rate\": {:.6g}, "
        "\"ceiling\": \"{}\", \"fraction\": {:.4g}}}",
        comma, result.item.name, result.item.size, result.seconds, result.item.unit, result.item.work, result.rate(),
        result.item.ceiling_name, result.fraction());
    comma = ",";
  }
  return text + "\n  ]\n}\n";
}

}  // namespace tertium::experiments
