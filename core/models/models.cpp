#include "core/models/models.hpp"

#include <algorithm>

#include "core/base/error.hpp"

namespace tertium::core {

const std::vector<Model>& all_models() {
  static const std::vector<Model> models = [] {
    std::vector<Model> list;
    models::register_all(list);
    return list;
  }();
  return models;
}

const Model& find_model(std::string_view name) {
  std::vector<std::string> names;
  for (const Model& model : all_models()) {
    if (model.name == name) return model;
    names.push_back(model.name);
  }
  fail_unknown("model", name, names);
}

}  // namespace tertium::core
