// A data set as somebody would add it: the answers about two groups of three objects.
#include "problems/datasets/datasets.hpp"

namespace tertium {

void register_dataset_dropped(core::Registry<problems::Dataset>& datasets) {
  problems::Dataset dataset;
  dataset.name = "six";
  dataset.sentence = "six objects in two groups of three";
  dataset.citation = "made up for a test";
  dataset.kind = problems::DatasetKind::kTriplets;
  dataset.objects = 6;
  dataset.classes = 2;
  dataset.load = [] {
    problems::DatasetContent content;
    content.class_names = {"left", "right"};
    std::vector<core::Triplet> triplets;
    for (core::Object i = 0; i < 6; ++i) {
      content.names.push_back("object " + std::to_string(i));
      content.labels.push_back(i / 3);
      for (core::Object near = 0; near < 6; ++near)
        for (core::Object far = 0; far < 6; ++far)
          if (near != i && near / 3 == i / 3 && far / 3 != i / 3) triplets.push_back({i, near, far});
    }
    content.triplets = core::TripletList(6, std::move(triplets));
    return content;
  };
  datasets.push_back(std::move(dataset));
}

}  // namespace tertium
