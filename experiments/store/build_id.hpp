#pragma once

#include <cstdint>
#include <string>

namespace tertium::experiments {

/// The identity that the linker gave this program (--build-id, a hash of all that is in it), in hexadecimal digits;
/// empty where it has none. Another compiler, other flags or one changed line make another.
const std::string& linker_build_id();

/// Its first 8 bytes, as rows hold it; 0 where there is none.
std::uint64_t this_build();

/// As people read it: the first 12 digits, or "unknown".
std::string build_name(std::uint64_t build);

}  // namespace tertium::experiments
