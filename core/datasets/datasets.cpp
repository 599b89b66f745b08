#include "core/datasets/datasets.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/memo.hpp"
#include "core/datasets/home.hpp"
#include "core/random/random.hpp"

namespace tertium::core {
namespace {

/// Of a program that is installed in P/bin: P/share/tertium. Nothing where that is no such folder.
std::optional<std::filesystem::path> installed_home() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path().parent_path() / "share" / "tertium";
  if (error || !std::filesystem::is_directory(folder / "data", error)) return std::nullopt;
  return folder;
}

std::optional<std::filesystem::path>& known_home() {
  static std::optional<std::filesystem::path> folder = installed_home();
  return folder;
}

}  // namespace

void use_home(std::filesystem::path folder) {
  known_home() = std::move(folder);
}

std::filesystem::path home_folder() {
  const char* wish = std::getenv("TERTIUM_HOME");
  return wish != nullptr && *wish != '\0' ? wish : known_home().value_or(TERTIUM_HOME_DEFAULT);
}

std::optional<Partition> DatasetContent::truth() const {
  if (labels.empty()) return std::nullopt;
  return Partition(labels);
}

std::string DatasetContent::digest() const {
  std::string bytes;
  const auto add = [&](const auto& list) {
    const std::uint64_t size = list.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof *list.data());
  };
  add(labels);
  add(features.values);
  static_assert(sizeof(Triplet) == 3 * sizeof(Object), "no bytes between its objects");
  add(triplets.triplets());
  add(counts);
  return fmt::format("{}x{}:{:016x}", features.objects(), features.columns.size(), hash64(bytes));
}

std::shared_ptr<const LoadedDataset> loaded(const Dataset& dataset) {
  static Memo<LoadedDataset> memo;
  return memo.get((home_folder() / dataset.name).string(), [&] {
    LoadedDataset loaded{dataset.load(), {}};
    loaded.digest = loaded.content.digest();
    return loaded;
  });
}

}  // namespace tertium::core
