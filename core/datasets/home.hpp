#pragma once

#include <filesystem>

namespace tertium::core {

/// Says where the folder with data/, configs/ and the figure scripts is (home_folder), for programs that bring it
/// themselves. TERTIUM_HOME goes before. Call it before anything is read.
void use_home(std::filesystem::path folder);

}  // namespace tertium::core
