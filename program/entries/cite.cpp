#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "core/methods/bibliography.hpp"
#include "program/options/command_line.hpp"
#include "program/sweeps/commands.hpp"

namespace tertium::program {

int cite_command(const std::vector<std::string>& args) {
  std::optional<std::string> method;
  bool bibtex = false;
  CommandLine line("cite",
                   "What to cite, as text and as BibTeX: Tertium itself, or the papers behind a method's steps. "
                   "tertium list methods METHOD shows the equation or section of each.",
                   "tertium cite 4K-AL\n"
                   "  tertium cite 4-AL+search+lengths --bibtex > references.bib");
  line.argument("METHOD", method, "a method, a chain of steps, or a single step (tertium list methods)",
                CommandLine::Need::kOptional);
  line.flag("bibtex", bibtex, "only the BibTeX entries");
  if (!line.parse(args)) return terminal::kComplete;
  const std::vector<core::Reference> references =
      method ? core::references_of(*method) : std::vector{core::software_reference()};
  if (!bibtex) fmt::print("{}\n", core::reference_lines(references));
  fmt::print("{}", core::bibtex_text(references));
  return terminal::kComplete;
}

}  // namespace tertium::program
