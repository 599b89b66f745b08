#include "core/base/arithmetic.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"

namespace tertium::core {
namespace {

struct Function {
  std::string_view name;
  Operator what;
  std::size_t least;  ///< arguments
  std::size_t most;
};
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
constexpr std::array<Function, 10> kFunctions = {{{"min", Operator::kMin, 1, kAny},
                                                  {"max", Operator::kMax, 1, kAny},
                                                  {"abs", Operator::kAbs, 1, 1},
                                                  {"sqrt", Operator::kSqrt, 1, 1},
                                                  {"ln", Operator::kLn, 1, 1},
                                                  {"log2", Operator::kLog2, 1, 1},
                                                  {"log10", Operator::kLog10, 1, 1},
                                                  {"exp", Operator::kExp, 1, 1},
                                                  {"at_least", Operator::kAtLeast, 2, 2},
                                                  {"equal", Operator::kEqual, 2, 2}}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Recursive descent over a text.
class Reader {
 public:
  Reader(std::string_view text, const TermReader& term) : rest_(trimmed(text)), term_(term) {}

  Arithmetic read() {
    sum();
    if (!rest_.empty()) fail_here();
    return std::move(found_);
  }

 private:
  /// Takes the character off the text, and the blanks behind it, if it comes next.
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_ = trimmed(rest_.substr(1));
    return true;
  }

  [[noreturn]] void fail_here() const {
    if (rest_.empty()) throw UsageError("it ends where a number or a name should follow");
    throw UsageError(fmt::format("at '{}'", rest_.substr(0, 20)));
  }

  void close() {
    if (rest_.empty()) throw UsageError("a ')' is missing at its end");
    if (!take(')')) fail_here();
  }

  void push(Operator what, std::size_t arguments) { found_.operations.push_back({what, 0.0, 0, arguments}); }

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
    if (++depth_ > kDeepestExpression) throw UsageError(fmt::format("it nests more than {} deep", kDeepestExpression));
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
      close();
    } else if (is_digit(rest_.front()) || rest_.front() == '.') {
      const std::optional<double> number = take_number<double>(rest_);
      if (!number)
        throw UsageError(fmt::format("at '{}': not a number, or one that is too large", rest_.substr(0, 20)));
      found_.operations.push_back({Operator::kNumber, *number, 0, 0});
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
    const auto function = std::ranges::find(kFunctions, name, &Function::name);
    if (function != kFunctions.end()) return call(*function);
    if (term_) return term(name);
    std::vector<std::string_view> known;
    for (const Function& one : kFunctions) known.push_back(one.name);
    throw UsageError(fmt::format("unknown function '{}'; known: {}", name, fmt::join(known, ", ")));
  }

  void variable(const std::string& name) {
    const auto found = std::ranges::find(found_.variables, name);
    const auto index = static_cast<std::size_t>(found - found_.variables.begin());
    found_.operations.push_back({Operator::kVariable, 0.0, index, 0});
    if (found == found_.variables.end()) found_.variables.push_back(name);
  }

  void call(const Function& function) {
    take('(');
    std::size_t arguments = 0;
    do {
      sum();
      ++arguments;
    } while (take(','));
    close();
    if (arguments < function.least || arguments > function.most)
      throw UsageError(
          fmt::format("{} has {} argument{}", function.name, function.least, function.least == 1 ? "" : "s"));
    push(function.what, arguments);
  }

  void term(const std::string& name) {
    std::size_t end = 0;
    int open = 0;
    do {
      open += rest_[end] == '(' ? 1 : rest_[end] == ')' ? -1 : 0;
      ++end;
    } while (open > 0 && end < rest_.size());
    if (open > 0) throw UsageError(fmt::format("'{}' is not closed", rest_.substr(0, 20)));
    found_.operations.push_back({Operator::kTerm, 0.0, term_(name, rest_.substr(1, end - 2)), 0});
    rest_ = trimmed(rest_.substr(end));
  }

  std::string_view rest_;
  const TermReader& term_;
  int depth_ = 0;
  Arithmetic found_{};
};

/// Numbers that differ by less, of the larger, are the same: 0.1 * 3 is 0.3.
constexpr double kSame = 1e-12;

bool are_equal(double a, double b) {
  return a == b || std::abs(a - b) <= kSame * std::max(std::abs(a), std::abs(b));
}

}  // namespace

Arithmetic read_arithmetic(std::string_view text, const TermReader& term) {
  if (text.size() > kLongestExpression)
    throw UsageError(fmt::format("it has {} letters, at most {} are read", text.size(), kLongestExpression));
  return Reader(text, term).read();
}

double applied(Operator what, std::span<const double> x) {
  switch (what) {
    case Operator::kNegate:
      return -x[0];
    case Operator::kAdd:
      return x[0] + x[1];
    case Operator::kSubtract:
      return x[0] - x[1];
    case Operator::kMultiply:
      return x[0] * x[1];
    case Operator::kDivide:
      return x[0] / x[1];
    case Operator::kPower:
      return std::pow(x[0], x[1]);
    case Operator::kMin:
      return *std::ranges::min_element(x);
    case Operator::kMax:
      return *std::ranges::max_element(x);
    case Operator::kAbs:
      return std::abs(x[0]);
    case Operator::kSqrt:
      return std::sqrt(x[0]);
    case Operator::kLn:
      return std::log(x[0]);
    case Operator::kLog2:
      return std::log2(x[0]);
    case Operator::kLog10:
      return std::log10(x[0]);
    case Operator::kExp:
      return std::exp(x[0]);
    case Operator::kAtLeast:
      return x[0] >= x[1] || are_equal(x[0], x[1]) ? 1.0 : 0.0;
    case Operator::kEqual:
      return are_equal(x[0], x[1]) ? 1.0 : 0.0;
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

double evaluated(const Arithmetic& arithmetic, std::span<const double> terms, std::span<const double> variables) {
  // A comparison with what is no finite number is none either: min and max would pass over it.
  const auto value_of = [](Operator what, std::span<const double> x) {
    const bool known = std::ranges::all_of(x, [](double one) { return std::isfinite(one); });
    return known ? applied(what, x) : std::numeric_limits<double>::quiet_NaN();
  };
  return evaluated<double>(
      arithmetic.operations, terms, variables, [](double number) { return number; }, value_of);
}

}  // namespace tertium::core
