#include "experiments/config/formula.hpp"

#include <fmt/format.h>

#include <span>

#include "core/base/error.hpp"
#include "core/base/text.hpp"

namespace tertium::experiments {
namespace {

/// "4-AL, p = 1 | SL", what stands between the parentheses behind a score's name.
ScoreTerm score_term(const std::string& column, std::string_view inside) {
  if (const std::size_t bar = inside.find('|'); bar != std::string::npos) {
    ScoreTerm term = score_term(column, inside.substr(0, bar));
    term.with.push_back(score_term(column, inside.substr(bar + 1)));
    if (column != "ari" || !term.with.front().with.empty())
      throw core::UsageError("two methods are compared by ari(METHOD | METHOD)");
    return term;
  }
  const std::vector<std::string> parts = core::split_list(inside);
  ScoreTerm term{column, parts.empty() ? "" : parts.front(), {}};
  if (term.method.empty() || term.method.find('=') != std::string::npos)
    throw core::UsageError(fmt::format("{}({}) names no method", term.column, inside));
  for (const std::string& part : std::span(parts).subspan(1)) {
    const std::size_t equals = part.find('=');
    const std::string name(core::trimmed(part.substr(0, equals)));
    if (equals == std::string::npos || name.empty() ||
        !term.elsewhere.emplace(name, core::trimmed(part.substr(equals + 1))).second)
      throw core::UsageError(fmt::format("'{}' is not a parameter with a value, or is given twice", part));
  }
  return term;
}

}  // namespace

Formula::Formula(std::string_view text) : text_(core::trimmed(text)) {
  const auto term = [&](const std::string& name, std::string_view inside) {
    if (name == "share") throw core::UsageError("share(PART, WHOLE) must be a whole side of a comparison");
    terms_.push_back(score_term(name, inside));
    return terms_.size() - 1;
  };
  try {
    arithmetic_ = core::read_arithmetic(text_, term);
  } catch (const core::UsageError& error) {
    const std::string shown = text_.size() > core::kLongestExpression ? text_.substr(0, 20) + "..." : text_;
    throw core::UsageError(
        fmt::format("'{}' is not understood ({}), give scores of methods such as aari(4-AL), numbers and + - * / ^",
                    shown, error.what()));
  }
}

}  // namespace tertium::experiments
