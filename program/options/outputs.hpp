#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "program/options/command_line.hpp"

namespace tertium::program {

/// Files and folders that a command reads, "-" for the standard input. What is no path, an empty text or the name of a
/// data set, does no harm among them.
using Inputs = std::vector<std::filesystem::path>;

/// The one rule for what commands write (a run's folder apart, whose rows are only added to): an input is never an
/// output, whatever --force says, and what is there already is replaced where the same line made it, else with --force
/// alone. To be asked before anything
/// is computed. Devices and pipes are no files: nothing in them is lost.
class Outputs {
 public:
  Outputs(Inputs inputs, bool force);

  bool force() const { return force_; }
  /// Throws UserError where `file` is one of the inputs, or a file inside a folder that is one.
  void expect_no_input(const std::filesystem::path& file) const;
  /// The same, and where `file` is a folder, or is there and not to be replaced.
  void expect_free(const std::filesystem::path& file) const;

 private:
  Inputs inputs_;
  bool force_;
};

/// --force of commands that write single files.
void add_force_option(CommandLine& line, bool& force);

/// Whether `path` is inside of `folder`, links followed.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Whether there is something by this name, a link that leads nowhere too.
bool is_there(const std::filesystem::path& path);

/// The options that every drawn picture has: --width, --height, --font-size, --no-title, --svg-text. `width` is what
/// the help says of the default. They fill `page`, the part of a description that the scripts of pictures/ read by that
/// name: width and height in cm and the size of letters in points, null where the script chooses; whether there is a
/// title, and letters in the SVG stay text.
void add_picture_options(CommandLine& line, nlohmann::ordered_json& page, const char* width = "17, a page");

}  // namespace tertium::program
