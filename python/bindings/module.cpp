#include <pybind11/pybind11.h>

#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/machine.hpp"
#include "core/base/version.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/words.hpp"

namespace tertium::python {
namespace {

PyObject* tertium_error = nullptr;  // as long as the process

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const core::UserError& error) {
    PyErr_SetString(tertium_error, in_python(error.what()).c_str());
  } catch (const std::bad_alloc&) {
    PyErr_SetString(PyExc_MemoryError, "there is not enough memory");
  } catch (const std::length_error&) {
    PyErr_SetString(PyExc_MemoryError, "this is too large for any memory");
  }
}

}  // namespace
}  // namespace tertium::python

PYBIND11_MODULE(_tertium, module) {
  using namespace tertium;
  core::check_processor();  // an ImportError
  module.doc() = "The library behind the package tertium: answers, methods and fits.";
  python::tertium_error =
      pybind11::exception<core::UserError>(module, "TertiumError", PyExc_ValueError).release().ptr();
  pybind11::register_exception_translator(&python::translate);
  module.def(
      "use_home", [](const std::string& folder) { core::use_home(folder); }, pybind11::arg("folder"),
      "Sets the folder with data/; the environment variable TERTIUM_HOME has priority.");
  module.attr("__version__") = std::string(core::version());
  python::bind_answers(module);
  python::bind_graphs(module);
  python::bind_programs(module);
  python::bind_methods(module);
  python::bind_fits(module);
  python::bind_clusterings(module);
  python::bind_conclusions(module);
  python::bind_study(module);
  python::bind_asking(module);
  python::bind_trees(module);
  python::bind_background(module);
  python::bind_results(module);
  python::bind_object_steps(module);
}
