#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tertium::core {

/// The name under which a person gives the standard input.
inline constexpr std::string_view kStandardInput = "-";

/// True of the standard input, pipes and devices: what is no file has no size, and can be read only once.
bool is_stream(const std::filesystem::path& path);

/// The whole text of what a person names: a file, "-" for the standard input, or a pipe, whatever size the system
/// states. A pipe is waited for as long as somebody has it open for writing. Calls `refuse(why)`, which throws, where
/// there is nothing to read, where nobody writes to a pipe, and where a stream shows no end: a zero byte, 64 MiB
/// without a line end, or more than a quarter of the memory that is left. Without `refuse` a UserError says so.
std::string read_text(const std::filesystem::path& path, const std::function<void(const std::string& why)>& refuse);
std::string read_text(const std::filesystem::path& path);

}  // namespace tertium::core
