#include <array>
#include <cmath>
#include <span>

#include "answers/results/results.hpp"

namespace tertium::answers {
namespace {

using files::known;

files::Json share_of(const Predicted& tally) {
  return known(share_predicted(std::span(&tally, 1)).value, tally.answers > 0);
}

}  // namespace

Record record_of(const PlaceSpread& spread) {
  return {
      {"samples", "of the answers", spread.replicates},
      {"samples_of", "subjects or questions", spread.drawn},
      {"sampled", "how many of these", spread.units},
      {"sampled_without_subject", "questions without a known participant", spread.of_nobody},
      {"sd", "of a coordinate over samples, the root of the mean square", spread.typical_sd()},
      {"seconds", "of all samples", spread.seconds},
  };
}

Record record_of(const AgainstTable& against) {
  return {
      {"table", "of vectors", against.source},
      {"dimensions", "of these", against.dimensions},
      {"objects", "of the table", against.rows},
      {"common", "objects of both", std::ssize(against.common)},
      {"procrustes_distance", "of the coordinates, from 0 to 1",
       known(against.procrustes, !std::isnan(against.procrustes))},
      {"triples", "of common objects that were compared", against.triples},
      {"same_closest_pair", "fraction of these with the same closest pair", against.share_of_triples()},
      {"answers", "about common objects alone", against.by_table.answers},
      {"predicted_by_table", "fraction of these", share_of(against.by_table)},
      {"predicted_by_fit", "fraction of these, which it was fitted to", share_of(against.by_fit)},
      {"ceiling", "noise ceiling of these",
       known(against.repetition.ceiling.value, against.repetition.tells_ceiling())},
  };
}

}  // namespace tertium::answers
