#include <hdf5_hl.h>

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"

namespace tertium::experiments {
namespace {

template <typename T>
Hdf5Handle memory_type() {
  if constexpr (std::is_same_v<T, std::string>) return text_type();
  hid_t type = H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::int64_t>) type = H5T_NATIVE_INT64;
  if constexpr (std::is_same_v<T, std::uint64_t>) type = H5T_NATIVE_UINT64;
  if constexpr (std::is_same_v<T, double>) type = H5T_NATIVE_DOUBLE;
  return checked(H5Tcopy(type), H5Tclose, "copy", "a type");
}

// HDF5 converts between integers and reals without a word; a foreign or damaged column must not pass for ours.
void expect_class(const Hdf5Handle& dataset, const Hdf5Handle& wanted, const std::string& label) {
  const Hdf5Handle stored = checked(H5Dget_type(dataset.id()), H5Tclose, "read the type of", label);
  const bool same = H5Tget_class(stored.id()) == H5Tget_class(wanted.id()) &&
                    H5Tis_variable_str(stored.id()) == H5Tis_variable_str(wanted.id());
  if (!same) core::fail("{} has an unexpected type (foreign or damaged file), check the file", label);
}

// The filters would see only the references of variable-length text, never the characters, and HDF5 refuses them there.
Hdf5Handle chunked_properties(std::span<const hsize_t> shape, bool filtered) {
  constexpr hsize_t kMostRowsInChunk = 16384;
  constexpr unsigned kDeflateLevel = 4;
  Hdf5Handle list = checked(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make", "dataset properties");
  std::vector<hsize_t> chunk(shape.begin(), shape.end());
  chunk[0] = std::clamp<hsize_t>(chunk[0], 1, kMostRowsInChunk);
  bool set = H5Pset_chunk(list.id(), static_cast<int>(chunk.size()), chunk.data()) >= 0;
  if (filtered) {
    set = set && H5Pset_shuffle(list.id()) >= 0 && H5Pset_deflate(list.id(), kDeflateLevel) >= 0 &&
          H5Pset_fletcher32(list.id()) >= 0;
  }
  if (!set) fail_hdf5("set", "chunks and filters");
  return list;
}

}  // namespace

Hdf5Handle Hdf5Group::create_dataset(const std::string& name, hid_t type, std::span<const hsize_t> shape,
                                     bool compressed) {
  const std::string label = label_of(name);
  std::vector<hsize_t> most(shape.begin(), shape.end());
  if (compressed) most[0] = H5S_UNLIMITED;
  const Hdf5Handle space = checked(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), most.data()),
                                   H5Sclose, "make the shape of", label);
  Hdf5Handle properties;
  if (compressed) properties = chunked_properties(shape, H5Tget_class(type) != H5T_STRING);
  const hid_t creation = compressed ? properties.id() : H5P_DEFAULT;
  return checked(H5Dcreate2(handle_.id(), name.c_str(), type, space.id(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose,
                 "create", label);
}

Hdf5Handle Hdf5Group::open_dataset(const std::string& name) const {
  return checked(H5Dopen2(handle_.id(), name.c_str(), H5P_DEFAULT), H5Dclose, "open", label_of(name));
}

std::size_t Hdf5Group::length_of(const Hdf5Handle& dataset, const std::string& name) const {
  const std::string label = label_of(name);
  const Hdf5Handle space = checked(H5Dget_space(dataset.id()), H5Sclose, "read the shape of", label);
  const hssize_t n = H5Sget_simple_extent_npoints(space.id());
  if (n < 0) fail_hdf5("read the shape of", label);
  return static_cast<std::size_t>(n);
}

template <typename T>
void Hdf5Group::write_column(const std::string& name, const std::vector<T>& values, const Hdf5ColumnOptions& options) {
  const hsize_t n = values.size();
  const Hdf5Handle type = memory_type<T>();
  const Hdf5Handle dataset = create_dataset(name, type.id(), {&n, 1}, options.compressed);
  const void* data = values.data();
  std::vector<const char*> texts;
  if constexpr (std::is_same_v<T, std::string>) {
    texts.reserve(values.size());
    for (const std::string& value : values) texts.push_back(value.c_str());
    data = texts.data();
  }
  if (n > 0)
    check_hdf5(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write", label_of(name));
  if (!options.dimension.empty()) {
    const Hdf5Handle scale = open_dataset(options.dimension);
    check_hdf5(H5DSattach_scale(dataset.id(), scale.id(), 0), "attach a dimension to", label_of(name));
  }
  for (const auto& [key, value] : options.attributes) set_attribute(name, key, value);
}

template <typename T>
std::vector<T> Hdf5Group::read_column(const std::string& name) const {
  const std::string label = label_of(name);
  const Hdf5Handle dataset = open_dataset(name);
  const Hdf5Handle type = memory_type<T>();
  expect_class(dataset, type, label);
  const std::size_t n = length_of(dataset, name);
  std::vector<T> values(n);
  if (n == 0) return values;
  if constexpr (std::is_same_v<T, std::string>) {
    std::vector<char*> texts(n, nullptr);
    check_hdf5(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, texts.data()), "read", label);
    for (std::size_t i = 0; i < n; ++i) {
      // An empty text comes back as no text.
      if (texts[i] != nullptr) values[i] = texts[i];
      H5free_memory(texts[i]);
    }
  } else {
    check_hdf5(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "read", label);
  }
  return values;
}

#define TERTIUM_COLUMN_TYPE(T)                                                                                   \
  template void Hdf5Group::write_column<T>(const std::string&, const std::vector<T>&, const Hdf5ColumnOptions&); \
  template std::vector<T> Hdf5Group::read_column<T>(const std::string&) const
TERTIUM_COLUMN_TYPE(std::int32_t);
TERTIUM_COLUMN_TYPE(std::int64_t);
TERTIUM_COLUMN_TYPE(std::uint64_t);
TERTIUM_COLUMN_TYPE(double);
TERTIUM_COLUMN_TYPE(std::string);
#undef TERTIUM_COLUMN_TYPE

H5T_class_t Hdf5Group::class_of(const std::string& name) const {
  const Hdf5Handle dataset = open_dataset(name);
  const Hdf5Handle type = checked(H5Dget_type(dataset.id()), H5Tclose, "read the type of", label_of(name));
  return H5Tget_class(type.id());
}

bool Hdf5Group::holds_text(const std::string& name) const {
  return class_of(name) == H5T_STRING;
}

bool Hdf5Group::holds_integers(const std::string& name) const {
  return class_of(name) == H5T_INTEGER;
}

void Hdf5Group::write_table(const std::string& name, const std::vector<std::array<double, 4>>& rows) {
  const std::array<hsize_t, 2> shape = {rows.size(), 4};
  const Hdf5Handle dataset = create_dataset(name, H5T_NATIVE_DOUBLE, shape, true);
  if (rows.empty()) return;
  check_hdf5(H5Dwrite(dataset.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()), "write",
             label_of(name));
}

std::vector<std::array<double, 4>> Hdf5Group::read_table(const std::string& name) const {
  const std::vector<double> numbers = read_column<double>(name);
  if (numbers.size() % 4 != 0) core::fail("{} does not have 4 columns (foreign file), check the file", label_of(name));
  std::vector<std::array<double, 4>> rows(numbers.size() / 4);
  for (std::size_t i = 0; i < numbers.size(); ++i) rows[i / 4][i % 4] = numbers[i];
  return rows;
}

void Hdf5Group::write_text(const std::string& name, const std::string& text) {
  const Hdf5Handle type = text_type();
  const Hdf5Handle space = checked(H5Screate(H5S_SCALAR), H5Sclose, "make", "a scalar");
  const Hdf5Handle dataset =
      checked(H5Dcreate2(handle_.id(), name.c_str(), type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
              H5Dclose, "create", label_of(name));
  const char* data = text.c_str();
  check_hdf5(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &data), "write", label_of(name));
}

std::string Hdf5Group::read_text(const std::string& name) const {
  const std::vector<std::string> texts = read_column<std::string>(name);
  if (texts.size() != 1) core::fail("{} is not one text (foreign file), check the file", label_of(name));
  return texts[0];
}

void Hdf5Group::write_scale(const std::string& name, std::size_t n, const std::string& long_name) {
  std::vector<std::int64_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  write_column(name, numbers, {.compressed = true, .dimension = {}, .attributes = {{"long_name", long_name}}});
  const Hdf5Handle dataset = open_dataset(name);
  check_hdf5(H5DSset_scale(dataset.id(), name.c_str()), "make a dimension of", label_of(name));
}

}  // namespace tertium::experiments
