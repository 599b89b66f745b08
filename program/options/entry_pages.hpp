#pragma once

#include <functional>
#include <string>
#include <vector>

#include "terminal/text_layout.hpp"

namespace tertium::program {

/// What there is to say about one entry of a registry.
struct EntryPage {
  std::string name;
  std::string sentence;
  std::vector<terminal::Fact> facts{};
  std::vector<std::pair<std::string, std::vector<terminal::Fact>>> groups{};
};

/// A command that shows a registry: all entries, one of them, or the reference page of the documentation.
struct EntriesCommand {
  std::string command;   ///< "methods"
  std::string sentence;  ///< of the help page
  std::string example;
  std::string introduction;  ///< of the reference page: title and what the entries are
  std::function<std::vector<EntryPage>()> pages;
  std::function<EntryPage(const std::string& name)> page;  ///< throws UsageError with the known names
  std::vector<terminal::Fact> more{};                      ///< names that have no page in `pages`, for the overview
  /// What --check does: the exit code; empty: there is no such flag.
  std::function<int()> check{};
  std::string check_sentence{};
};
int show_entries(const EntriesCommand& entries, const std::vector<std::string>& args);

}  // namespace tertium::program
