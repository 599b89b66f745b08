#include "core/triplets.hpp"

#include "core/error.hpp"

namespace tertium::core {
namespace {

bool same_pair(const Quadruplet& s) {
  return (s.i == s.k && s.j == s.l) || (s.i == s.l && s.j == s.k);
}

}  // namespace

bool is_triplet(const Quadruplet& s) {
  const bool shared = s.i == s.k || s.i == s.l || s.j == s.k || s.j == s.l;
  return shared && s.i != s.j && s.k != s.l && !same_pair(s);
}

Triplet as_triplet(const Quadruplet& s) {
  expects(is_triplet(s), "a triplet's pairs share one object");
  const Object anchor = s.i == s.k || s.i == s.l ? s.i : s.j;
  return {anchor, s.i == anchor ? s.j : s.i, s.k == anchor ? s.l : s.k};
}

TripletList::TripletList(Object n, std::vector<Triplet> triplets) : n_(n), triplets_(std::move(triplets)) {
  for (std::size_t row = 0; row < triplets_.size(); ++row) {
    const Triplet& t = triplets_[row];
    for (const Object object : {t.anchor, t.near, t.far})
      if (object < 0 || object >= n)
        fail("triplet {}: object {} does not exist (there are {}), correct the triplet", row + 1, object, n);
    if (t.anchor == t.near || t.anchor == t.far || t.near == t.far)
      fail("triplet {}: ({}, {}, {}) repeats an object (three different ones are compared), remove the triplet",
           row + 1, t.anchor, t.near, t.far);
  }
}

std::vector<Quadruplet> TripletList::quadruplets() const {
  std::vector<Quadruplet> statements;
  statements.reserve(triplets_.size());
  for (const Triplet& t : triplets_) statements.push_back(as_quadruplet(t));
  return statements;
}

}  // namespace tertium::core
