// A form of files as somebody would add it: a row ranks three objects by how much they are like an anchor.
#include "files/answers/reshape/form.hpp"

namespace tertium {

void register_form_dropped(core::Registry<files::Form>& forms) {
  files::Form form{.name = "ranks", .sentence = "three objects in the order of their likeness to a fourth"};
  form.reshape = [](files::CsvReader& rows, const files::ComparisonOptions&,
                    std::vector<std::string>& notes) -> std::optional<files::LongRows> {
    files::to_first_row(rows);
    const std::vector<std::string> words(rows.fields().begin(), rows.fields().end());
    if (words != std::vector<std::string>{"anchor", "nearest", "middle", "farthest"}) return std::nullopt;
    files::LongRows answers({"anchor", "near", "far"},
                            [&rows](files::LongRows::Place place) { return rows.where(place.first); });
    while (rows.next())
      for (const auto& [near, far] : {std::pair(1, 2), {1, 3}, {2, 3}})
        answers.add({std::string(rows.fields()[0]), std::string(rows.fields()[near]), std::string(rows.fields()[far])},
                    {rows.line(), 0});
    notes.emplace_back("every row is taken for three triplets");
    return answers;
  };
  forms.push_back(std::move(form));
}

}  // namespace tertium
