#pragma once

#include <pybind11/pybind11.h>

#include "files/text/records.hpp"

namespace tertium::python {

/// The same in Python: None for what is not known.
pybind11::object object_of(const files::Json& json);

inline pybind11::dict dict_of(const files::Record& record) {
  return object_of(json_of(record));
}

/// A list for each field, a value for each thing, of what `record_of` says of it.
template <typename Things, typename RecordOf>
pybind11::dict table_of(const Things& things, const RecordOf& record_of) {
  pybind11::dict table;
  for (const files::Field& field : record_of(files::ValueOf<Things>()))
    table[pybind11::str(field.name)] = pybind11::list();
  for (const auto& thing : things)
    for (const files::Field& field : record_of(thing))
      table[pybind11::str(field.name)].attr("append")(object_of(field.value));
  return table;
}

}  // namespace tertium::python
