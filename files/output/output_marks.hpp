#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace tertium::files {

/// What this program was started with, --force apart: whoever types the same line again wants its results replaced.
void name_this_line(std::span<const std::string> words);

/// Says on the file, in an extended attribute, by which line it was made, and how large it was and when. Nothing
/// happens where the line has no name, or where the file system keeps no attributes.
void mark_as_ours(const std::filesystem::path& file);

/// Whether the same line as this made the file, and nobody has changed it since.
bool is_of_this_line(const std::filesystem::path& file);

}  // namespace tertium::files
