#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "answers/conclusions/against_table.hpp"
#include "answers/resampling/place_spread.hpp"
#include "answers/results/results.hpp"
#include "embedding/dense/main_plane.hpp"
#include "embedding/dense/procrustes.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/fits.hpp"
#include "python/bindings/results.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using Table = py::array_t<double, py::array::c_style | py::array::forcecast>;

core::Coordinates places_of(const Table& rows) {
  return {static_cast<core::Object>(rows.shape(0)),
          static_cast<int>(rows.shape(1)),
          {rows.data(), rows.data() + rows.size()}};
}

/// How sure places are, by samples of the answers.
py::dict spread(const Result& result, std::int64_t replicates, int threads, bool verbose) {
  const auto& places = std::get<core::Coordinates>(result.fit->product);
  const auto made = std::make_shared<answers::PlaceSpread>();
  in_background(threads, verbose, [made, result, &places, replicates](const answers::JobCallback& progress) {
    *made = answers::place_spread(places, resampled(result, replicates, progress));
  });
  py::array_t<double> covariances({places.objects, places.dimensions, places.dimensions});
  std::ranges::copy(made->covariances, covariances.mutable_data());
  py::dict found = dict_of(record_of(*made));
  found["covariances"] = covariances;
  return found;
}

py::dict against(const Result& result, const Table& vectors, const std::vector<std::string>& names, bool cosine) {
  const auto made = std::make_shared<answers::AgainstTable>();
  const files::NamedVectors table{"vectors", names, places_of(vectors)};
  in_background(1, [made, result, table, cosine] {
    const files::ComparisonFile& file = result.input->comparisons;
    *made = answers::compare_with(table, cosine, result.fit->product, file.names, file, result.seed);
  });
  return dict_of(record_of(*made));
}

/// (objects x 2, dimensions x 2, the share of the spread).
py::tuple main_plane(const Table& places) {
  const embedding::MainPlane found = embedding::main_plane(places_of(places));
  py::array_t<double> directions({places.shape(1), py::ssize_t{2}});
  std::ranges::copy(found.directions, directions.mutable_data());
  return py::make_tuple(places_array(found.places), directions, found.shown);
}

/// (the first one moved onto the second, their distance).
py::tuple procrustes(const Table& places, const Table& target) {
  const embedding::Procrustes found = embedding::moved_onto(places_of(places), places_of(target));
  return py::make_tuple(places_array(found.moved), found.distance);
}

}  // namespace

void bind_places(py::module_& module, py::class_<Result>& fits) {
  fits.def("spread", &spread, py::arg("replicates"), py::arg("threads"), py::arg("verbose"))
      .def("against", &against, py::arg("vectors"), py::arg("names"), py::arg("cosine"));
  module.def("main_plane", &main_plane, py::arg("places"));
  module.def("procrustes", &procrustes, py::arg("places"), py::arg("target"));
}

}  // namespace tertium::python
