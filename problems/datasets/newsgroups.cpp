#include "problems/datasets/newsgroups.hpp"

#include <cstdint>
#include <utility>

namespace tertium::problems {

FeatureFile newsgroups_file(std::string name, std::size_t rows) {
  FeatureFile file;
  file.file = std::move(name);
  file.width = 100;
  file.name_column = "document";
  file.rows = rows;
  file.class_names = {"alt.atheism",
                      "comp.graphics",
                      "comp.os.ms-windows.misc",
                      "comp.sys.ibm.pc.hardware",
                      "comp.sys.mac.hardware",
                      "comp.windows.x",
                      "misc.forsale",
                      "rec.autos",
                      "rec.motorcycles",
                      "rec.sport.baseball",
                      "rec.sport.hockey",
                      "sci.crypt",
                      "sci.electronics",
                      "sci.med",
                      "sci.space",
                      "soc.religion.christian",
                      "talk.politics.guns",
                      "talk.politics.mideast",
                      "talk.politics.misc",
                      "talk.religion.misc"};
  for (std::size_t group = 0; group < file.class_names.size(); ++group)
    file.class_ids.push_back(static_cast<std::int32_t>(group));
  return file;
}

DatasetContent objects_at(const DatasetContent& content, std::span<const std::size_t> rows) {
  DatasetContent part;
  part.class_names = content.class_names;
  part.features.columns = content.features.columns;
  const std::size_t width = content.features.columns.size();
  for (const std::size_t i : rows) {
    part.names.push_back(content.names[i]);
    part.labels.push_back(content.labels[i]);
    const auto row = std::span(content.features.values).subspan(i * width, width);
    part.features.values.insert(part.features.values.end(), row.begin(), row.end());
  }
  return part;
}

}  // namespace tertium::problems
