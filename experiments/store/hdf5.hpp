#pragma once

#include <hdf5.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tertium::experiments {

/// Owns one HDF5 identifier. Nothing here is thread-safe: one thread at a time may use HDF5.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t id() const { return id_; }
  /// Closes now. Returns false when that failed, which is where a full disk shows at the latest.
  bool close() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

using Hdf5Attribute = std::variant<std::int32_t, std::string, std::vector<std::int32_t>>;
using Hdf5Attributes = std::map<std::string, Hdf5Attribute>;

/// How a column is stored; attached to a dimension scale of the same group when `dimension` is not empty.
struct Hdf5ColumnOptions {
  bool compressed = false;  ///< chunked and unlimited; numbers with gzip, shuffle and fletcher32
  std::string dimension;
  Hdf5Attributes attributes;
};

/// A file or a group in it. HDF5's own error stack is silent; every failure is a UserError that names file and object.
/// Text is variable-length UTF-8, integers and doubles little-endian; there are no enums and no fixed-length texts.
class Hdf5Group {
 public:
  static Hdf5Group create_file(const std::filesystem::path& path);
  static Hdf5Group open_file(const std::filesystem::path& path);

  Hdf5Group create_group(const std::string& name);
  Hdf5Group open_group(const std::string& name) const;
  bool has(const std::string& name) const;
  /// The names of all members, sorted.
  std::vector<std::string> members() const;

  /// One-dimensional datasets. T: std::int32_t, std::int64_t, std::uint64_t, double, std::string.
  template <typename T>
  void write_column(const std::string& name, const std::vector<T>& values, const Hdf5ColumnOptions& options = {});
  template <typename T>
  std::vector<T> read_column(const std::string& name) const;
  bool holds_text(const std::string& name) const;
  bool holds_integers(const std::string& name) const;
  /// A compressed dataset of n x 4 doubles.
  void write_table(const std::string& name, const std::vector<std::array<double, 4>>& rows);
  std::vector<std::array<double, 4>> read_table(const std::string& name) const;
  /// A dataset with one text.
  void write_text(const std::string& name, const std::string& text);
  std::string read_text(const std::string& name) const;
  /// The unlimited dimension scale 0, 1, ..., n - 1.
  void write_scale(const std::string& name, std::size_t n, const std::string& long_name);

  /// Attributes of this group (member empty) or of one of its members.
  void set_attribute(const std::string& member, const std::string& name, const Hdf5Attribute& value);
  bool has_attribute(const std::string& member, const std::string& name) const;
  std::string text_attribute(const std::string& member, const std::string& name) const;

  /// Closes and reports what could not be written.
  void close();
  /// "PATH" or "PATH:/group", for messages.
  const std::string& label() const { return label_; }

 private:
  Hdf5Group(Hdf5Handle handle, std::string label) : handle_(std::move(handle)), label_(std::move(label)) {}
  std::string label_of(const std::string& member) const;
  Hdf5Handle open_dataset(const std::string& name) const;
  Hdf5Handle open_member(const std::string& member) const;
  Hdf5Handle create_dataset(const std::string& name, hid_t type, std::span<const hsize_t> shape, bool compressed);
  H5T_class_t class_of(const std::string& name) const;
  std::size_t length_of(const Hdf5Handle& dataset, const std::string& name) const;

  Hdf5Handle handle_;
  std::string label_;
};

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
