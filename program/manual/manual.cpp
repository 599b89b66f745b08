// tertium manual: what may stand next in a line, which shells ask while it is typed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/home.hpp"
#include "core/methods/method.hpp"
#include "experiments/config/config.hpp"
#include "metrics/scores/score.hpp"
#include "problems/datasets/datasets.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "program/manual/all_commands.hpp"
#include "program/options/command_line.hpp"
#include "program/reproduce/papers.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

using Words = std::vector<std::string>;

template <typename Entry>
void add_names_of(Words& words) {
  for (const Entry& entry : core::all<Entry>()) words.push_back(entry.name);
}

/// Of what a help page calls METHOD, CONFIG and so on; none of files and numbers.
Words words_for(const std::string& called) {
  Words words;
  if (called == "METHOD" || called == "NAME") words = core::method_names();
  if (called == "KIND") words = {"methods", "models", "datasets", "schemes", "metrics"};
  if (called == "CONFIG") words = experiments::config_names();
  if (called == "PAPER")
    for (const Paper& paper : read_papers()) words.push_back(paper.key);
  if (called == "NAME") {
    add_names_of<problems::Model>(words);
    add_names_of<problems::Dataset>(words);
    add_names_of<problems::Scheme>(words);
    add_names_of<metrics::Score>(words);
  }
  return words;
}

Words commands() {
  Words names;
  for (const Command& command : all_commands())
    if (command.group != CommandGroup::kHidden) names.push_back(command.name);
  return names;
}

/// What may stand behind the words of a line, the program's name apart.
Words words_after(const Words& before, bool option) {
  Words words = commands();
  if (before.empty()) words.insert(words.end(), {"help", "--help", "--version"});
  if (before.empty() || before.front() == "help") return words;
  const auto command = std::ranges::find(all_commands(), before.front(), &Command::name);
  if (command == all_commands().end()) return {};
  words = {"--help"};
  for (const CommandLine& line : CommandLine::described_by([&] { command->run({}); })) {
    for (const CommandLine::Option& one : line.options()) {
      if (!one.value.empty() && (before.back() == "--" + one.name || before.back() == std::string{'-', one.letter}))
        return words_for(one.value);
      words.push_back("--" + one.name);
    }
    if (option) return words;
    words.clear();
    for (const CommandLine::Argument& argument : line.arguments())
      for (const std::string& word : words_for(argument.name)) words.push_back(word);
  }
  return words;
}

/// One in a line, as bash takes them from a program: `line` is what was typed up to here.
std::string completions(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty() || line.ends_with(' ')) words.emplace_back();
  if (const std::size_t end = words.back().find('='); words.back().starts_with('-') && end != std::string::npos) {
    const std::string value = words.back().substr(end + 1);
    words.back().resize(end);
    words.push_back(value);
  }
  const std::string begin = words.back();
  words.pop_back();
  if (!words.empty()) words.erase(words.begin());
  std::string text;
  for (const std::string& word : words_after(words, begin.starts_with('-')))
    if (word.starts_with(begin)) text += word + '\n';
  return text;
}

}  // namespace

int manual_command(const std::vector<std::string>& args) {
  CommandLine line("manual",
                   "Prints a line for ~/.bashrc: bash then completes commands, options and names by asking this "
                   "program. In ~/.zshrc, put it after autoload -U bashcompinit && bashcompinit.",
                   "source <(tertium manual)");
  if (args.empty() || args.front() != "--") {
    if (line.parse(args)) fmt::print("complete -o default -C 'tertium manual --' tertium\n");
    return terminal::kComplete;
  }
  const char* const typed = std::getenv("COMP_LINE");
  const char* const point = std::getenv("COMP_POINT");
  const std::string text = typed == nullptr ? "" : typed;
  fmt::print("{}", completions(text.substr(0, point == nullptr ? text.npos : std::strtoul(point, nullptr, 10))));
  return terminal::kComplete;
}

}  // namespace tertium::program
