// No comparisons at all: for methods that work on what the model itself holds, a graph or features.
#include "problems/schemes/scheme.hpp"

namespace tertium {

void register_scheme_none(core::Registry<problems::Scheme>& schemes) {
  problems::Scheme scheme;
  scheme.name = "none";
  scheme.sentence = "no comparisons: methods work on the graph, the features or the similarities themselves";
  scheme.citation = "none";
  scheme.adds = [](core::Provisions) { return core::Provisions{}; };
  scheme.add = [](core::Problem&, const problems::ModelSample&, const core::Parameters&) {};
  scheme.share = [](core::Object, const core::Parameters&) { return problems::SchemeShare{}; };
  schemes.push_back(std::move(scheme));
}

}  // namespace tertium
