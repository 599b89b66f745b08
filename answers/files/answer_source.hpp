#pragma once

#include <filesystem>
#include <string>

#include "core/files/comparison_file.hpp"

namespace tertium::answers {

/// Where answers are, and how they are written.
struct AnswerSource {
  std::string path;  ///< a file, a stream, or the name of a data set
  core::ComparisonOptions reading{};
  std::filesystem::path names{};  ///< table object,name; empty: none
  std::string file_option{};      ///< an option that was given and says something that only files have; empty: none
};

}  // namespace tertium::answers
