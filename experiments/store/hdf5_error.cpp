#include "experiments/store/hdf5_error.hpp"

#include <cstdlib>
#include <cstring>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

// The walk ends at the innermost call: its description says most about the cause.
herr_t remember(unsigned, const H5E_error2_t* error, void* reason) {
  if (error->desc != nullptr) *static_cast<std::string*>(reason) = error->desc;
  return 0;
}

/// The operating system's word where HDF5 quotes it among much else, e.g. "No space left on device".
std::string short_reason(const std::string& reason) {
  constexpr std::string_view kQuoted = "errno = ";
  const std::size_t place = reason.find(kQuoted);
  if (place == std::string::npos) return reason.empty() ? "no reason given" : reason;
  return std::strerror(std::atoi(reason.c_str() + place + kQuoted.size()));
}

}  // namespace

void prepare_hdf5() {
  // A file that could not be closed (full disk) stays in HDF5's tables, and its clean-up at exit would crash on it.
  static const bool kPrepared = H5dont_atexit() >= 0 && H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  (void)kPrepared;
}

void fail_hdf5(const std::string& action, const std::string& object) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, remember, &reason);
  H5Eclear2(H5E_DEFAULT);
  core::fail("cannot {} {} (HDF5: {}), check the free space and the file", action, object, short_reason(reason));
}

Hdf5Handle checked(hid_t id, Hdf5Handle::Close close, const std::string& action, const std::string& object) {
  if (id < 0) fail_hdf5(action, object);
  return {id, close};
}

Hdf5Handle text_type() {
  Hdf5Handle type = checked(H5Tcopy(H5T_C_S1), H5Tclose, "make", "the text type");
  check_hdf5(H5Tset_size(type.id(), H5T_VARIABLE), "make", "the text type");
  check_hdf5(H5Tset_cset(type.id(), H5T_CSET_UTF8), "make", "the text type");
  return type;
}

}  // namespace tertium::experiments
