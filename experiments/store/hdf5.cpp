#include "experiments/store/hdf5.hpp"

#include <algorithm>
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

void write_attribute(hid_t object, const std::string& name, hid_t type, const Hdf5Handle& space, const void* data,
                     const std::string& label) {
  const Hdf5Handle attribute = checked(H5Acreate2(object, name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                                       H5Aclose, "create attribute", label);
  check_hdf5(H5Awrite(attribute.id(), type, data), "write attribute", label);
}

Hdf5Handle scalar() {
  return checked(H5Screate(H5S_SCALAR), H5Sclose, "make", "a scalar");
}

Hdf5Handle open_attribute(hid_t object, const std::string& name, const std::string& label) {
  return checked(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "open attribute", label);
}

}  // namespace

void prepare_hdf5() {
  // Where the environment asks HDF5 for locks, it would wait for those that files have while they are written here. A
  // file that could not be closed (full disk) stays in HDF5's tables, and its clean-up at exit would crash on it.
  static const bool kPrepared = unsetenv("HDF5_USE_FILE_LOCKING") == 0 && H5dont_atexit() >= 0 &&
                                H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
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

Hdf5Group Hdf5Group::create_file(const std::filesystem::path& path) {
  const Hdf5Handle access = access_properties();
  return {checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.id()), H5Fclose, "create", path.string()),
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

void Hdf5Group::set_attribute(const std::string& member, const std::string& name, const Hdf5Attribute& value) {
  const Hdf5Handle object = open_member(member);
  const std::string label = label_of(member) + "@" + name;
  if (const auto* text = std::get_if<std::string>(&value)) {
    const char* data = text->c_str();
    write_attribute(object.id(), name, text_type().id(), scalar(), &data, label);
  } else if (const auto* list = std::get_if<std::vector<std::int32_t>>(&value)) {
    const hsize_t size = list->size();
    const Hdf5Handle space = checked(H5Screate_simple(1, &size, nullptr), H5Sclose, "make", "a list");
    write_attribute(object.id(), name, H5T_NATIVE_INT32, space, list->data(), label);
  } else {
    write_attribute(object.id(), name, H5T_NATIVE_INT32, scalar(), &std::get<std::int32_t>(value), label);
  }
}

bool Hdf5Group::has_attribute(const std::string& member, const std::string& name) const {
  return H5Aexists_by_name(handle_.id(), member.empty() ? "." : member.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

std::string Hdf5Group::text_attribute(const std::string& member, const std::string& name) const {
  const Hdf5Handle object = open_member(member);
  const std::string label = label_of(member) + "@" + name;
  const Hdf5Handle attribute = open_attribute(object.id(), name, label);
  const Hdf5Handle stored = checked(H5Aget_type(attribute.id()), H5Tclose, "read the type of", label);
  const Hdf5Handle space = checked(H5Aget_space(attribute.id()), H5Sclose, "read the shape of", label);
  // A fixed-length text or a list would not fit into the one pointer below.
  if (H5Tis_variable_str(stored.id()) <= 0 || H5Sget_simple_extent_npoints(space.id()) != 1) {
    core::fail("{} is not one variable-length text (foreign file), check the file", label);
  }
  const Hdf5Handle type = text_type();
  char* data = nullptr;
  check_hdf5(H5Aread(attribute.id(), type.id(), &data), "read attribute", label);
  std::string text = data == nullptr ? "" : data;
  H5free_memory(data);
  return text;
}

}  // namespace tertium::experiments
