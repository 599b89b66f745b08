// Places are a colouring of the edges between questions and objects. An object's node is divided into nodes of as many
// edges as a screen has places, in the order of its questions. The graph is bipartite and no node has more edges than
// that, so that many colours do (Koenig 1916), one for each place; alternating paths find them. O(questions x places x
// length of a path), which is short.
#include "answers/asking/screen_places.hpp"

#include <cstdint>

namespace tertium::answers {
namespace {

/// A proper colouring of the edges of a bipartite graph between questions and nodes.
class Places {
 public:
  Places(std::size_t questions, std::size_t nodes, std::size_t places)
      : places_(places), node_at_(questions * places, kFree), question_at_(nodes * places, kFree) {}

  std::int64_t node(std::size_t question, std::size_t place) const { return node_at_[question * places_ + place]; }

  void join(std::size_t question, std::size_t node, core::Stream& draws) {
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    draws.shuffle(std::span(order).first(places_));
    std::size_t of_question = places_, of_node = places_;
    for (const std::size_t place : std::span(order).first(places_)) {
      const bool here = node_at_[question * places_ + place] == kFree;
      const bool there = question_at_[node * places_ + place] == kFree;
      if (here && there) return put(question, node, place);
      if (here) of_question = place;
      if (there) of_node = place;
    }
    exchange(node, of_question, of_node);
    put(question, node, of_question);
  }

 private:
  static constexpr std::int64_t kFree = -1;

  void put(std::size_t question, std::size_t node, std::size_t place) {
    node_at_[question * places_ + place] = static_cast<std::int64_t>(node);
    question_at_[node * places_ + place] = static_cast<std::int64_t>(question);
  }

  /// Exchanges two places along the path that leaves the node by the first of them, which the node then has free.
  void exchange(std::size_t node, std::size_t place, std::size_t other) {
    struct Edge {
      std::size_t question, node, place;
    };
    std::vector<Edge> path;
    for (auto at = static_cast<std::int64_t>(node); at != kFree;) {
      const std::int64_t question = question_at_[static_cast<std::size_t>(at) * places_ + place];
      if (question == kFree) break;
      const auto q = static_cast<std::size_t>(question);
      path.push_back({q, static_cast<std::size_t>(at), other});
      at = node_at_[q * places_ + other];
      if (at != kFree) path.push_back({q, static_cast<std::size_t>(at), place});
    }
    for (const Edge& edge : path)
      for (const std::size_t each : {place, other}) {
        node_at_[edge.question * places_ + each] = kFree;
        question_at_[edge.node * places_ + each] = kFree;
      }
    for (const Edge& edge : path) put(edge.question, edge.node, edge.place);
  }

  std::size_t places_;
  std::vector<std::int64_t> node_at_, question_at_;  // by question and place, by node and place
};

}  // namespace

std::vector<Screen> screen_places(std::span<const ObjectSet> sets, files::AnswerForm form, core::Object objects,
                                  core::Stream& draws) {
  const std::size_t size = objects_in(form);
  std::vector<std::size_t> seen(static_cast<std::size_t>(objects), 0), node(seen.size(), 0);
  std::vector<core::Object> object_of;  // by node
  std::vector<std::array<std::size_t, 4>> nodes;
  for (const ObjectSet& set : sets) {
    nodes.push_back({});
    for (std::size_t k = 0; k < size; ++k) {
      if (seen[set[k]]++ % size == 0) {
        node[set[k]] = object_of.size();
        object_of.push_back(set[k]);
      }
      nodes.back()[k] = node[set[k]];
    }
  }
  Places places(sets.size(), object_of.size(), size);
  for (std::size_t q = 0; q < sets.size(); ++q)
    for (std::size_t k = 0; k < size; ++k) places.join(q, nodes[q][k], draws);
  std::vector<Screen> screens;
  for (std::size_t q = 0; q < sets.size(); ++q) {
    Screen screen{.form = form};
    for (std::size_t k = 0; k < size; ++k) screen.objects[k] = object_of[static_cast<std::size_t>(places.node(q, k))];
    screens.push_back(screen);
  }
  return screens;
}

}  // namespace tertium::answers
