#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/base/error.hpp"
#include "files/answers/read.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files::test {

/// What a file f.csv of this text says.
inline ComparisonFile read(const std::string& text, const ComparisonOptions& options = {},
                           CsvReader::BadText bad = CsvReader::BadText::kRefuse) {
  CsvReader rows("f.csv", text, bad);
  return read_comparisons(rows, options);
}

/// Why it cannot be read; nothing if it can.
inline std::string message_of(const std::string& text, const ComparisonOptions& options = {},
                              CsvReader::BadText bad = CsvReader::BadText::kRefuse) {
  try {
    read(text, options, bad);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

inline void expect_part(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message << "\nshould hold: " << part;
}

}  // namespace tertium::files::test
