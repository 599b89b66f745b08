#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <tuple>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/files/text_file.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/config/values.hpp"
#include "experiments/costs/cost_model.hpp"
#include "experiments/store/atomic_file.hpp"

namespace tertium::experiments {
namespace {

template <typename Number>
Number number(const IniEntry& entry, Number least) {
  const auto value = core::parse_number<Number>(entry.value);
  if (!value || *value < least)
    core::fail("{}: {} = {} is not a number of at least {}, mend it or calibrate again", entry.where, entry.key,
               entry.value, least);
  return *value;
}

using Setter = void (*)(const IniEntry&, CostFit&);

const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all = {
      {"method", [](const IniEntry& e, CostFit& fit) { fit.method = e.value; }},
      {"parameters", [](const IniEntry& e, CostFit& fit) { fit.parameters = e.value; }},
      {"p", [](const IniEntry& e, CostFit& fit) { fit.p = number<double>(e, 1e-300); }},  // it is divided by
      {"eps", [](const IniEntry& e, CostFit& fit) { fit.eps = number<double>(e, 0.0); }},
      {"constant_seconds", [](const IniEntry& e, CostFit& fit) { fit.constant = number<double>(e, 0.0); }},
      {"seconds_per_step", [](const IniEntry& e, CostFit& fit) { fit.per_step = number<double>(e, 0.0); }},
      {"memory_factor", [](const IniEntry& e, CostFit& fit) { fit.memory_factor = number<double>(e, 0.0); }},
      {"trials", [](const IniEntry& e, CostFit& fit) { fit.trials = number<std::int64_t>(e, 0); }},
      {"smallest_n", [](const IniEntry& e, CostFit& fit) { fit.smallest = number<core::Object>(e, 0); }},
      {"largest_n", [](const IniEntry& e, CostFit& fit) { fit.largest = number<core::Object>(e, 0); }},
      {"threads", [](const IniEntry& e, CostFit& fit) { fit.threads = number<std::int64_t>(e, 1); }},
      {"host", [](const IniEntry& e, CostFit& fit) { fit.host = e.value; }},
      {"cpu", [](const IniEntry& e, CostFit& fit) { fit.cpu = e.value; }},
      {"measured", [](const IniEntry& e, CostFit& fit) { fit.measured = e.value; }},
  };
  return all;
}

void read_entry(const IniEntry& entry, CostFit& fit) {
  const auto setter = setters().find(entry.key);
  if (setter != setters().end()) return setter->second(entry, fit);
  std::vector<std::string> known;
  for (const auto& [key, unused] : setters()) known.push_back(key);
  placed(entry, [&] { core::fail_unknown("key", entry.key, known); });
}

/// Nothing that INI would read as a comment.
std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), '#', ' ');
  return text;
}

std::string section(const CostFit& fit) {
  const std::string title = fit.method == kGeneration
                                ? fit.method
                                : fmt::format("{} {} p={} eps={}", fit.method, fit.parameters, fit.p, fit.eps);
  std::string text = fmt::format("[{}{}]\nmethod = {}\n", title,
                                 fit.threads > 1 ? fmt::format(" threads={}", fit.threads) : "", fit.method);
  if (!fit.parameters.empty()) text += fmt::format("parameters = {}\n", fit.parameters);
  return text + fmt::format(
                    "p = {}\neps = {}\nconstant_seconds = {}\nseconds_per_step = {}\nmemory_factor = {}\ntrials = {}\n"
                    "smallest_n = {}\nlargest_n = {}\nthreads = {}\nhost = {}\ncpu = {}\nmeasured = {}\n\n",
                    fit.p, fit.eps, fit.constant, fit.per_step, fit.memory_factor, fit.trials, fit.smallest,
                    fit.largest, fit.threads, plain(fit.host), plain(fit.cpu), fit.measured);
}

auto identity(const CostFit& fit) {
  return std::tie(fit.method, fit.parameters, fit.p, fit.eps, fit.threads);
}

}  // namespace

std::vector<CostFit> read_costs(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return {};
  const std::string text = core::read_text(file);
  std::vector<CostFit> fits;
  std::map<std::string, std::size_t> places;
  for (const IniEntry& entry : read_ini(text, file.string(), {}).entries) {
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
    core::fail("cannot make the folder of {} ({}), name another file: --costs FILE", file.string(), error.message());
  replace_file(file, text);
}

std::vector<CostFit> merged_costs(std::vector<CostFit> fits, const std::vector<CostFit>& newer) {
  std::erase_if(fits, [&](const CostFit& old) {
    return std::any_of(newer.begin(), newer.end(), [&](const CostFit& fit) { return identity(fit) == identity(old); });
  });
  std::copy(newer.begin(), newer.end(), std::back_inserter(fits));
  std::stable_sort(fits.begin(), fits.end(),
                   [](const CostFit& a, const CostFit& b) { return identity(a) < identity(b); });
  return fits;
}

}  // namespace tertium::experiments
