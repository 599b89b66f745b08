#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "benchmarks/bench_item.hpp"
#include "core/base/error.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::benchmarks {
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
  return {{"bit_operations", c.bit_operations},
          {"binary_macs", c.binary_macs},
          {"ternary_macs", c.ternary_macs},
          {"abs_diffs", c.abs_diffs},
          {"fma_flops", c.fma_flops},
          {"divisions", c.divisions},
          {"read_l2", c.read_l2},
          {"read_l3", c.read_l3},
          {"read_memory", c.read_memory},
          {"indexed_updates", c.indexed_updates}};
}

}  // namespace

std::string full_name(const BenchItem& item) {
  return item.name + ", " + item.size;
}

std::string ceilings_text(const Ceilings& c) {
  return fmt::format(
      "One core, {}. Ceilings: {} operations on bits/s, {} of them for a product of bits and its sum: {}MAC/s\n"
      "(ternary {}MAC/s); |a - b| {}/s, double multiply-add {}FLOP/s, divisions {}/s, indexed updates {}/s,\n"
      "reading 1 MiB, 16 MiB, 512 MiB at {}, {}, {}B/s. Times are medians of processor time, or of "
      "wall-clock time with several threads.\n\n",
      vector_target(), scaled(c.bit_operations), c.operations_a_product, scaled(c.binary_macs), scaled(c.ternary_macs),
      scaled(c.abs_diffs), scaled(c.fma_flops), scaled(c.divisions), scaled(c.indexed_updates), scaled(c.read_l2),
      scaled(c.read_l3), scaled(c.read_memory));
}

BenchTable::BenchTable(const std::vector<BenchItem>& items, EarlierSeconds earlier) : earlier_(std::move(earlier)) {
  for (const BenchItem& item : items) {
    name_width_ = std::max(name_width_, terminal::display_width(item.name));
    size_width_ = std::max(size_width_, terminal::display_width(item.size));
  }
}

std::string BenchTable::columns(const std::vector<std::string>& texts) const {
  std::string line = fmt::format("{:{}}  {:>{}}  {:>8}  {:>20}  {:>22}", texts[0], name_width_, texts[1], size_width_,
                                 texts[2], texts[3], texts[4]);
  if (!earlier_.empty()) line += fmt::format("  {:>8}  {:>7}", texts[5], texts[6]);
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string BenchTable::header() const {
  return columns({"what", "size", "time", "rate", "of ceiling", "before", "faster"});
}

std::string BenchTable::line(const BenchResult& result) const {
  const auto before = earlier_.find(full_name(result.item));
  const bool known = before != earlier_.end();
  return columns({result.item.name, result.item.size, seconds_text(result.seconds),
                  result.item.work > 0.0 ? scaled(result.rate()) + result.item.unit + "/s" : "",
                  result.item.ceiling > 0.0 ? fraction_text(result) : "", known ? seconds_text(before->second) : "new",
                  known ? fmt::format("{:.2f} x", before->second / result.seconds) : ""});
}

EarlierSeconds read_bench_json(const std::string& path) {
  std::ifstream file(path);
  if (!file) core::fail("cannot read '{}' (no such file), name one that tertium bench kernels -o wrote", path);
  EarlierSeconds earlier;
  try {
    const nlohmann::json all = nlohmann::json::parse(file);
    for (const auto& result : all.at("results"))
      earlier[result.at("name").get<std::string>() + ", " + result.at("size").get<std::string>()] =
          result.at("seconds").get<double>();
  } catch (const nlohmann::json::exception&) {
    core::fail("'{}' is not a file of a benchmark, name one that tertium bench kernels -o wrote", path);
  }
  if (earlier.empty()) core::fail("'{}' contains no result, name one that tertium bench kernels -o wrote", path);
  return earlier;
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

}  // namespace tertium::benchmarks
