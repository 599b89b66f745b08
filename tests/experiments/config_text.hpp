#pragma once

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/config/config.hpp"
#include "tests/support/message.hpp"

namespace tertium::experiments::of_text {

inline const std::string kText = R"(# a comment
[sweep]
seed = 7
repetitions = 3   # another
[model]
kind = planted-hierarchy
n0 = 4
delta = 0.1, 0.2
[comparisons]
p = 0.5
[methods]
run = SL, 4-AL
[method.4-AL]
m = 2
)";

inline SweepConfig parse(const std::string& text, const std::vector<std::string>& set = {}) {
  return parse_config(text, "sweep.ini", set);
}

inline std::string error_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return testing::message_of<core::UsageError>([&] { parse(text, set); });
}

/// The message for one override of kText.
inline std::string error_of_set(const std::string& item) {
  return error_of(kText, {item});
}

}  // namespace tertium::experiments::of_text
