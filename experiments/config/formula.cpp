#include "experiments/config/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "experiments/config/ini.hpp"

namespace tertium::experiments {
namespace {

struct Function {
  std::string_view name;
  Operator what;
  std::size_t least;  ///< arguments
  std::size_t most;
};
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
constexpr std::array<Function, 9> kFunctions = {{{"min", Operator::kMin, 1, kAny},
                                                 {"max", Operator::kMax, 1, kAny},
                                                 {"abs", Operator::kAbs, 1, 1},
                                                 {"sqrt", Operator::kSqrt, 1, 1},
                                                 {"ln", Operator::kLn, 1, 1},
                                                 {"log2", Operator::kLog2, 1, 1},
                                                 {"exp", Operator::kExp, 1, 1},
                                                 {"at_least", Operator::kAtLeast, 2, 2},
                                                 {"equal", Operator::kEqual, 2, 2}}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "4-AL, p = 1 | SL", what stands between the parentheses behind a score's name.
ScoreTerm score_term(const std::string& column, std::string_view inside) {
  if (const std::size_t bar = inside.find('|'); bar != std::string::npos) {
    ScoreTerm term = score_term(column, inside.substr(0, bar));
    term.with.push_back(score_term(column, inside.substr(bar + 1)));
    if (column != "ari" || !term.with.front().with.empty())
      throw core::UsageError("two methods are compared by ari(METHOD | METHOD)");
    return term;
  }
  const std::vector<std::string> parts = split_list(inside);
  ScoreTerm term{column, parts.empty() ? "" : parts.front(), {}};
  if (term.method.empty() || term.method.find('=') != std::string::npos)
    throw core::UsageError(fmt::format("{}({}) names no method", term.column, inside));
  for (const std::string& part : std::span(parts).subspan(1)) {
    const std::size_t equals = part.find('=');
    const std::string name(trimmed(part.substr(0, equals)));
    if (equals == std::string::npos || name.empty() ||
        !term.elsewhere.emplace(name, trimmed(part.substr(equals + 1))).second)
      throw core::UsageError(fmt::format("'{}' is no parameter with a value, or stands twice", part));
  }
  return term;
}

/// Recursive descent over a text; what it understands is in postfix notation behind `operations`.
class FormulaReader {
 public:
  FormulaReader(std::string_view text, std::vector<ScoreTerm>& terms, std::vector<std::string>& variables,
                std::vector<Operation>& operations)
      : rest_(text), terms_(terms), variables_(variables), operations_(operations) {}

  void read() {
    sum();
    if (!rest_.empty()) fail_here();
  }

 private:
  /// Takes the character off the text, and the blanks behind it, if it comes next.
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_ = trimmed(rest_.substr(1));
    return true;
  }

  [[noreturn]] void fail_here() const {
    if (rest_.empty()) throw core::UsageError("it ends where a number or a score should follow");
    throw core::UsageError(fmt::format("at '{}'", rest_.substr(0, 20)));
  }

  void push(Operator what, std::size_t arguments) { operations_.push_back({what, 0.0, 0, arguments}); }

  void sum() {
    product();
    for (;;) {
      const bool plus = take('+');
      if (!plus && !take('-')) return;
      product();
      push(plus ? Operator::kAdd : Operator::kSubtract, 2);
    }
  }

  void product() {
    with_sign();
    for (;;) {
      const bool times = take('*');
      if (!times && !take('/')) return;
      with_sign();
      push(times ? Operator::kMultiply : Operator::kDivide, 2);
    }
  }

  /// Everything that nests comes through here.
  void with_sign() {
    if (++depth_ > kDeepestFormula)
      throw core::UsageError(fmt::format("its parentheses are more than {} deep", kDeepestFormula));
    if (take('-')) {
      with_sign();
      push(Operator::kNegate, 1);
    } else if (take('+')) {
      with_sign();
    } else {
      power();
    }
    --depth_;
  }

  void power() {
    operand();
    if (!take('^')) return;
    with_sign();
    push(Operator::kPower, 2);
  }

  void operand() {
    if (rest_.empty()) fail_here();
    if (take('(')) {
      sum();
      if (!take(')')) fail_here();
    } else if (is_digit(rest_.front()) || rest_.front() == '.') {
      const std::optional<double> number = core::take_number<double>(rest_);
      if (!number) fail_here();
      operations_.push_back({Operator::kNumber, *number, 0, 0});
      rest_ = trimmed(rest_);
    } else if (is_letter(rest_.front())) {
      named();
    } else {
      fail_here();
    }
  }

  void named() {
    const auto end =
        std::find_if_not(rest_.begin(), rest_.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '.'; });
    const std::string name(rest_.begin(), end);
    rest_ = trimmed(rest_.substr(name.size()));
    if (!rest_.starts_with('(')) return variable(name);
    const auto function =
        std::find_if(kFunctions.begin(), kFunctions.end(), [&](const Function& one) { return one.name == name; });
    if (function != kFunctions.end()) return call(*function);
    if (name == "share") throw core::UsageError("share(PART, WHOLE) has to be one whole side of a comparison");
    score(name);
  }

  void variable(const std::string& name) {
    const auto found = std::find(variables_.begin(), variables_.end(), name);
    operations_.push_back({Operator::kVariable, 0.0, static_cast<std::size_t>(found - variables_.begin()), 0});
    if (found == variables_.end()) variables_.push_back(name);
  }

  void call(const Function& function) {
    take('(');
    std::size_t arguments = 0;
    do {
      sum();
      ++arguments;
    } while (take(','));
    if (!take(')')) fail_here();
    if (arguments < function.least || arguments > function.most)
      throw core::UsageError(
          fmt::format("{} has {} argument{}", function.name, function.least, function.least == 1 ? "" : "s"));
    push(function.what, arguments);
  }

  void score(const std::string& column) {
    std::size_t end = 0;
    int open = 0;
    do {
      open += rest_[end] == '(' ? 1 : rest_[end] == ')' ? -1 : 0;
      ++end;
    } while (open > 0 && end < rest_.size());
    if (open > 0) throw core::UsageError(fmt::format("'{}' is not closed", rest_.substr(0, 20)));
    operations_.push_back({Operator::kTerm, 0.0, terms_.size(), 0});
    terms_.push_back(score_term(column, rest_.substr(1, end - 2)));
    rest_ = trimmed(rest_.substr(end));
  }

  std::string_view rest_;
  int depth_ = 0;
  std::vector<ScoreTerm>& terms_;
  std::vector<std::string>& variables_;
  std::vector<Operation>& operations_;
};

}  // namespace

Formula::Formula(std::string_view text) : text_(trimmed(text)) {
  if (text_.size() > kLongestFormula)
    throw core::UsageError(fmt::format("'{}...' is not understood (it has {} letters), give one of at most {}",
                                       text_.substr(0, 20), text_.size(), kLongestFormula));
  try {
    FormulaReader(text_, terms_, variables_, operations_).read();
  } catch (const core::UsageError& error) {
    throw core::UsageError(
        fmt::format("'{}' is not understood ({}), give scores of methods such as aari(4-AL), numbers and + - * / ^",
                    text_, error.what()));
  }
}

}  // namespace tertium::experiments
