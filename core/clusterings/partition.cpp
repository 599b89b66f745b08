#include "core/clusterings/partition.hpp"

#include <numeric>
#include <unordered_map>

namespace tertium::core {

Partition::Partition(std::span<const Label> labels) {
  std::unordered_map<Label, Label> number;
  labels_.reserve(labels.size());
  for (const Label label : labels)
    labels_.push_back(number.try_emplace(label, static_cast<Label>(number.size())).first->second);
  clusters_ = static_cast<Label>(number.size());
}

Partition Partition::singletons(Object n) {
  std::vector<Label> labels(n);
  std::iota(labels.begin(), labels.end(), 0);
  return Partition(labels);
}

std::vector<Object> Partition::sizes() const {
  std::vector<Object> sizes(clusters_, 0);
  for (const Label label : labels_) ++sizes[label];
  return sizes;
}

std::vector<std::vector<Object>> Partition::members() const {
  std::vector<std::vector<Object>> members(clusters_);
  for (Object i = 0; i < objects(); ++i) members[labels_[i]].push_back(i);
  return members;
}

Partition relabelled(const Partition& partition, std::span<const Object> new_id) {
  std::vector<Label> labels(partition.objects());
  for (Object i = 0; i < partition.objects(); ++i) labels[new_id[i]] = partition[i];
  return Partition(labels);
}

std::vector<Object> inverse(std::span<const Object> new_id) {
  std::vector<Object> old_id(new_id.size());
  for (std::size_t i = 0; i < new_id.size(); ++i) old_id[new_id[i]] = static_cast<Object>(i);
  return old_id;
}

bool refines(const Partition& finer, const Partition& coarser) {
  expects(finer.objects() == coarser.objects(), "partitions of the same objects");
  std::vector<Label> parent(finer.clusters(), -1);
  for (Object i = 0; i < finer.objects(); ++i) {
    Label& known = parent[finer[i]];
    if (known < 0) known = coarser[i];
    if (known != coarser[i]) return false;
  }
  return true;
}

}  // namespace tertium::core
