#pragma once

#include <string>
#include <vector>

#include "answers/resampling/place_spread.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/product.hpp"

namespace tertium::program {

/// Every object's place: object,name,x1,x2,...; with their spread also sd1,sd2,...
std::string places_csv(const core::Coordinates& places, const std::vector<std::string>& names,
                       const answers::PlaceSpread* spread = nullptr);
/// The matrix of similarities with the objects' names on top and at the left; 0 on the diagonal.
std::string similarities_csv(const core::SimilarityMatrix& similarities, const std::vector<std::string>& names);
/// The same as the bytes of a .npy file, objects x objects, <i8 where sums are whole numbers, else <f8.
std::string similarities_npy(const core::SimilarityMatrix& similarities);

}  // namespace tertium::program
