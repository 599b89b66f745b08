#pragma once

#include <filesystem>

namespace tertium::files {

/// Makes what is written to a descriptor durable, by the whole file system where that cannot do it for a file or folder
/// alone. `path` is for the UserError.
void sync_file(int fd, const std::filesystem::path& path);

}  // namespace tertium::files
