// Music: which of two artists is more like a third, 9,090 triplets about 412 artists (17 more name an artist twice and
// are left out; 12 artists are in no triplet). Neither names nor classes are known.
#include "problems/datasets/data_files.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr core::Object kArtists = 412;
constexpr std::size_t kRows = 9107;

DatasetContent load_music() {
  DatasetContent content;
  for (core::Object artist = 0; artist < kArtists; ++artist)
    content.names.push_back("artist " + std::to_string(artist));
  const DataFile file("music_triplets.csv", {"anchor", "near", "far"}, kRows);
  content.triplets = core::TripletList(kArtists, without_repeats(triplets_of(file, kArtists)));
  return content;
}

}  // namespace

void register_dataset_music(core::Registry<problems::Dataset>& datasets) {
  datasets.push_back({.name = "music",
                      .sentence = "412 artists, 9,090 triplets: which of two is more like a third",
                      .citation = "D. Ellis, B. Whitman, A. Berenzweig and S. Lawrence, ISMIR 2002; selection: van der "
                                  "Maaten and Weinberger, MLSP 2012",
                      .kind = DatasetKind::kTriplets,
                      .objects = kArtists,
                      .load = load_music});
}

}  // namespace tertium
