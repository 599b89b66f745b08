#include "files/output/scratch_folder.hpp"

#include <cstdlib>
#include <string>
#include <system_error>

#include "core/base/error.hpp"

namespace tertium::files {

ScratchFolder::ScratchFolder(const std::string& purpose) {
  std::string name = (std::filesystem::temp_directory_path() / ("tertium-" + purpose + "-XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    core::fail("{} cannot be created, free space or name another place in TMPDIR", name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace tertium::files
