#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/base/error.hpp"

namespace tertium::testing {

/// What the UserError that `call` throws says; a failure of the test if it throws none.
template <typename Error = core::UserError, typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

/// A one-line message that holds `part`.
inline void expect_message(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << "message: " << message << "\nexpected part: " << part;
  EXPECT_EQ(message.find('\n'), std::string::npos) << "message: " << message;
}

}  // namespace tertium::testing
