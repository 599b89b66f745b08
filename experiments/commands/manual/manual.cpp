// tertium manual: what the program tells of itself, in the forms of man and of shells.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/manual/completion.hpp"
#include "experiments/commands/manual/man_page.hpp"
#include "experiments/commands/options/outputs.hpp"
#include "experiments/commands/reproduce/papers.hpp"
#include "experiments/config/config.hpp"
#include "experiments/store/atomic_file.hpp"
#include "experiments/terminal/text_layout.hpp"
#include "metrics/scores/score.hpp"
#include "problems/datasets/datasets.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

template <typename Entry>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const Entry& entry : core::all<Entry>()) names.push_back(entry.name);
  return names;
}

std::vector<std::string> papers() {
  std::vector<std::string> keys;
  for (const Paper& paper : read_papers()) keys.push_back(paper.key);
  return keys;
}

/// What the arguments of a command are, where that is no file.
std::vector<std::string> names_for(const CommandLine& line) {
  const std::string& command = line.command();
  if (command == "methods" || command == "cite") return core::method_names();
  if (command == "models") return names_of<problems::Model>();
  if (command == "datasets") return names_of<problems::Dataset>();
  if (command == "schemes") return names_of<problems::Scheme>();
  if (command == "metrics") return names_of<metrics::Score>();
  if (command == "reproduce") return papers();
  if (command == "benchmark") return {"tasks", "run", "score"};
  const bool of_configurations = std::ranges::any_of(
      line.arguments(), [](const CommandLine::Argument& argument) { return argument.name == "CONFIG"; });
  return of_configurations ? config_names() : std::vector<std::string>();
}

Completions completions() {
  Completions all{{}, core::method_names()};
  for (const Command& command : all_commands()) {
    const std::vector<CommandLine> lines = CommandLine::described_by([&] { command.run({}); });
    core::expects(lines.size() == 1, "a command has one description");
    all.commands.push_back({command, lines.front(), names_for(lines.front())});
  }
  return all;
}

/// All files, by their paths below the folder.
std::map<fs::path, std::string> files_of(const Completions& all) {
  const fs::path pages = fs::path("man") / "man1";
  std::map<fs::path, std::string> files{
      {pages / "tertium.1", man_overview()},
      {fs::path("bash-completion") / "completions" / "tertium", bash_completion(all)},
      {fs::path("zsh") / "site-functions" / "_tertium", zsh_completion(all)},
      {fs::path("fish") / "vendor_completions.d" / "tertium.fish", fish_completion(all)}};
  for (const CompletedCommand& one : all.commands)
    files.emplace(pages / fmt::format("tertium-{}.1", one.command.name), man_page(one.command, one.line));
  return files;
}

void write(const fs::path& file, const std::string& text) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) core::fail("{} cannot be made ({}), give another folder", file.parent_path().string(), error.message());
  replace_file(file, text);
}

}  // namespace

int manual_command(const std::vector<std::string>& args) {
  CommandLine line(
      "manual",
      "Writes the man pages of all commands, and what lets bash, zsh and fish complete them, below FOLDER: "
      "man/man1, bash-completion/completions, zsh/site-functions, fish/vendor_completions.d. Where "
      "Tertium is installed they are there already.",
      "tertium manual -o share");
  line.option("output", 'o', "FOLDER", "where they go, as in /usr/local/share (required)");
  add_force_option(line);
  if (!line.parse(args)) return kComplete;
  if (!line.has("output")) throw core::UsageError("--output is missing, see tertium manual --help");
  const fs::path folder = line.text("output");
  const Outputs outputs({}, line.has("force"));
  const std::map<fs::path, std::string> files = files_of(completions());
  for (const auto& [name, text] : files) outputs.expect_free(folder / name);
  for (const auto& [name, text] : files) write(folder / name, text);
  fmt::print("wrote {} below {}\n", counted(files.size(), "file"), folder.string());
  return kComplete;
}

}  // namespace tertium::experiments
