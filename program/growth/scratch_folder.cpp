#include "program/growth/scratch_folder.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include "core/base/error.hpp"

namespace tertium::program {

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "tertium-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) core::fail("{} cannot be made, free or name space in TMPDIR", name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tertium::program
