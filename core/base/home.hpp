#pragma once

#include <filesystem>

namespace tertium::core {

/// The folder that holds data/, configs/, cluster-jobs/ and the figure scripts: the environment variable TERTIUM_HOME,
/// else what use_home() said, else share/tertium of an installed program, else the source folder.
std::filesystem::path home_folder();

/// Says where it is, for programs that bring it themselves. Call it before anything is read.
void use_home(std::filesystem::path folder);

}  // namespace tertium::core
