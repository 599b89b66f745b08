#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::files {

/// Files appear whole or not at all. Both functions below write a temporary file (temporary_file.hpp) in the same
/// folder, sync it, give it its name, and sync the folder; when they return, the file survives a crash of the machine.
/// On any error the temporary file is removed and a UserError says why; what was there before is whole. (If only the
/// last step, syncing the folder, fails, the new file is there, but a crash of the machine may take it.)

/// Publishes `bytes` under a name that nothing has yet: `name_of(n)` is asked with n = 0, 1, ... until one is free.
/// Never replaces a file. Returns the path.
std::filesystem::path publish_file(const std::filesystem::path& folder, std::span<const std::byte> bytes,
                                   const std::function<std::string(int)>& name_of);

/// Replaces `path` (or makes it) by a file that `write` creates under the temporary path it is given.
void replace_file(const std::filesystem::path& path, const std::function<void(const std::filesystem::path&)>& write);

/// The same of a text. Into a device or a pipe it is written as it is: those must not be replaced.
void replace_file(const std::filesystem::path& path, std::string_view text);

/// The whole file; nullopt when there is none (it may vanish at any moment). Throws UserError when it cannot be read.
std::optional<std::vector<std::byte>> read_file(const std::filesystem::path& path);

}  // namespace tertium::files
