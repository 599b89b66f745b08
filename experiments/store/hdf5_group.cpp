#include <algorithm>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/hdf5_error.hpp"

namespace tertium::experiments {
namespace {

Hdf5Handle access_properties() {
  prepare_hdf5();
  Hdf5Handle list = checked(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make", "file access properties");
  // Published files are never opened for writing, and locks fail on some shared file systems.
  check_hdf5(H5Pset_file_locking(list.id(), false, true), "set", "file locking");
  return list;
}

herr_t collect_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

Hdf5Group Hdf5Group::create_file(const std::filesystem::path& path) {
  const Hdf5Handle access = access_properties();
  return {checked(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access.id()), H5Fclose, "create", path.string()),
          path.string()};
}

Hdf5Group Hdf5Group::open_file(const std::filesystem::path& path) {
  const Hdf5Handle access = access_properties();
  return {checked(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose, "open", path.string()), path.string()};
}

void Hdf5Group::close() {
  if (!handle_.close()) fail_hdf5("close", label_);
}

Hdf5Group Hdf5Group::create_group(const std::string& name) {
  const std::string label = label_of(name);
  return {
      checked(H5Gcreate2(handle_.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose, "create", label),
      label};
}

Hdf5Group Hdf5Group::open_group(const std::string& name) const {
  const std::string label = label_of(name);
  return {checked(H5Gopen2(handle_.id(), name.c_str(), H5P_DEFAULT), H5Gclose, "open", label), label};
}

bool Hdf5Group::has(const std::string& name) const {
  return H5Lexists(handle_.id(), name.c_str(), H5P_DEFAULT) > 0;
}

std::vector<std::string> Hdf5Group::members() const {
  std::vector<std::string> names;
  check_hdf5(H5Literate(handle_.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_name, &names), "list", label_);
  std::sort(names.begin(), names.end());
  return names;
}

std::string Hdf5Group::label_of(const std::string& member) const {
  if (member.empty()) return label_;
  return label_ + (label_.find(":/") == std::string::npos ? ":/" : "/") + member;
}

Hdf5Handle Hdf5Group::open_member(const std::string& member) const {
  const std::string path = member.empty() ? "." : member;
  return checked(H5Oopen(handle_.id(), path.c_str(), H5P_DEFAULT), H5Oclose, "open", label_of(member));
}

}  // namespace tertium::experiments
