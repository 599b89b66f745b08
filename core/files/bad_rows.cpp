#include "core/files/bad_rows.hpp"

#include <fmt/ranges.h>

namespace tertium::core {
namespace {

/// "line 7: text" of "name:7: text".
std::string without_name(const std::string& message, const CsvReader& rows) {
  const std::string name = rows.name() + ":";
  return message.starts_with(name) ? "line " + message.substr(name.size()) : message;
}

}  // namespace

void BadRows::refuse(const CsvReader& rows, std::int64_t good) const {
  if (count_ == 0) return;
  if (count_ == 1) throw UserError(messages_.front() + " (or leave it out: --skip-bad)");
  std::vector<std::string> shown;
  for (const std::string& message : messages_) shown.push_back(without_name(message, rows));
  rows.fail_file("{} of {} rows cannot be read, correct them, or leave them out with --skip-bad: {}{}", count_,
                 good + count_, fmt::join(shown, "; "), count_ > static_cast<std::int64_t>(kShown) ? "; ..." : "");
}

std::string BadRows::remark(const CsvReader& rows) const {
  return fmt::format("{} bad row{} left out: {}{}", count_, count_ == 1 ? "" : "s",
                     without_name(messages_.front(), rows), count_ == 1 ? "" : ", ...");
}

}  // namespace tertium::core
