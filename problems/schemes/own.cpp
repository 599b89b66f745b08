// The answers that the model itself lists: those of a data set, or of a person's file.
#include "problems/schemes/scheme.hpp"
#include "problems/schemes/scheme_parts.hpp"

namespace tertium {

void register_scheme_own(core::Registry<problems::Scheme>& schemes) {
  problems::Scheme scheme;
  scheme.name = "own";
  scheme.sentence = "the answers that come with the data set, as they are";
  scheme.citation = "none: of each data set, see tertium datasets";
  scheme.adds = problems::listed_answers;
  scheme.add = [](core::Problem& problem, const problems::ModelSample& sample, const core::Parameters&) {
    add_listed_answers(problem, sample);
  };
  // How many answers there are is known once they are read: planning takes a tenth of all.
  scheme.share = [](core::Object, const core::Parameters&) { return problems::SchemeShare{.p = 0.1, .listed = true}; };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
