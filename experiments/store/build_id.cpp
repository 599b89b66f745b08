#include "experiments/store/build_id.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <charconv>
#include <cstring>
#include <string_view>

namespace tertium::experiments {
namespace {

/// Notes lie one behind the other: sizes of name and content, their kind, then both, each filled up to 4 bytes.
std::string build_id_in(const char* notes, std::size_t size) {
  const auto filled = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
  constexpr std::string_view kName("GNU", 4);  // with its 0
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes, sizeof head);
    const std::size_t whole = sizeof head + filled(head.n_namesz) + filled(head.n_descsz);
    if (whole > size) break;
    const char* name = notes + sizeof head;
    const auto* content = reinterpret_cast<const unsigned char*>(name + filled(head.n_namesz));
    if (head.n_type == NT_GNU_BUILD_ID && std::string_view(name, head.n_namesz) == kName) {
      std::string digits;
      for (std::size_t k = 0; k < head.n_descsz; ++k) digits += fmt::format("{:02x}", content[k]);
      return digits;
    }
    notes += whole;
    size -= whole;
  }
  return "";
}

/// The first object that is loaded is the program itself, and the only one that is looked at.
int find_in_program(dl_phdr_info* object, std::size_t, void* found) {
  for (int k = 0; k < object->dlpi_phnum; ++k) {
    const ElfW(Phdr)& part = object->dlpi_phdr[k];
    if (part.p_type != PT_NOTE) continue;
    std::string id = build_id_in(reinterpret_cast<const char*>(object->dlpi_addr + part.p_vaddr), part.p_memsz);
    if (id.empty()) continue;
    *static_cast<std::string*>(found) = std::move(id);
    break;
  }
  return 1;
}

}  // namespace

const std::string& linker_build_id() {
  static const std::string id = [] {
    std::string found;
    dl_iterate_phdr(find_in_program, &found);
    return found;
  }();
  return id;
}

std::uint64_t this_build() {
  static const std::uint64_t build = [] {
    const std::string first = linker_build_id().substr(0, 16);
    std::uint64_t number = 0;
    std::from_chars(first.data(), first.data() + first.size(), number, 16);
    return number;
  }();
  return build;
}

std::string build_name(std::uint64_t build) {
  return build == 0 ? "unknown" : fmt::format("{:016x}", build).substr(0, 12);
}

}  // namespace tertium::experiments
