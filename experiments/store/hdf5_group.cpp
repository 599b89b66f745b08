#include <algorithm>
#include <atomic>

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

Hdf5Handle memory_properties() {
  constexpr std::size_t kGrowth = 1 << 16;
  Hdf5Handle list = access_properties();
  check_hdf5(H5Pset_fapl_core(list.id(), kGrowth, false), "set", "the memory driver");
  return list;
}

// The memory driver takes two open files of one name for the same file, and refuses the name of a file on disk.
std::string image_name() {
  static std::atomic<unsigned> count = 0;
  return "/dev/null/image-" + std::to_string(count++);
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

Hdf5Group Hdf5Group::create_image(const std::string& name) {
  const Hdf5Handle access = memory_properties();
  return {checked(H5Fcreate(image_name().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose, "create", name),
          name};
}

Hdf5Group Hdf5Group::open_image(std::span<const std::byte> bytes, const std::string& name) {
  const Hdf5Handle access = memory_properties();
  // The driver copies the bytes; the C interface just does not say const.
  void* data = const_cast<std::byte*>(bytes.data());
  check_hdf5(H5Pset_file_image(access.id(), data, bytes.size()), "take", "the bytes of " + name);
  return {checked(H5Fopen(image_name().c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose, "open", name), name};
}

std::vector<std::byte> Hdf5Group::image() {
  check_hdf5(H5Fflush(handle_.id(), H5F_SCOPE_GLOBAL), "flush", label_);
  const ssize_t size = H5Fget_file_image(handle_.id(), nullptr, 0);
  if (size < 0) fail_hdf5("take the image of", label_);
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  if (H5Fget_file_image(handle_.id(), bytes.data(), bytes.size()) != size) fail_hdf5("take the image of", label_);
  return bytes;
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
