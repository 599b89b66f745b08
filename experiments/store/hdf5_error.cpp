#include "experiments/store/hdf5_error.hpp"

#include "core/error.hpp"

namespace tertium::experiments {
namespace {

// The walk ends at the innermost call: its description says most about the cause.
herr_t remember(unsigned, const H5E_error2_t* error, void* reason) {
  if (error->desc != nullptr) *static_cast<std::string*>(reason) = error->desc;
  return 0;
}

}  // namespace

void silence_hdf5() {
  static const bool kSilent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
  (void)kSilent;
}

void fail_hdf5(const std::string& action, const std::string& object) {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, remember, &reason);
  H5Eclear2(H5E_DEFAULT);
  core::fail("cannot {} {} (HDF5: {}), check the disk and the file", action, object,
             reason.empty() ? "no reason given" : reason);
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
