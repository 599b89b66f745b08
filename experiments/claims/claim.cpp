#include "experiments/claims/claim.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/config/values.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.emplace_back(trimmed(part));
  return parts;
}

/// The first of `operators` in the text, longest first where several begin at one place; npos where there is none.
struct Found {
  std::size_t begin = std::string::npos;
  std::string_view text;
};

template <std::size_t kSize>
Found first_of(const std::string& text, const std::array<std::string_view, kSize>& operators) {
  Found found;
  for (const std::string_view candidate : operators) {
    const std::size_t begin = text.find(candidate);
    if (begin < found.begin) found = {begin, candidate};
  }
  return found;
}

Comparison comparison_of(const IniEntry& entry, const std::string& text) {
  constexpr std::array<std::string_view, 5> kOperators = {">=", "<=", ">", "<", "~"};
  const Found found = first_of(text, kOperators);
  const std::string left(trimmed(text.substr(0, found.begin)));
  const std::string right(found.begin == std::string::npos ? ""
                                                           : trimmed(text.substr(found.begin + found.text.size())));
  if (left.empty() || right.empty())
    fail_entry(entry, fmt::format("is no comparison ('{}'), give e.g. aari(CL) > aari(SL)", text));
  const bool turned = found.text.front() == '<';
  const Relation relation = found.text == "~"        ? Relation::kAlike
                            : found.text.size() == 2 ? Relation::kAtLeast
                                                     : Relation::kAbove;
  return turned ? Comparison{right, relation, left} : Comparison{left, relation, right};
}

Condition condition_of(const IniEntry& entry, const std::string& text) {
  constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "!=", "<", ">", "="};
  const Found found = first_of(text, kOperators);
  if (found.begin == std::string::npos)
    fail_entry(entry, fmt::format("is no condition ('{}'), give e.g. delta <= 0.1", text));
  return {std::string(trimmed(text.substr(0, found.begin))), std::string(found.text),
          std::string(trimmed(text.substr(found.begin + found.text.size())))};
}

void take(const IniEntry& entry, Claim& claim) {
  static const std::vector<std::string> known = {"says", "source", "holds", "at", "for", "margin"};
  if (entry.key == "says") {
    claim.says = entry.value;
  } else if (entry.key == "source") {
    claim.source = entry.value;
  } else if (entry.key == "holds") {
    for (const std::string& text : split(entry.value, ';')) claim.comparisons.push_back(comparison_of(entry, text));
  } else if (entry.key == "at") {
    for (const std::string& text : split(entry.value, ',')) claim.at.push_back(condition_of(entry, text));
  } else if (entry.key == "for") {
    const std::vector<std::string> scopes = {"every", "some", "mean"};
    const auto found = std::find(scopes.begin(), scopes.end(), entry.value);
    if (found == scopes.end()) placed(entry, [&] { core::fail_unknown("scope", entry.value, scopes); });
    claim.scope = static_cast<ClaimScope>(found - scopes.begin());
  } else if (entry.key == "margin") {
    const auto margin = core::parse_number<double>(entry.value);
    if (!margin || *margin < 0.0) fail_entry(entry, "is no margin, give a number of at least 0");
    claim.margin = *margin;
  } else {
    placed(entry, [&] { core::fail_unknown("key", entry.key, known); });
  }
}

}  // namespace

std::vector<Claim> parse_claims(std::string_view text, const std::string& origin) {
  const Ini ini = read_ini(text, origin, {});
  std::vector<Claim> claims;
  for (const IniEntry& section : ini.sections) {
    Claim claim;
    claim.name = section.section;
    claim.where = section.where;
    for (const IniEntry& entry : ini.entries)
      if (entry.section == section.section) take(entry, claim);
    if (claim.says.empty() || claim.comparisons.empty())
      throw core::UsageError(fmt::format("{}: [{}] has no {}, add it", section.where, section.section,
                                         claim.says.empty() ? "says" : "holds"));
    claims.push_back(std::move(claim));
  }
  return claims;
}

std::vector<Claim> read_claims(const std::filesystem::path& file) {
  return parse_claims(files::read_text(file,
                                       [&](const std::string& why) {
                                         throw core::UsageError(fmt::format(
                                             "there are no claims in {} ({}), write them there", file.string(), why));
                                       }),
                      file.string());
}

}  // namespace tertium::experiments
