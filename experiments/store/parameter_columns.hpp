#pragma once

#include <string>
#include <vector>

#include "experiments/store/hdf5.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Writes one column per name that occurs in `rows` (rows[i]: the parameters of row i): int64 where every row has an
/// integer, otherwise double with NaN where a row lacks the parameter, otherwise text with "" there. Attributes `role`
/// = "parameter", `name` and `value_type` let read_parameters restore what was written; integers that a double cannot
/// hold become text. A column whose name is already taken in the group gets the prefix "param_".
void write_parameters(Hdf5Group& group, const std::vector<const RowParameters*>& rows, const std::string& dimension);

/// The parameters of each of the `n` rows of the group; absent ones are left out.
std::vector<RowParameters> read_parameters(const Hdf5Group& group, std::size_t n);

/// A dataset name for `name` that is free in the group: '/' becomes '_', and `prefix` is put before a name that is
/// taken.
std::string free_column_name(const Hdf5Group& group, const std::string& name, const std::string& prefix);

/// Members of the group whose attribute `role` is `role`.
std::vector<std::string> columns_of_role(const Hdf5Group& group, const std::string& role);

}  // namespace tertium::experiments
