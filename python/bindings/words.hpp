#pragma once

#include <string>
#include <string_view>

namespace tertium::python {

/// A message of the library in one line of Python's words: "use --base 0" is "use base='0'", and rows of a data frame
/// are counted as Python counts them. What no terminal can show, and bytes that are no UTF-8, are replaced.
std::string in_python(std::string_view message);

}  // namespace tertium::python
