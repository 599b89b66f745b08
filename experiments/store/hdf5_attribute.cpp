#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/hdf5_error.hpp"

namespace tertium::experiments {
namespace {

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
