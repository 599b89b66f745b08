#include "problems/datasets/datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/memo.hpp"
#include "core/random/random.hpp"

namespace tertium::problems {

std::optional<core::Partition> DatasetContent::truth() const {
  if (labels.empty()) return std::nullopt;
  return core::Partition(labels);
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
  if (words.texts() > 0) add(words.begin), add(words.words), add(words.counts);
  static_assert(sizeof(core::Triplet) == 3 * sizeof(core::Object), "no bytes between its objects");
  add(triplets.triplets());
  add(counts);
  std::vector<std::int32_t> subjects;
  for (const files::AnswerOrigin& origin : metadata.origins) subjects.push_back(origin.subject);
  if (!metadata.subjects.empty()) add(subjects);
  return fmt::format("{}x{}:{:016x}", features.objects(), features.columns.size(), core::hash64(bytes));
}

DatasetContent DatasetContent::counted() const {
  core::expects(counts.empty(), "answers that are not counted yet");
  DatasetContent result = *this;
  result.metadata = {};
  const auto given = triplets.triplets();
  std::vector<core::Triplet> sorted(given.begin(), given.end()), different;
  std::sort(sorted.begin(), sorted.end());
  for (const core::Triplet& triplet : sorted)
    if (!different.empty() && different.back() == triplet) {
      ++result.counts.back();
    } else {
      different.push_back(triplet);
      result.counts.push_back(1);
    }
  result.triplets = core::TripletList(triplets.objects(), std::move(different));
  return result;
}

const Dataset& find_dataset(std::string_view name) {
  const std::filesystem::path file = core::home_folder() / "data" / "datasets.ini";
  std::error_code error;
  if (core::find_or_null<Dataset>(name) == nullptr && !std::filesystem::exists(file, error))
    core::fail("{}: no such file (it describes the data sets), set TERTIUM_HOME to the folder that contains data/",
               file.string());
  return core::find<Dataset>("data set", name);
}

std::shared_ptr<const LoadedDataset> loaded(const Dataset& dataset) {
  static core::Memo<LoadedDataset> memo;
  return memo.get((core::home_folder() / dataset.name).string(), [&] {
    LoadedDataset loaded{dataset.counted ? dataset.load().counted() : dataset.load(), {}};
    loaded.digest = loaded.content.digest();
    return loaded;
  });
}

}  // namespace tertium::problems
