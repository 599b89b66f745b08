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
  std::vector<std::string> descriptions{};  ///< that say more than the sentence (Step::description)
};

/// A registry that `tertium list` shows: all entries, one of them, or the reference page of the documentation.
struct EntryKind {
  std::string name;  ///< "methods"
  std::string sentence;
  std::string introduction;  ///< of the reference page: title and what the entries are
  std::function<std::vector<EntryPage>()> pages;
  std::function<EntryPage(const std::string& name)> page;  ///< throws UsageError with the known names
  std::vector<terminal::Fact> more{};                      ///< names that have no page in `pages`, for the overview
  std::function<int()> check{};                            ///< what --check does: the exit code; empty: nothing
};
EntryKind methods_kind();
EntryKind models_kind();
EntryKind datasets_kind();
EntryKind schemes_kind();
EntryKind metrics_kind();

}  // namespace tertium::program
