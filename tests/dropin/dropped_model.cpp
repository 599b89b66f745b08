// A model as somebody would add it: two groups, alike inside.
#include "problems/models/model.hpp"

namespace tertium {

void register_model_dropped(core::Registry<problems::Model>& models) {
  problems::Model model;
  model.name = "two-groups";
  model.sentence = "two equal groups of objects that are alike inside";
  model.citation = "made up for a test";
  model.parameters = {core::ParameterInfo::integer("half", 4, 1, 1000, "objects of a group"),
                      core::ParameterInfo::real("noise", 0.1, 0.0, 10.0, "standard deviation of a similarity")};
  model.objects = [](const core::Parameters& values) { return static_cast<core::Object>(2 * values.integer("half")); };
  model.sample = [](const core::Parameters& values, const core::CellKey& cell) {
    const auto half = static_cast<core::Object>(values.integer("half"));
    core::Stream noise(cell, core::Purpose::kSimilarities);
    problems::ModelSample sample;
    sample.objects = 2 * half;
    core::Similarities w(2 * half);
    std::vector<core::Label> labels;
    for (core::Object i = 0; i < 2 * half; ++i) {
      labels.push_back(i / half);
      for (core::Object j = i + 1; j < 2 * half; ++j)
        w(i, j) = (i / half == j / half ? 1.0 : 0.0) + values.real("noise") * noise.normal();
    }
    sample.provide<core::Similarities>(std::move(w));
    sample.provide<core::Truth>(core::Truth{core::Partition(labels)});
    return sample;
  };
  models.push_back(std::move(model));
}

}  // namespace tertium
