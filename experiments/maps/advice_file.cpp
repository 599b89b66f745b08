// Fits of maps as JSON.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "experiments/maps/advice.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tertium advice 3";

Json fit_json(const AdviceFit& fit) {
  Json json{{"method", fit.method},
            {"settings", fit.settings},
            {"comparisons", fit.triplets ? "triplets" : "quadruplets"},
            {"constant", fit.constant},
            {"spread", fit.spread},
            {"situations", fit.situations},
            {"models", fit.models},
            {"of", fit.of}};
  for (std::size_t j = 0; j < kSituationNames.size(); ++j)
    json[kSituationNames[j]] = {{"power", fit.powers[j]}, {"from", fit.measured[j].low}, {"to", fit.measured[j].high}};
  return json;
}

/// What is read is JSON, but no fits.
struct NoFits : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Which of two words it is.
bool one_of(const Json& json, const char* key, const std::array<std::string, 2>& words) {
  const auto word = json.at(key).get<std::string>();
  if (word != words[0] && word != words[1])
    throw NoFits(fmt::format("{} is neither {} nor {}", key, words[0], words[1]));
  return word == words[1];
}

AdviceFit fit_of(const Json& json) {
  AdviceFit fit;
  fit.method = json.at("method").get<std::string>();
  fit.settings = json.at("settings").get<std::string>();
  fit.triplets = one_of(json, "comparisons", {"quadruplets", "triplets"});
  fit.constant = json.at("constant").get<double>();
  fit.spread = json.at("spread").get<double>();
  if (!(fit.spread > 0.0)) throw NoFits("spread is not above 0");
  fit.situations = json.at("situations").get<std::size_t>();
  if (fit.situations < kFewestSituations) throw NoFits(fmt::format("situations are less than {}", kFewestSituations));
  fit.models = json.at("models").get<std::size_t>();
  if (fit.models < kFewestModels) throw NoFits(fmt::format("models are less than {}", kFewestModels));
  fit.of = json.at("of").get<std::size_t>();
  for (std::size_t j = 0; j < kSituationNames.size(); ++j) {
    const Json& one = json.at(kSituationNames[j]);
    fit.powers[j] = one.at("power").get<double>();
    fit.measured[j] = {one.at("from").get<double>(), one.at("to").get<double>()};
  }
  return fit;
}

}  // namespace

void write_advice(const std::filesystem::path& file, const Advice& advice) {
  Json json{{"format", kFormat},
            {"about", advice.flat ? "clusters" : "trees"},
            {"score", advice.score},
            {"level", advice.level},
            {"fits", Json::array()}};
  for (const AdviceFit& fit : advice.fits) json["fits"].push_back(fit_json(fit));
  files::replace_file(file, json.dump(1) + '\n');
}

Advice read_advice(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& why) {
    core::fail("{} contains no advice ({}), write it with tertium ask --how-many --fit RUN -o FILE", file.string(),
               why);
  };
  Advice advice;
  try {
    const Json json = Json::parse(files::read_text(file, refuse));
    if (json.at("format").get<std::string>() != kFormat) refuse("it has another format");
    advice.flat = one_of(json, "about", {"trees", "clusters"});
    advice.score = json.at("score").get<std::string>();
    advice.level = json.at("level").get<double>();
    for (const Json& fit : json.at("fits")) advice.fits.push_back(fit_of(fit));
  } catch (const Json::parse_error&) {
    refuse("it is not JSON");
  } catch (const Json::exception& error) {
    refuse(core::one_plain_line(error.what()));
  } catch (const NoFits& error) {
    refuse(error.what());
  }
  return advice;
}

}  // namespace tertium::experiments
