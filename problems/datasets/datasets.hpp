#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/pairs.hpp"
#include "core/comparisons/triplets.hpp"
#include "files/answers/rows/metadata.hpp"
#include "problems/datasets/word_counts.hpp"

namespace tertium::problems {

/// Real numbers that describe objects, row by row.
struct FeatureTable {
  std::vector<std::string> columns;
  std::vector<double> values;  ///< objects x columns, row-major

  /// Rows; 0 without columns.
  core::Object objects() const {
    return columns.empty() ? 0 : static_cast<core::Object>(values.size() / columns.size());
  }
  /// The value of an object in a column.
  double operator()(core::Object i, std::size_t column) const {
    return values[static_cast<std::size_t>(i) * columns.size() + column];
  }
};

/// What a data set's files hold.
struct DatasetContent {
  std::vector<std::string> names;        ///< one per object; not always different
  std::vector<std::string> class_names;  ///< empty if there are no classes
  std::vector<core::Label> labels;       ///< class of every object, a place in class_names
  FeatureTable features;                 ///< of a feature data set
  WordCounts words{};                    ///< of a data set of texts
  core::TripletList triplets;            ///< of a triplet data set
  std::vector<std::int32_t> counts;      ///< how often each of them was given; empty: once
  files::AnswerMetadata metadata{};      ///< who gave each of them and what for, where that is known

  /// The classes as a partition (clusters numbered by first appearance); empty if there are none.
  std::optional<core::Partition> truth() const;

  /// A hash of all that a result can depend on: features, answers and classes, not names.
  std::string digest() const;

  /// The different triplets in ascending order, each with how often it was given; who gave them is left out.
  DatasetContent counted() const;
};

/// What a data set is made of.
enum class DatasetKind {
  kFeatures,  ///< numbers, out of which similarities are made
  kTexts,     ///< counts of words, whose weights have cosines
  kTriplets,  ///< answers of people
};

/// How features are prepared before similarities are made of them.
enum class Scaling {
  kRaw,
  kMinMax,  ///< every feature to [-1, 1]; a constant one to 0
};

/// How alike two objects are by their features.
enum class FeatureSimilarity {
  kCosine,
  kGaussian,  ///< falls with the Euclidean distance
};

/// A public data set under data/, of which data/datasets.ini tells. One that needs code is a file, which defines
///     void tertium::register_dataset_NAME(core::Registry<problems::Dataset>& datasets)
struct Dataset {
  std::string name;      ///< as written in a configuration, e.g. "zoo"
  std::string sentence;  ///< what it is
  std::string citation;
  DatasetKind kind = DatasetKind::kFeatures;
  core::Object objects = 0;
  core::Label classes = 0;          ///< 0: no classes are known
  bool counted = false;             ///< sweeps take each different answer once, with how often it was given
  std::string outlier_class{};      ///< the class of objects that belong to none; empty if there is no such
  Scaling scaling = Scaling::kRaw;  ///< default, for features
  FeatureSimilarity similarity = FeatureSimilarity::kCosine;  ///< default, for features
  /// Reads the files. Throws UserError if one is missing or is not what it was.
  std::function<DatasetContent()> load;
};

/// What a data set holds, and its digest.
struct LoadedDataset {
  DatasetContent content;
  std::string digest;
};

/// A data set as sweeps take it, and as this process has read it, once: what went into a trial's key is what the trial
/// uses, whatever happens to the files meanwhile.
std::shared_ptr<const LoadedDataset> loaded(const Dataset& dataset);

/// Throws UsageError with the known names; UserError where none is known but those of code.
const Dataset& find_dataset(std::string_view name);

}  // namespace tertium::problems
