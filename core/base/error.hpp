#pragma once

#include <fmt/format.h>

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace tertium::core {

/// Something the user can mend. what() is one line: "problem (why), what to do".
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A command line, configuration key or name that is not understood (exit code 2).
class UsageError : public UserError {
 public:
  using UserError::UserError;
};

/// A broken promise between two parts of the program: a defect, never the user's doing.
class ContractError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws ContractError unless `holds`; `what` names the precondition.
inline void expects(bool holds, const char* what) {
  if (!holds) throw ContractError(std::string("precondition violated: ") + what);
}

/// Throws UserError with a formatted one-line message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
  throw UserError(fmt::format(text, std::forward<Args>(args)...));
}

/// Throws UsageError "unknown <kind> '<name>'; known: a, b, c", with a guess where one is near.
[[noreturn]] void fail_unknown(std::string_view kind, std::string_view name, std::span<const std::string> known);

}  // namespace tertium::core
