#include "experiments/claims/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/values.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

/// Longest condition of a claim, in bytes.
constexpr std::size_t kLongestStatement = 20000;

/// The first of `operators` in the text, longest first where several begin at one place; npos where there is none.
struct Found {
  std::size_t begin = std::string::npos;
  std::string_view text;
};

template <std::size_t kSize>
Found first_of(std::string_view text, const std::array<std::string_view, kSize>& operators) {
  Found found;
  for (const std::string_view candidate : operators) {
    const std::size_t begin = text.find(candidate);
    if (begin < found.begin) found = {begin, candidate};
  }
  return found;
}

/// `text` with blanks in place of what stands in parentheses.
std::string outside_parentheses(std::string text) {
  int open = 0;
  for (char& c : text) {
    open += c == '(' ? 1 : 0;
    open -= c == ')' ? 1 : 0;
    if (open > 0 || c == ')') c = ' ';
  }
  return text;
}

Quantity quantity_of(const std::string& text) {
  constexpr std::string_view kShare = "share";
  const std::string_view inside = core::trimmed(std::string_view(text).substr(std::min(text.size(), kShare.size())));
  if (!text.starts_with(kShare) || !inside.starts_with('(') || !inside.ends_with(')'))
    return {Formula(text), std::nullopt};
  const std::vector<std::string> parts = core::split_list(inside.substr(1, inside.size() - 2));
  if (parts.size() != 2)
    throw core::UsageError(fmt::format("'{}' is not understood, give share(PART, WHOLE) alone on a side", text));
  return {Formula(parts[0]), Formula(parts[1])};
}

std::string_view sign(Relation relation) {
  return relation == Relation::kAbove ? ">" : relation == Relation::kAtLeast ? ">=" : "~";
}

Comparison comparison_of(const files::IniEntry& entry, const std::string& text) {
  constexpr std::array<std::string_view, 8> kOperators = {">=", "<=", "==", "!=", "=", ">", "<", "~"};
  const std::string outside = outside_parentheses(text);
  const Found found = first_of(outside, kOperators);
  const std::size_t end = found.begin + found.text.size();
  if (found.begin == std::string::npos || found.text.front() == '=' || found.text.front() == '!')
    fail_entry(entry, fmt::format("is not a comparison ('{}'), give e.g. aari(CL) > aari(SL)", text));
  if (first_of(std::string_view(outside).substr(end), kOperators).begin != std::string::npos)
    fail_entry(entry, fmt::format("compares more than two sides ('{}'), separate comparisons by semicolons", text));
  std::string left(core::trimmed(text.substr(0, found.begin))), right(core::trimmed(text.substr(end)));
  if (left.empty() || right.empty())
    fail_entry(entry, fmt::format("is not a comparison ('{}'), give e.g. aari(CL) > aari(SL)", text));
  if (found.text.front() == '<') std::swap(left, right);
  const Relation relation = found.text == "~"        ? Relation::kAlike
                            : found.text.size() == 2 ? Relation::kAtLeast
                                                     : Relation::kAbove;
  return placed(entry, [&] {
    return Comparison{quantity_of(left), relation, quantity_of(right),
                      fmt::format("{} {} {}", left, sign(relation), right)};
  });
}

std::vector<Comparison> comparisons_of(const files::IniEntry& entry) {
  if (entry.value.size() > kLongestStatement)
    throw core::UsageError(fmt::format("{}: [{}] {} has {} letters (at most {} are read), give several claims",
                                       entry.where, entry.section, entry.key, entry.value.size(), kLongestStatement));
  std::vector<Comparison> comparisons;
  for (const std::string& text : core::split_list(entry.value, ';')) comparisons.push_back(comparison_of(entry, text));
  return comparisons;
}

Condition condition_of(const files::IniEntry& entry, const std::string& text) {
  constexpr std::array<std::string_view, 6> kOperators = {"<=", ">=", "!=", "<", ">", "="};
  const Found found = first_of(text, kOperators);
  if (found.begin == std::string::npos)
    fail_entry(entry, fmt::format("is not a condition ('{}'), give e.g. delta <= 0.1", text));
  return {std::string(core::trimmed(text.substr(0, found.begin))), std::string(found.text),
          std::string(core::trimmed(text.substr(found.begin + found.text.size())))};
}

ClaimLaw law_of(const files::IniEntry& entry) {
  const std::size_t colon = entry.value.find(':'), tilde = entry.value.find('~', colon);
  if (tilde == std::string::npos) fail_entry(entry, "is not a law, give e.g. exact(4-AL): p ~ ln(N) / N");
  const std::string along(core::trimmed(entry.value.substr(colon + 1, tilde - colon - 1)));
  return placed(entry, [&] {
    const Formula of(core::trimmed(entry.value.substr(0, colon)));
    const bool is_score = of.terms().size() == 1 && of.variables().empty() && of.terms().front().with.empty() &&
                          of.terms().front().elsewhere.empty() && of.text().ends_with(')');
    if (!is_score)
      throw core::UsageError(fmt::format("'{}' is not a score of a method, give e.g. exact(4-AL)", of.text()));
    Formula formula(core::trimmed(entry.value.substr(tilde + 1)));
    if (!formula.terms().empty())
      throw core::UsageError(
          fmt::format("'{}' contains a score (a law has only numbers), leave it out", formula.text()));
    return ClaimLaw{of.terms().front(), along, std::move(formula)};
  });
}

/// Of a law, each side is its constant, its exponent or a number; of all else, neither is meant.
void check_law(const Claim& claim) {
  if (!claim.law) return;
  if (claim.deterministic || claim.scope != ClaimScope::kEvery)
    throw core::UsageError(
        fmt::format("{}: [{}] has a law (which is about all its points together), leave 'for' and 'deterministic' out",
                    claim.where, claim.name));
  for (const Comparison& comparison : claim.comparisons)
    for (const Quantity* side : {&comparison.left, &comparison.right}) {
      const std::vector<std::string>& names = side->value.variables();
      const bool fits = side->value.terms().empty() && !side->whole &&
                        (names.empty() || side->value.text() == "constant" || side->value.text() == "exponent");
      if (!fits)
        throw core::UsageError(
            fmt::format("{}: [{}] '{}' is not part of its law, compare constant or exponent with numbers", claim.where,
                        claim.name, comparison.text));
    }
}

/// A median is of values that repetitions draw, each of which counts once.
void check_median(const Claim& claim) {
  if (claim.statistic != Statistic::kMedian) return;
  const bool shares = std::ranges::any_of(
      claim.comparisons, [](const Comparison& comparison) { return comparison.left.whole || comparison.right.whole; });
  const char* what = claim.law             ? "a law (which is about thresholds of means)"
                     : claim.deterministic ? "deterministic values (which must all agree)"
                     : shares              ? "share(PART, WHOLE) (which is a ratio of sums)"
                                           : nullptr;
  if (what != nullptr)
    throw core::UsageError(
        fmt::format("{}: [{}] has a median of {}, leave 'statistic' out", claim.where, claim.name, what));
}

/// The place of the entry's value among `names`.
std::size_t choice(const files::IniEntry& entry, std::string_view kind, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), entry.value);
  if (found == names.end()) placed(entry, [&] { core::fail_unknown(kind, entry.value, names); });
  return static_cast<std::size_t>(found - names.begin());
}

double margin_of(const files::IniEntry& entry) {
  const auto margin = core::parse_number<double>(entry.value);
  if (!margin || *margin < 0.0) fail_entry(entry, "is not a margin, give a number of at least 0");
  return *margin;
}

void take(const files::IniEntry& entry, Claim& claim) {
  static const std::vector<std::string> known = {"statement",  "quote", "source",    "law",    "condition",
                                                 "at",         "for",   "statistic", "margin", "deterministic",
                                                 "explanation"};
  if (entry.key == "statement") {
    claim.statement = entry.value;
  } else if (entry.key == "quote") {
    claim.quote = entry.value;
  } else if (entry.key == "source") {
    claim.source = entry.value;
  } else if (entry.key == "explanation") {
    claim.explanation = entry.value;
  } else if (entry.key == "condition") {
    claim.comparisons = comparisons_of(entry);
  } else if (entry.key == "law") {
    claim.law = law_of(entry);
  } else if (entry.key == "at") {
    for (const std::string& text : core::split_list(entry.value)) claim.at.push_back(condition_of(entry, text));
  } else if (entry.key == "for") {
    claim.scope = static_cast<ClaimScope>(choice(entry, "scope", {"every", "some", "mean"}));
  } else if (entry.key == "statistic") {
    claim.statistic = static_cast<Statistic>(choice(entry, "statistic", {"mean", "median"}));
  } else if (entry.key == "deterministic") {
    claim.deterministic = choice(entry, "answer", {"no", "yes"}) == 1;
  } else if (entry.key == "margin") {
    claim.margin = margin_of(entry);
  } else {
    placed(entry, [&] { core::fail_unknown("key", entry.key, known); });
  }
}

}  // namespace

std::vector<Claim> parse_claims(std::string_view text, const std::string& origin) {
  const files::Ini ini = files::read_ini(text, origin);
  std::vector<Claim> claims;
  for (const files::IniEntry& section : ini.sections) {
    Claim claim;
    claim.name = section.section;
    claim.where = section.where;
    for (const files::IniEntry& entry : ini.entries)
      if (entry.section == section.section) take(entry, claim);
    if (claim.statement.empty() || claim.comparisons.empty())
      throw core::UsageError(fmt::format("{}: [{}] has no {}, add it", section.where, section.section,
                                         claim.statement.empty() ? "statement" : "condition"));
    check_law(claim);
    check_median(claim);
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

std::filesystem::path claims_file(const std::filesystem::path& config) {
  return find_config(config).replace_extension(".claims");
}

}  // namespace tertium::experiments
