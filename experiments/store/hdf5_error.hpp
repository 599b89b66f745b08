#pragma once

#include <hdf5.h>

#include <string>

#include "experiments/store/hdf5.hpp"

namespace tertium::experiments {

/// Turns HDF5's printing of errors and its clean-up at exit off, once per process; before any other call of it.
void prepare_hdf5();

/// Throws UserError "cannot <action> <object> (<HDF5's reason>), <what to do>".
[[noreturn]] void fail_hdf5(const std::string& action, const std::string& object);

/// Wraps an identifier, or throws as fail_hdf5 does when it is negative.
Hdf5Handle checked(hid_t id, Hdf5Handle::Close close, const std::string& action, const std::string& object);

inline void check_hdf5(herr_t result, const std::string& action, const std::string& object) {
  if (result < 0) fail_hdf5(action, object);
}

/// The type of variable-length UTF-8 text.
Hdf5Handle text_type();

}  // namespace tertium::experiments
