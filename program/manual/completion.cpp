#include "program/manual/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tertium::program {
namespace {

using Option = CommandLine::Option;

constexpr const char* kHead = "Completes lines of tertium; written by tertium manual.";

/// As a word of a shell.
std::string shell_word(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return result + '\'';
}

/// What a sentence says first, in few words.
std::string brief(const std::string& sentence) {
  constexpr std::size_t kMost = 70;
  std::string text = sentence.substr(0, sentence.find_first_of(";:("));
  if (text.size() > kMost) text = text.substr(0, text.rfind(' ', kMost));
  while (!text.empty() && (text.back() == ' ' || text.back() == ',')) text.pop_back();
  return text;
}

std::vector<std::string> command_names(const Completions& completions) {
  std::vector<std::string> names;
  for (const CompletedCommand& one : completions.commands) names.push_back(one.command.name);
  return names;
}

std::vector<std::string> values_of(const Option& option, const Completions& completions) {
  return option.value == "METHOD" ? completions.methods : std::vector<std::string>();
}

std::string words(const std::vector<std::string>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

std::string option_words(const CommandLine& line) {
  std::string text;
  for (const Option& option : line.options()) text += "--" + option.name + ' ';
  return text + "--help";
}

/// For zsh: brackets and colons end what they stand in.
std::string zsh_text(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
    result += letter;
  }
  return result;
}

std::string zsh_action(const std::vector<std::string>& names) {
  return names.empty() ? "_files" : '(' + words(names) + ')';
}

std::string zsh_options(const CompletedCommand& one, const Completions& completions) {
  std::string text;
  for (const Option& option : one.line.options()) {
    const std::string told = '[' + zsh_text(brief(option.sentence)) + ']';
    const std::string value =
        option.value.empty() ? "" : ':' + zsh_text(option.value) + ':' + zsh_action(values_of(option, completions));
    const std::string often = option.count == CommandLine::Count::kAnyNumber ? "*" : "";
    text += fmt::format("        {} \\\n", shell_word(fmt::format("{}--{}{}{}", often, option.name, told, value)));
    if (option.letter != 0)
      text += fmt::format("        {} \\\n", shell_word(fmt::format("{}-{}{}{}", often, option.letter, told, value)));
  }
  return text;
}

}  // namespace

std::string bash_completion(const Completions& completions) {
  std::string values, commands;
  for (const CompletedCommand& one : completions.commands) {
    std::vector<std::string> free;
    for (const Option& option : one.line.options()) {
      if (option.value.empty()) continue;
      std::vector<std::string> forms{fmt::format("{}:--{}", one.command.name, option.name)};
      if (option.letter != 0) forms.push_back(fmt::format("{}:-{}", one.command.name, option.letter));
      if (const auto known = values_of(option, completions); !known.empty())
        values += fmt::format("    {}) words={} ;;\n", fmt::join(forms, "|"), shell_word(words(known)));
      else
        free.insert(free.end(), forms.begin(), forms.end());
    }
    if (!free.empty()) values += fmt::format("    {}) return ;;\n", fmt::join(free, "|"));
    commands += fmt::format("    {}) options={} words={} ;;\n", one.command.name, shell_word(option_words(one.line)),
                            shell_word(words(one.names)));
  }
  const std::string names = words(command_names(completions));
  return fmt::format(R"(# {}
_tertium() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options= words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} help --help --version' -- "$current")
    return
  fi
  case ${{COMP_WORDS[1]}}:$before in
{}  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    return
  fi
  case ${{COMP_WORDS[1]}} in
    help) words='{}' ;;
{}  esac
  [[ $current != -* ]] || words=$options
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o default -F _tertium tertium
)",
                     kHead, names, values, names, commands);
}

std::string zsh_completion(const Completions& completions) {
  std::string told, cases;
  for (const CompletedCommand& one : completions.commands) {
    told += fmt::format("    {}\n", shell_word(one.command.name + ':' + zsh_text(brief(one.command.sentence))));
    cases +=
        fmt::format("    {})\n      _arguments -s \\\n{}        '--help[the help page]' \\\n        {}\n      ;;\n",
                    one.command.name, zsh_options(one, completions), shell_word("*:argument:" + zsh_action(one.names)));
  }
  return fmt::format(R"(#compdef tertium
# {}
_tertium() {{
  local -a commands=(
{}    'help:all about one command'
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
    help) _describe command commands ;;
{}  esac
}}
_tertium "$@"
)",
                     kHead, told, cases);
}

std::string fish_completion(const Completions& completions) {
  std::string text = fmt::format(R"(# {}
function __tertium_command
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test "$words[2]" = "$argv[1]"
end
function __tertium_no_command
  test (count (commandline -opc)) -eq 1
end
)",
                                 kHead);
  for (const CompletedCommand& one : completions.commands)
    text += fmt::format("complete -c tertium -f -n __tertium_no_command -a {} -d {}\n", one.command.name,
                        shell_word(brief(one.command.sentence)));
  text += "complete -c tertium -f -n __tertium_no_command -a help -d 'all about one command'\n";
  text += fmt::format("complete -c tertium -f -n '__tertium_command help' -a {}\n",
                      shell_word(words(command_names(completions))));
  for (const CompletedCommand& one : completions.commands) {
    const std::string where = fmt::format("complete -c tertium -n '__tertium_command {}'", one.command.name);
    if (!one.names.empty()) text += fmt::format("{} -f -a {}\n", where, shell_word(words(one.names)));
    for (const Option& option : one.line.options()) {
      const std::vector<std::string> known = values_of(option, completions);
      text += fmt::format("{} -l {}{}{} -d {}\n", where, option.name,
                          option.letter == 0 ? "" : fmt::format(" -s {}", option.letter),
                          option.value.empty() ? ""
                          : known.empty()      ? " -r"
                                               : " -x -a " + shell_word(words(known)),
                          shell_word(brief(option.sentence)));
    }
    text += fmt::format("{} -l help -d 'the help page'\n", where);
  }
  return text;
}

}  // namespace tertium::program
