#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/stl.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "answers/fits/fit.hpp"
#include "answers/fits/probability.hpp"
#include "answers/fits/requirements.hpp"
#include "core/methods/bibliography.hpp"
#include "core/methods/description.hpp"
#include "core/methods/method.hpp"
#include "core/methods/method_name.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using core::ParameterInfo;

py::object value_object(const core::ParameterValue& value) {
  return std::visit([](const auto& one) -> py::object { return py::cast(one); }, value);
}

std::string_view type_name(const ParameterInfo& info) {
  switch (info.type) {
    case core::ParameterType::kInteger:
      return "int";
    case core::ParameterType::kReal:
      return info.choices.empty() ? "float" : "float | str";
    default:
      return "str";
  }
}

py::dict parameter_dict(const core::Method& method, const core::MethodParameter& parameter) {
  py::dict entry;
  entry["name"] = parameter.name;
  entry["type"] = type_name(*parameter.info);
  entry["default"] = value_object(core::value_of(method, parameter));
  entry["doc"] = parameter.info->sentence;
  entry["range"] = parameter.info->range_text();
  if (!parameter.info->choices.empty()) entry["choices"] = parameter.info->choices;
  return entry;
}

std::string sentence_of(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links) text += (text.empty() ? "" : "; then ") + link.step->sentence;
  return text;
}

std::string citation_of(const core::Method& method) {
  std::string text;
  for (const core::Link& link : method.links)
    if (!link.step->citation.empty() && text.find(link.step->citation) == std::string::npos)
      text += (text.empty() ? "" : "; ") + link.step->citation;
  return text;
}

constexpr core::Provisions kOfGraphs{core::Provision::kGraph};

py::dict method_dict(const std::string& name) {
  const core::Method method = core::find_method(name);
  py::dict entry;
  entry["name"] = method.name;
  entry["chain"] = method.text();
  entry["doc"] = sentence_of(method);
  entry["description"] = fmt::format("{}", fmt::join(core::descriptions_of(method), "\n\n"));
  entry["citation"] = citation_of(method);
  entry["needs"] = text_of(method.needs());
  entry["returns"] = name_of(method.returns());
  entry["probable"] = answers::log_weight(method, 1).has_value();
  entry["on_answers"] = answers::kOfAnswers.includes(method.needs());
  entry["on_graphs"] = kOfGraphs.includes(method.needs());
  py::list parameters;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    parameters.append(parameter_dict(method, parameter));
  entry["parameters"] = parameters;
  return entry;
}

/// The name of a method with those parameters, as `compare` takes it; what is as the name says is left out.
std::string method_called(const std::string& name, const py::dict& parameters) {
  const core::Method plain = core::find_method(name);
  const core::Method set = with_parameters(plain, parameters);
  core::MethodName text = core::split_method_name(plain.name);
  for (const core::MethodParameter& parameter : core::parameters_of(set)) {
    const core::ParameterValue& value = core::value_of(set, parameter);
    if (value == core::value_of(plain, parameter)) continue;
    std::erase_if(text.settings, [&](const auto& setting) { return setting.first == parameter.name; });
    text.settings.emplace_back(parameter.name, core::to_text(value));
  }
  return text.text();
}

py::list references(const std::optional<std::string>& name) {
  py::list list;
  for (const core::Reference& one : name ? core::references_of(*name) : std::vector{core::software_reference()}) {
    py::dict entry;
    entry["key"] = one.key;
    entry["text"] = one.text;
    entry["bibtex"] = one.bibtex;
    list.append(entry);
  }
  return list;
}

/// All that work on answers, clustering methods and embeddings, or on graphs.
py::list methods() {
  py::list list;
  for (const std::string& name : answers::methods_on(answers::kOfAnswers)) list.append(method_dict(name));
  for (const std::string& name : answers::embeddings_of_answers()) list.append(method_dict(name));
  for (const std::string& name : answers::methods_on(kOfGraphs))
    if (!answers::kOfAnswers.includes(core::find_method(name).needs())) list.append(method_dict(name));
  return list;
}

}  // namespace

core::Method method_of(const std::string& name, const py::dict& parameters) {
  return with_parameters(core::find_method(name), parameters);
}

py::dict parameters_in(const core::Method& method) {
  py::dict values;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    values[py::cast(parameter.name)] = value_object(core::value_of(method, parameter));
  return values;
}

core::Method with_parameters(core::Method method, const py::dict& parameters) {
  core::Settings settings;
  for (const auto& [key, value] : parameters)
    settings.emplace_back(py::cast<std::string>(key), py::cast<std::string>(py::str(value)));
  core::set_parameters(method, settings);
  return method;
}

void bind_methods(py::module_& module) {
  module.def("methods", &methods,
             "Every method and embedding that works on answers or on a graph: a list of dicts with name, chain, doc, "
             "citation, needs, returns, and the parameters with type, default, range and doc.");
  module.def("method", &method_dict, py::arg("name"),
             "The same for one method or chain of steps, such as 'AddS-3+SPUR', also with parameters, as in "
             "'t-STE(d = 5)'. Unknown names raise TertiumError with the known ones.");
  module.def("method_called", &method_called, py::arg("name"), py::arg("parameters"));
  module.def(
      "references", &references, py::arg("name"),
      "What to cite for a method or step, or, if name is None, for Tertium itself: a list of dicts with key, text "
      "and bibtex.");
}

}  // namespace tertium::python
