#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tertium::program {

/// A paper, and the configurations that make its figures again.
struct Paper {
  std::string key;  ///< "hc19"
  std::string title;
  std::string authors;
  std::string source;                ///< where it was published
  std::vector<std::string> figures;  ///< names of configurations, in the order of the report
};

/// Reads the list of papers: an INI text with a section for each, whose keys title, authors, source and figures are all
/// required. Throws UsageError with `origin` and line for other keys, and for a configuration that stands twice.
std::vector<Paper> parse_papers(std::string_view text, const std::string& origin);

/// configs/reproduce.papers of the project.
std::vector<Paper> read_papers();

/// The papers of those keys, in the order of the list; all, where there are none. Throws UsageError with the known
/// ones.
std::vector<Paper> chosen_papers(std::vector<Paper> papers, const std::vector<std::string>& keys);

}  // namespace tertium::program
