#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/methods/method.hpp"

namespace tertium::core {

/// What a list of references says of one work.
struct Reference {
  std::string key;     ///< of the BibTeX entry
  std::string text;    ///< one line of plain text
  std::string bibtex;  ///< the entry, some lines that end with a newline
};

/// A paper or book that steps and conclusions rest on.
struct Paper {
  std::string called;  ///< what every citation that means it holds: "HC19", "Terada and von Luxburg"
  Reference reference;
};

/// Those of data/papers.bib, read once. Throws UserError if there is no such file.
const std::vector<Paper>& all_papers();

/// Tertium itself, in this version.
Reference software_reference();

/// The works that a citation names, by the words that they are called by, in the order in which it does; "this
/// project" is Tertium. One that names none of them is a reference itself, called `name`; an empty one names none.
std::vector<Reference> references_in(std::string_view citation, std::string_view name);

/// Those of a method's steps, in their order, each once. Where a step is called it need not begin a chain.
std::vector<Reference> references_of(const Method& method);
/// The same of the method, or the step, of that name. Throws UsageError with the known ones.
std::vector<Reference> references_of(std::string_view name);

/// Adds those that are not there yet.
void add_references(const std::vector<Reference>& more, std::vector<Reference>& references);

/// The texts, one a line.
std::string reference_lines(const std::vector<Reference>& references);
/// The entries, with an empty line between them.
std::string bibtex_text(const std::vector<Reference>& references);

}  // namespace tertium::core
