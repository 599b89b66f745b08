#include <pybind11/pybind11.h>

#include <string>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/processor.hpp"
#include "core/base/version.hpp"
#include "python/bindings/bindings.hpp"

PYBIND11_MODULE(_tertium, module) {
  using namespace tertium;
  core::check_processor();  // an ImportError
  module.doc() = "What the package tertium is made of: answers, methods and fits, straight from the library.";
  pybind11::register_exception<core::UserError>(module, "TertiumError", PyExc_ValueError);
  module.def(
      "use_home", [](const std::string& folder) { core::use_home(folder); }, pybind11::arg("folder"),
      "Says where data/ is; the environment variable TERTIUM_HOME goes before.");
  module.attr("__version__") = std::string(core::version());
  python::bind_answers(module);
  python::bind_methods(module);
  python::bind_fits(module);
  python::bind_conclusions(module);
  python::bind_study(module);
  python::bind_asking(module);
  python::bind_trees(module);
  python::bind_background(module);
}
