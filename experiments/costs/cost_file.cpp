#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <variant>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/config/values.hpp"
#include "experiments/costs/cost_model.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

/// A key of the file, and where it goes.
struct Field {
  const char* key;
  std::variant<std::string CostFit::*, double CostFit::*, std::int64_t CostFit::*, core::Object CostFit::*> member;
  double least = 0.0;
};

const std::vector<Field> kFields = {{"method", &CostFit::method},
                                    {"parameters", &CostFit::parameters},
                                    {"p", &CostFit::p, 1e-300},  // it is divided by
                                    {"eps", &CostFit::eps},
                                    {"constant_seconds", &CostFit::constant},
                                    {"seconds_per_step", &CostFit::per_step},
                                    {"memory_factor", &CostFit::memory_factor},
                                    {"trials", &CostFit::trials},
                                    {"smallest_n", &CostFit::smallest},
                                    {"largest_n", &CostFit::largest},
                                    {"threads", &CostFit::threads, 1.0},
                                    {"host", &CostFit::host},
                                    {"cpu", &CostFit::cpu},
                                    {"measured", &CostFit::measured}};

template <typename Number>
void read_value(const files::IniEntry& entry, double least, Number& number) {
  const auto value = core::parse_number<Number>(entry.value);
  if (!value || static_cast<double>(*value) < least)
    core::fail("{}: {} = {} is not a number of at least {}, correct it or calibrate again", entry.where, entry.key,
               entry.value, least);
  number = *value;
}

void read_value(const files::IniEntry& entry, double /*least*/, std::string& text) {
  text = entry.value;
}

void read_entry(const files::IniEntry& entry, CostFit& fit) {
  std::vector<std::string> known;
  for (const Field& field : kFields) {
    if (entry.key == field.key)
      return std::visit([&](auto member) { read_value(entry, field.least, fit.*member); }, field.member);
    known.emplace_back(field.key);
  }
  placed(entry, [&] { core::fail_unknown("key", entry.key, known); });
}

std::string section(const CostFit& fit) {
  std::string text = fit.method == kGeneration
                         ? fmt::format("[{}", fit.method)
                         : fmt::format("[{} {} p={} eps={}", fit.method, fit.parameters, fit.p, fit.eps);
  text += fit.threads > 1 ? fmt::format(" threads={}]\n", fit.threads) : "]\n";
  for (const Field& field : kFields) {
    std::string value = std::visit([&](auto member) { return fmt::format("{}", fit.*member); }, field.member);
    std::replace(value.begin(), value.end(), '#', ' ');  // nothing that INI would read as a comment
    if (!value.empty() || field.key != std::string("parameters")) text += fmt::format("{} = {}\n", field.key, value);
  }
  return text + "\n";
}

auto identity(const CostFit& fit) {
  return std::tie(fit.method, fit.parameters, fit.p, fit.eps, fit.threads);
}

}  // namespace

std::vector<CostFit> read_costs(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  std::vector<CostFit> fits;
  std::map<std::string, std::size_t> places;
  for (const files::IniEntry& entry : files::read_ini(files::read_text(file), file.string()).entries) {
    const auto [place, is_new] = places.try_emplace(entry.section, fits.size());
    if (is_new) fits.emplace_back();
    read_entry(entry, fits[place->second]);
  }
  for (const auto& [name, place] : places)
    if (fits[place].method.empty()) core::fail("{}: [{}] names no method, calibrate again", file.string(), name);
  return fits;
}

void write_costs(const std::filesystem::path& file, const std::vector<CostFit>& fits) {
  std::string text =
      "# What trials take, measured by tertium calibrate: seconds = constant_seconds + seconds_per_step * steps,\n"
      "# bytes = memory_factor * stated bytes. Planning uses it; no result depends on it.\n\n";
  for (const CostFit& fit : fits) text += section(fit);
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error)
    core::fail("cannot create the folder of {} ({}), name another file: --costs FILE", file.string(), error.message());
  files::replace_file(file, text);
}

std::vector<CostFit> merged_costs(std::vector<CostFit> fits, const std::vector<CostFit>& newer) {
  std::erase_if(fits, [&](const CostFit& old) {
    return std::ranges::any_of(newer, [&](const CostFit& fit) { return identity(fit) == identity(old); });
  });
  std::ranges::copy(newer, std::back_inserter(fits));
  std::stable_sort(fits.begin(), fits.end(),
                   [](const CostFit& a, const CostFit& b) { return identity(a) < identity(b); });
  return fits;
}

}  // namespace tertium::experiments
