#include "core/files/bad_rows.hpp"

#include <fmt/ranges.h>

namespace tertium::core {

void BadRows::refuse(const CsvReader& rows) const {
  if (count_ == 0) return;
  if (count_ == 1) throw UserError(messages_.front() + " (or leave it out: --skip-bad)");
  rows.fail_file("{} rows cannot be read, correct them, or leave them out with --skip-bad: {}{}", count_,
                 fmt::join(messages_, "; "), count_ > static_cast<std::int64_t>(kShown) ? "; ..." : "");
}

std::string BadRows::remark() const {
  return fmt::format("{} bad row{} left out: {}{}", count_, count_ == 1 ? "" : "s", messages_.front(),
                     count_ == 1 ? "" : ", ...");
}

}  // namespace tertium::core
