#include "program/answers/survey.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>

#include "answers/asking/questions.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/random/random.hpp"
#include "files/text/records.hpp"
#include "program/answers/web_page.hpp"

namespace tertium::program {
namespace {

using answers::ListedScreen;
using files::Json;

std::span<const core::Object> objects_of(const ListedScreen& one) {
  return std::span(one.screen.objects).first(answers::objects_in(one.screen.form));
}

/// Adds a list for every participant: [objects, the trial that it repeats], in the order of the trials.
void add_lists(Json& data, std::span<const ListedScreen> lists) {
  for (const ListedScreen& one : lists) {
    if (one.trial == 1) data["lists"].push_back(Json::array());
    data["lists"].back().push_back(Json::array({objects_of(one), one.repeats}));
  }
}

}  // namespace

std::optional<std::string> survey_page(const std::string& title, const std::vector<std::string>& names,
                                       const std::vector<std::string>& images, files::AnswerForm form,
                                       std::span<const ListedScreen> lists) {
  constexpr std::size_t kMostBytes = 20'000'000;
  std::size_t bytes = 0;
  for (const std::string& image : images) bytes += image.size() / 4 * 3;
  if (bytes > kMostBytes)
    core::fail("--images: the pictures take {:.0f} MB (a page of 20 MB at most opens on a phone), make them smaller",
               static_cast<double>(bytes) / 1e6);
  Json data{{"title", title}, {"kind", name_of(form)}, {"names", names}};
  if (!images.empty()) data["images"] = images;
  add_lists(data, lists);
  data["id"] = fmt::format("{:016x}", core::hash64(data["lists"].dump() + data["names"].dump()));
  return web_page("survey.html", data);
}

std::string survey_timeline(const std::vector<std::string>& names, files::AnswerForm form,
                            std::span<const ListedScreen> lists) {
  const std::vector<std::string> columns = core::split_list(answers::columns_of(form));
  Json timeline = Json::object();
  for (const ListedScreen& one : lists) {
    Json trial{{"trial", one.trial}};
    for (std::size_t k = 0; k < columns.size(); ++k) trial[columns[k]] = names[objects_of(one)[k]];
    if (one.repeats > 0) trial["repeats"] = one.repeats;
    timeline[std::to_string(one.participant)].push_back(std::move(trial));
  }
  return timeline.dump(1) + "\n";
}

}  // namespace tertium::program
