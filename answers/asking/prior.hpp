#pragma once

#include <string>
#include <vector>

#include "core/clusterings/coordinates.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/method.hpp"
#include "files/structures/object_rows.hpp"

namespace tertium::answers {

/// What is believed of objects before anybody is asked: vectors, such as a language model's.
struct Prior {
  core::Coordinates places{};
  bool cosine = false;  ///< alike are those in the same direction, not those that are near
};

/// The rows of the objects of these names. Throws UserError where one has none.
Prior prior_of(const files::NamedVectors& table, const std::vector<std::string>& names, bool cosine);

/// A chain that begins with the vectors, `features+...`, with its metric set to theirs.
core::Method method_behind(const Prior& prior, const std::string& chain);
/// Their average linkage.
core::Dendrogram tree_of(const Prior& prior);

}  // namespace tertium::answers
