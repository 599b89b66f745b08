#include "core/base/version.hpp"

namespace tertium::core {

std::string_view version() {
  return TERTIUM_VERSION;  // the build's
}

}  // namespace tertium::core
