#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "program/options/into.hpp"

namespace tertium::program {

/// What a command takes: one description that gives its page, reads its words, and fills what it names. Names are never
/// guessed from prefixes.
///
///     CommandLine line("report", "Means of a run.", "tertium report runs/hc19-fig2");
///     line.argument("RUN", run, "folder of the run");
///     line.option("output", 'o', "NAME", output, "file (default: standard output)");
///     line.option("digits", 0, "N", in_range(digits, 1, 17), "of each mean (default: 3)");
///     if (!line.parse(args)) return kComplete;
///
/// Boost.Program_options takes the words apart (letters, names, values behind a blank or '=', unknown names). No more
/// of it can be used: it lays its help out in one way ("-o [ --output ] arg", no arguments), and its checks can neither
/// say which argument is missing first or one too many, nor give a range. Its typed values would come with its headers,
/// into every file that reads a command line.
class CommandLine {
 public:
  /// `example` is a line to copy, shown at the end of the page.
  CommandLine(std::string command, std::string sentence, std::string example);

  /// What a file has that the command reads, or writes: sentences for the blocks INPUT and OUTPUT of the page.
  CommandLine& input(std::string sentences);
  CommandLine& output(std::string sentences);
  /// Other commands, for SEE ALSO: "answers, compare".
  CommandLine& see_also(std::string commands);

  /// Options that several commands share have a page of their own, tertium COMMAND --help TOPIC.
  enum class Topic { kOwn, kReading, kDrawing, kRunning };
  /// What is added from here on is of this topic.
  CommandLine& topic(Topic topic);

  enum class Need { kRequired, kOptional };
  enum class Count { kOnce, kAnyNumber };
  struct Argument {
    std::string name;
    std::string sentence;
    Need need = Need::kRequired;
    Count count = Count::kOnce;
  };
  struct Option {
    std::string name;
    char letter = 0;
    std::string value;  ///< empty: a flag
    std::string sentence;
    Count count = Count::kOnce;
    Topic topic = Topic::kOwn;
  };

  /// The next word that is not an option; of a list all words from here on.
  CommandLine& argument(std::string name, const Into& into, std::string sentence, Need need = Need::kRequired);
  /// --name VALUE, -letter VALUE (letter 0: none).
  CommandLine& option(std::string name, char letter, std::string value, const Into& into, std::string sentence);
  /// --name
  CommandLine& flag(std::string name, const Into& into, std::string sentence) {
    return option(std::move(name), 0, "", into, std::move(sentence));
  }
  /// Those that only has() and text() tell of.
  CommandLine& option(std::string name, char letter, std::string value, std::string sentence) {
    return option(std::move(name), letter, std::move(value), Into(), std::move(sentence));
  }
  CommandLine& flag(std::string name, std::string sentence) {
    return flag(std::move(name), Into(), std::move(sentence));
  }
  /// What follows from what was taken so far, or is wrong with it: done in the order of the description.
  CommandLine& then(std::function<void(const CommandLine&)> rule);

  /// False when help was asked for, which is then printed. Throws UsageError on words that do not fit the description.
  bool parse(const std::vector<std::string>& args);
  std::string page(Topic topic = Topic::kOwn) const;
  /// What `work` would have parsed: no page is printed, and parse returns false.
  static std::vector<CommandLine> described_by(const std::function<void()>& work);

  const std::string& command() const { return command_; }
  const std::string& sentence() const { return sentence_; }
  const std::string& example() const { return example_; }
  const std::vector<Argument>& arguments() const { return arguments_; }
  /// Without --help, which all have.
  const std::vector<Option>& options() const { return options_; }

  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  /// The value of an argument or option, or `otherwise` where it was not given.
  std::string text(std::string_view name, std::string_view otherwise = "") const;
  /// All values of an option or of arguments, as they were given.
  std::vector<std::string> texts(std::string_view name) const;
  /// What was given of those options that `other` describes too, as words that say it again.
  std::vector<std::string> said_for(const CommandLine& other) const;

 private:
  std::string synopsis() const;
  std::string own_page() const;
  std::vector<std::pair<std::string, std::string>> lines_of(Topic topic) const;
  bool has_topic(Topic topic) const;
  void take(const std::string& name, const std::string& option, const Into& into) const;
  void read(const std::vector<std::string>& args);
  [[noreturn]] void fail_usage(std::string_view problem) const;

  std::string command_;
  std::string sentence_;
  std::string example_;
  std::string input_, output_, see_also_;
  Topic topic_ = Topic::kOwn;
  std::vector<Argument> arguments_;
  std::vector<Option> options_;
  std::vector<std::function<void(const CommandLine&)>> steps_;  // once the words are read
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// The option --set, as every command that reads a configuration has it.
void add_set_option(CommandLine& line, std::vector<std::string>& set);

}  // namespace tertium::program
