#include "program/manual/man_page.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/base/version.hpp"

namespace tertium::program {
namespace {

/// Text as roff shows it: a minus that can be copied, no line that is taken for a request.
std::string roff(std::string_view text) {
  std::string result;
  bool line_begins = true;
  for (const char letter : text) {
    if (line_begins && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else
      result += letter;
    line_begins = letter == '\n';
  }
  return result;
}

std::string bold(std::string_view text) {
  return "\\fB" + roff(text) + "\\fR";
}
std::string italic(std::string_view text) {
  return "\\fI" + roff(text) + "\\fR";
}

std::string title(std::string_view name) {
  std::string upper;
  for (const char letter : name)
    upper += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  constexpr const char* kAsWritten = ".nh\n.ad l\n";  // no hyphens in names of options, no blanks between words
  return fmt::format(".TH {} 1 \"\" \"tertium {}\" \"Tertium\"\n{}", upper, core::version(), kAsWritten);
}

std::string section(std::string_view heading) {
  return fmt::format(".SH {}\n", heading);
}

/// A paragraph whose heading hangs out to the left.
std::string hanging(const std::string& heading, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", heading, roff(text));
}

std::string examples(std::string_view lines) {
  std::string text = ".EX\n";
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    text += roff(line.substr(std::min(line.find_first_not_of(' '), line.size()))) + '\n';
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text + ".EE\n";
}

std::string heading_of(const CommandLine::Option& option) {
  std::string text = option.letter == 0 ? "" : bold(fmt::format("-{}", option.letter)) + ", ";
  text += bold("--" + option.name);
  return option.value.empty() ? text : text + ' ' + italic(option.value);
}

std::string synopsis_of(const CommandLine& line) {
  std::string text = bold("tertium " + line.command());
  for (const CommandLine::Argument& argument : line.arguments()) {
    const std::string dots = argument.count == CommandLine::Count::kAnyNumber ? " ..." : "";
    text += argument.need == CommandLine::Need::kRequired ? ' ' + italic(argument.name)
                                                          : " [" + italic(argument.name) + dots + ']';
  }
  return text + (line.options().empty() ? "" : " [" + italic("options") + ']') + '\n';
}

const std::vector<std::pair<std::string, std::string>>& environment() {
  static const std::vector<std::pair<std::string, std::string>> variables = {
      {"OMP_NUM_THREADS", "threads of commands that have no option for them"},
      {"COLUMNS", "how wide pages and reports are, also in a pipe"},
      {"TERTIUM_HOME", "folder of data sets, configurations and figure scripts, where it is not that of the program"},
  };
  return variables;
}

}  // namespace

std::string man_page(const Command& command, const CommandLine& line) {
  const std::string name = "tertium-" + command.name;
  std::string page = title(name) + section("NAME") + fmt::format("{} \\- {}\n", roff(name), roff(command.sentence)) +
                     section("SYNOPSIS") + synopsis_of(line) + section("DESCRIPTION") + roff(line.sentence()) + '\n';
  if (!line.arguments().empty()) page += section("ARGUMENTS");
  for (const CommandLine::Argument& argument : line.arguments())
    page += hanging(italic(argument.name), argument.sentence);
  page += section("OPTIONS");
  for (const CommandLine::Option& option : line.options())
    page += hanging(heading_of(option),
                    option.sentence + (option.count == CommandLine::Count::kAnyNumber ? "; may be repeated" : ""));
  page += hanging(bold("--help"), "the same as text");
  return page + section("EXAMPLES") + examples(line.example()) + section("SEE ALSO") + bold("tertium") + "(1)\n";
}

std::string man_overview() {
  std::string page =
      title("tertium") + section("NAME") +
      "tertium \\- clusters objects from comparisons, and finds out which method to trust\n" + section("SYNOPSIS") +
      bold("tertium") + ' ' + italic("COMMAND") + " ...\n" + section("DESCRIPTION") +
      "Objects come with no features and no distances, only with answers such as \"i and j are more alike "
      "than k and l\" or \"i is more like j than like k\". Tertium makes trees, clusters and places of "
      "them, tells how sure these are, and runs the experiments that tell which method to trust.\n" +
      section("COMMANDS");
  for (const Command& command : all_commands())
    page += hanging(bold("tertium-" + command.name) + "(1)", command.sentence);
  page += section("EXAMPLES") + ".EX\n";
  for (const Command& command : all_commands()) page += roff(command.example) + '\n';
  page += ".EE\n" + section("ENVIRONMENT");
  for (const auto& [name, sentence] : environment()) page += hanging(bold(name), sentence);
  page += section("EXIT STATUS");
  page += hanging("0", "complete") + hanging("1", "an error, told in one line") +
          hanging("2", "a command line that cannot be meant") + hanging("3", "incomplete: trials are missing");
  return page;
}

}  // namespace tertium::program
