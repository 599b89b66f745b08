// The answers that the model itself lists: those of a data set, or of a person's file.
#include <utility>

#include "problems/models/listed_answers.hpp"
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {

void register_scheme_own(core::Registry<problems::Scheme>& schemes) {
  problems::Scheme scheme;
  scheme.name = "own";
  scheme.sentence = "the answers of a data set or a file, as they are";
  scheme.citation = "none: for each data set, see tertium list datasets";
  scheme.adds = problems::listed_answers;
  scheme.add = [](core::Problem& problem, problems::ModelSample sample, const core::Parameters&) {
    add_listed_answers(problem, std::move(sample));
  };
  scheme.share = [](core::Object, const core::Parameters&) {
    return problems::SchemeShare{.listed = true, .of_model = true};
  };
  scheme.memory = [](const problems::DataUse& use, const core::Parameters&) {
    return problems::listed_answers_memory(use, 1.0);
  };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
