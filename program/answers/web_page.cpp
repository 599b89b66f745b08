#include "program/answers/web_page.hpp"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "files/text/csv.hpp"
#include "program/options/outputs.hpp"
#include "terminal/notice.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kMostImageBytes = 100'000'000;
constexpr std::pair<const char*, const char*> kImageTypes[] = {{".png", "image/png"},   {".jpg", "image/jpeg"},
                                                               {".jpeg", "image/jpeg"}, {".webp", "image/webp"},
                                                               {".gif", "image/gif"},   {".svg", "image/svg+xml"}};

std::optional<std::string> bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The page is made to be sent: nothing gets into it but files of the folder, and nothing that has no end is read.
void check_image(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    core::fail("--images: {} is not a file, remove it or put a picture in its place", path.string());
  if (!lies_in(path, folder))
    core::fail(
        "--images: {} leads out of the folder (the page contains its pictures and may be sent anywhere), copy the "
        "picture",
        path.string());
}

/// RFC 4648.
std::string base64(const std::string& bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8 | (k + i < bytes.size() ? static_cast<std::uint8_t>(bytes[k + i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += k + i > bytes.size() ? '=' : kDigits[three >> (18 - 6 * i) & 63];
  }
  return text;
}

/// The type of a picture by the ending of its name; "": none that a page shows.
std::string image_type(const fs::path& path) {
  const std::string ending = files::lower_case(path.extension().string());
  for (const auto& [extension, type] : kImageTypes)
    if (ending == extension) return type;
  return "";
}

/// Where an object's picture may be: in the folder called as the object is, with or without an ending; of a name that
/// is a path ("img/animal/lion.jpg") under that path, or its last part.
std::vector<fs::path> image_places(const fs::path& folder, const std::string& name) {
  const fs::path path = fs::path(name).relative_path().lexically_normal();
  std::vector<fs::path> places;
  for (const fs::path& called : {path, path.filename()}) {
    if (called.empty() || *called.begin() == "..") continue;
    if (!image_type(called).empty()) places.push_back(folder / called);
    for (const auto& [extension, type] : kImageTypes) places.push_back(folder / (called.string() + extension));
  }
  return places;
}

/// "data:image/png;base64,...", or "" where the object has no picture.
std::string image_of(const fs::path& folder, const std::string& name, std::uintmax_t& total) {
  for (const fs::path& path : image_places(folder, name)) {
    if (!is_there(path)) continue;
    check_image(folder, path);
    std::error_code error;
    total += fs::file_size(path, error);
    if (total > kMostImageBytes)
      core::fail("the pictures in {} are larger than 100 MB together (they become part of the page), make them smaller",
                 folder.string());
    const std::optional<std::string> bytes = error ? std::nullopt : bytes_of(path);
    if (!bytes) core::fail("--images: {} cannot be read, check its permissions", path.string());
    return "data:" + image_type(path) + ";base64," + base64(*bytes);
  }
  return "";
}

/// What a script element can hold: no "<" may end it.
std::string script_text(const nlohmann::ordered_json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
    text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace

std::vector<std::string> images_of(const fs::path& folder, const std::vector<std::string>& names) {
  std::vector<std::string> images;
  if (folder.empty()) return images;
  std::uintmax_t total = 0;
  for (const std::string& name : names) images.push_back(image_of(folder, name, total));
  if (total == 0)
    core::fail("--images {} contains no picture of any object (such as '{}.png'), name the files after the objects",
               folder.string(), names.front());
  return images;
}

std::optional<std::string> web_page(const std::string& name, const nlohmann::ordered_json& data) {
  const fs::path file = core::home_folder() / "pictures" / name;
  const std::string place = "TERTIUM_DATA";
  std::optional<std::string> page = bytes_of(file);
  if (!page || page->find(place) == std::string::npos) {
    terminal::notice("no page: {} is missing or cut short (TERTIUM_HOME names the project's folder)\n", file.string());
    return std::nullopt;
  }
  return page->replace(page->find(place), place.size(), script_text(data));
}

}  // namespace tertium::program
