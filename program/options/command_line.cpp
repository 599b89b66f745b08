#include "program/options/command_line.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <iterator>

#include "core/base/error.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

namespace po = boost::program_options;

constexpr const char* kArguments = "arguments of the command";

std::vector<CommandLine>* noted = nullptr;  // where descriptions go instead of being used

class NotedInto {
 public:
  explicit NotedInto(std::vector<CommandLine>& lines) { noted = &lines; }
  ~NotedInto() { noted = nullptr; }
  NotedInto(const NotedInto&) = delete;
  NotedInto& operator=(const NotedInto&) = delete;
};

using Lines = std::vector<std::pair<std::string, std::string>>;  // what is named, and the sentence about it

constexpr std::size_t kWidest = 34;  // columns of names; the sentence about a longer one begins in the next line

struct TopicPage {
  CommandLine::Topic topic;
  const char *name, *sentence;
};
constexpr std::array kTopics{
    TopicPage{CommandLine::Topic::kReading, "reading", "how FILE is read: its columns, names, kinds of answers"},
    TopicPage{CommandLine::Topic::kDrawing, "drawing", "how pictures are drawn: size, font, heights"},
    TopicPage{CommandLine::Topic::kRunning, "running", "how trials are run: cores, deadlines, limits"}};

std::string block(const std::string& title, const std::string& sentences, const Lines& lines) {
  if (sentences.empty() && lines.empty()) return "";
  std::size_t width = 0;
  for (const auto& [name, sentence] : lines)
    if (name.size() <= kWidest) width = std::max(width, name.size());
  std::string text = '\n' + title + '\n';
  if (!sentences.empty()) text += "  " + terminal::wrapped(sentences, 2) + '\n';
  for (const auto& [name, sentence] : lines) {
    text +=
        name.size() > width ? fmt::format("  {}\n{:{}}", name, "", width + 4) : fmt::format("  {:<{}}  ", name, width);
    text += terminal::wrapped(sentence, width + 4) + '\n';
  }
  return text;
}

}  // namespace

CommandLine::CommandLine(std::string command, std::string sentence, std::string example)
    : command_(std::move(command)), sentence_(std::move(sentence)), example_(std::move(example)) {}

CommandLine& CommandLine::input(std::string sentences) {
  input_ = std::move(sentences);
  return *this;
}

CommandLine& CommandLine::output(std::string sentences) {
  output_ = std::move(sentences);
  return *this;
}

CommandLine& CommandLine::see_also(std::string commands) {
  see_also_ = std::move(commands);
  return *this;
}

CommandLine& CommandLine::topic(Topic topic) {
  topic_ = topic;
  return *this;
}

CommandLine& CommandLine::argument(std::string name, const Into& into, std::string sentence, Need need) {
  then([name, into](const CommandLine& line) { line.take(name, name, into); });
  arguments_.push_back({std::move(name), std::move(sentence), need, into.many() ? Count::kAnyNumber : Count::kOnce});
  return *this;
}

CommandLine& CommandLine::option(std::string name, char letter, std::string value, const Into& into,
                                 std::string sentence) {
  then([name, into](const CommandLine& line) { line.take(name, "--" + name, into); });
  options_.push_back({std::move(name), letter, std::move(value), std::move(sentence),
                      into.many() ? Count::kAnyNumber : Count::kOnce, topic_});
  return *this;
}

CommandLine& CommandLine::then(std::function<void(const CommandLine&)> rule) {
  steps_.push_back(std::move(rule));
  return *this;
}

void CommandLine::take(const std::string& name, const std::string& option, const Into& into) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return;
  if (found->second.empty()) into.take(option, "");  // a flag
  for (const std::string& text : found->second) into.take(option, text);
}

std::vector<CommandLine> CommandLine::described_by(const std::function<void()>& work) {
  std::vector<CommandLine> lines;
  const NotedInto noting(lines);
  work();
  return lines;
}

bool CommandLine::parse(const std::vector<std::string>& args) {
  if (noted != nullptr) {
    noted->push_back(*this);
    return false;
  }
  if (const auto help = std::ranges::find_if(args, [](const auto& word) { return word == "--help" || word == "-h"; });
      help != args.end()) {
    const auto asked = std::ranges::find_if(kTopics, [&](const TopicPage& about) {
      return help + 1 != args.end() && help[1] == about.name && has_topic(about.topic);
    });
    fmt::print("{}", page(asked == kTopics.end() ? Topic::kOwn : asked->topic));
    return false;
  }
  read(args);
  for (const Argument& argument : arguments_)
    if (argument.need == Need::kRequired && !has(argument.name))
      fail_usage(fmt::format("{} is missing ({})", argument.name, synopsis()));
  for (const auto& step : steps_) step(*this);
  return true;
}

void CommandLine::read(const std::vector<std::string>& args) {
  po::options_description description;
  for (const Option& item : options_) {
    const std::string names = item.letter == 0 ? item.name : item.name + ',' + item.letter;
    if (item.value.empty())
      description.add_options()(names.c_str(), "");
    else
      description.add_options()(names.c_str(), po::value<std::vector<std::string>>(), "");
  }
  description.add_options()(kArguments, po::value<std::vector<std::string>>(), "");
  po::positional_options_description positional;
  positional.add(kArguments, -1);
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    const auto parsed = po::command_line_parser(args).options(description).positional(positional).style(style).run();
    std::size_t n_arguments = 0;
    for (const po::option& option : parsed.options) {
      std::string name = option.string_key;
      if (name == kArguments) {
        if (n_arguments == arguments_.size())
          fail_usage(fmt::format("'{}' is one argument too many ({})", option.value.at(0), synopsis()));
        name = arguments_[n_arguments].name;
        if (arguments_[n_arguments].count == Count::kOnce) ++n_arguments;
      }
      auto& values = values_[name];
      values.insert(values.end(), option.value.begin(), option.value.end());
    }
  } catch (const po::unknown_option& error) {
    std::vector<std::string> known;
    for (const Option& item : options_) known.push_back("--" + item.name);
    known.push_back("--help");
    core::fail_unknown("option", error.get_option_name(), known);
  } catch (const po::error& error) {
    fail_usage(error.what());
  }
  for (const Option& item : options_)
    if (item.count == Count::kOnce && texts(item.name).size() > 1)
      fail_usage(fmt::format("--{} is given more than once", item.name));
}

void CommandLine::fail_usage(std::string_view problem) const {
  throw core::UsageError(fmt::format("{}, see tertium {} --help", problem, command_));
}

std::string CommandLine::synopsis() const {
  std::string text = "tertium " + command_;
  for (const Argument& argument : arguments_) {
    const std::string word = argument.name + (argument.count == Count::kAnyNumber ? " ..." : "");
    text += argument.need == Need::kRequired ? ' ' + word : " [" + word + ']';
  }
  return text;
}

bool CommandLine::has_topic(Topic topic) const {
  return std::ranges::find(options_, topic, &Option::topic) != options_.end();
}

std::vector<std::pair<std::string, std::string>> CommandLine::lines_of(Topic topic) const {
  Lines lines;
  for (const Option& item : options_) {
    if (item.topic != topic) continue;
    std::string name = item.letter == 0 ? "" : fmt::format("-{}, ", item.letter);
    name += "--" + item.name + (item.value.empty() ? "" : ' ' + item.value);
    lines.emplace_back(name, item.sentence + (item.count == Count::kAnyNumber ? "; may be repeated" : ""));
  }
  return lines;
}

std::string CommandLine::own_page() const {
  Lines input, output, options = lines_of(Topic::kOwn), more;
  for (const Argument& argument : arguments_) input.emplace_back(argument.name, argument.sentence);
  const auto is_output = [](const auto& line) {
    return line.first.find("--output") != line.first.npos || line.first == "--force";
  };
  std::ranges::copy_if(options, std::back_inserter(output), is_output);
  std::erase_if(options, is_output);
  for (const TopicPage& about : kTopics)
    if (has_topic(about.topic))
      more.emplace_back(fmt::format("tertium {} --help {}", command_, about.name), about.sentence);
  const std::string see = see_also_.empty() ? "" : "tertium " + see_also_;
  std::string text = block("INPUT", input_, input) + block("OPTIONS", "", options) + block("OUTPUT", output_, output);
  return text + block("SEE ALSO", see, more);
}

std::string CommandLine::page(Topic topic) const {
  if (topic != Topic::kOwn) {
    const auto about = std::ranges::find(kTopics, topic, &TopicPage::topic);
    return fmt::format("tertium {}: {}\n", command_, about->sentence) + block("OPTIONS", "", lines_of(topic));
  }
  return fmt::format("Usage: {}{}\n\n{}\n{}\nExample:\n  {}\n", synopsis(), options_.empty() ? "" : " [options]",
                     terminal::wrapped(sentence_, 0), own_page(), example_);
}

std::string CommandLine::text(std::string_view name, std::string_view otherwise) const {
  const auto found = values_.find(name);
  return found == values_.end() || found->second.empty() ? std::string(otherwise) : found->second.front();
}

std::vector<std::string> CommandLine::texts(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::vector<std::string> CommandLine::said_for(const CommandLine& other) const {
  std::vector<std::string> words;
  for (const Option& item : other.options_) {
    if (!has(item.name)) continue;
    if (item.value.empty()) words.push_back("--" + item.name);
    for (const std::string& value : texts(item.name)) words.push_back(fmt::format("--{}={}", item.name, value));
  }
  return words;
}

void add_set_option(CommandLine& line, std::vector<std::string>& set) {
  line.option("set", 0, "SECTION.KEY=VALUE", set, "overrides a line of the configuration, e.g. --set model.delta=0.1");
}

}  // namespace tertium::program
