#pragma once

#include <span>
#include <string_view>

namespace tertium::core {

/// A paper or book that steps and conclusions rest on.
struct Paper {
  std::string_view key;      ///< in lists of references: "ghoshdastidar2019foundations"
  std::string_view called;   ///< what every citation that means it holds: "HC19", "Terada and von Luxburg"
  std::string_view type;     ///< of BibTeX: "article", "inproceedings", "book"
  std::string_view authors;  ///< "Family, Given and Family, Given"
  std::string_view title;
  std::string_view venue;  ///< journal, proceedings or publisher
  int year = 0;
  int volume = 0;            ///< 0: it has none, or it is not told
  std::string_view pages{};  ///< "319--345"; empty: not told
};

/// All that are known, in no order that means anything.
std::span<const Paper> all_papers();

}  // namespace tertium::core
