#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tertium::experiments {

/// The line that ends every file of the store. It holds a checksum over everything before it, and nothing is read
/// before the sum is right. In results.h5 it stands after the last byte of HDF5, where HDF5 programs do not look: HDF5
/// may crash on damaged metadata, and its own filters leave metadata and texts unprotected. Same form in every version:
///   "\nFORMAT VVVV xxh3 HHHHHHHHHHHHHHHH\n"
struct Seal {
  std::string format;  ///< 15 characters
  int version = 0;
  std::uint64_t sum = 0;
};

inline constexpr std::size_t kSealSize = 44;

std::string to_line(const Seal& seal);

/// The seal at the end of `bytes`; nullopt when there is none.
std::optional<Seal> find_seal(std::string_view bytes);
/// The same for a file; nullopt also when it cannot be read.
std::optional<Seal> find_seal(const std::filesystem::path& path);

/// The checksum that the seal of a file with this body has.
std::uint64_t seal_sum(std::string_view body);

/// Appends a seal to a closed file, without syncing it. Throws UserError.
void append_seal(const std::filesystem::path& path, const std::string& format, int version);

/// Whether the seal of the file is right for what is before it. Reads the whole file. Throws UserError.
bool seal_holds(const std::filesystem::path& path, const Seal& seal);

}  // namespace tertium::experiments
