#include "files/answers/words/alike_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

namespace {

/// Letters that Unicode writes in two ways: as one character, and as a letter with a mark behind it.
struct MarkedLetters {
  char32_t mark;             ///< the combining character
  std::string_view letters;  ///< UTF-8: a letter, the same with the mark, the next letter, ...
};

/// The canonical decompositions of Latin, Greek and Cyrillic letters (but the polytonic ones) and of kana, by the
/// Unicode Character Database; those of a letter with two marks begin with a letter that has one.
constexpr std::array<MarkedLetters, 27> kMarkedLetters{{
    {0x0300, "AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"},
    {0x0301,
     "AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿΑΆΕΈΗΉΙΊΟΌΥΎΩΏϊΐ"
     "αάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚ"
     "ơớƯỨưứ"},
    {0x0302, "AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"},
    {0x0303, "AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"},
    {0x0304, "AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝ"},
    {0x0306, "AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặ"},
    {0x0307,
     "CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊ"
     "xẋYẎyẏſẛ"},
    {0x0308,
     "AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰуӱЧӴчӵЫӸ"
     "ыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"},
    {0x0309, "AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"},
    {0x030A, "AÅaåUŮuůwẘyẙ"},
    {0x030B, "OŐoőUŰuűУӲуӳ"},
    {0x030C, "CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"},
    {0x030F, "AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"},
    {0x0311, "AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"},
    {0x031B, "OƠoơUƯuư"},
    {0x0323, "BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"},
    {0x0324, "UṲuṳ"},
    {0x0325, "AḀaḁ"},
    {0x0326, "SȘsșTȚtț"},
    {0x0327, "CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"},
    {0x0328, "AĄaąEĘeęIĮiįUŲuųOǪoǫ"},
    {0x032D, "DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"},
    {0x032E, "HḪhḫ"},
    {0x0330, "EḚeḛIḬiḭUṴuṵ"},
    {0x0331, "BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"},
    {0x3099,
     "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガキギクグケゲコゴサザ"
     "シジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボ"
     "ウヴワヷヰヸヱヹヲヺヽヾ"},
    {0x309A, "はぱひぴふぷへぺほぽハパヒピフプヘペホポ"},
}};

/// The first character of a UTF-8 text, which loses it; a byte that is no text stands for itself.
char32_t take_character(std::string_view& text) {
  const std::size_t length = std::max<std::size_t>(core::utf8_length(text), 1);
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  char32_t character = length == 1 ? byte(0) : byte(0) & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) character = character << 6 | (byte(k) & 0x3FU);
  text.remove_prefix(length);
  return character;
}

struct Parts {
  char32_t letter, mark;
};

const std::unordered_map<char32_t, Parts>& decompositions() {
  static const std::unordered_map<char32_t, Parts> all = [] {
    std::unordered_map<char32_t, Parts> parts;
    for (const auto& [mark, letters] : kMarkedLetters)
      for (std::string_view rest = letters; !rest.empty();) {
        const char32_t letter = take_character(rest);
        parts.emplace(take_character(rest), Parts{letter, mark});
      }
    return parts;
  }();
  return all;
}

void add_decomposed(char32_t character, std::u32string& to) {
  constexpr char32_t kFirst = 0xAC00, kLast = 0xD7A3, kLead = 0x1100, kVowel = 0x1161, kTail = 0x11A7;
  if (character >= kFirst && character <= kLast) {  // a Korean syllable, by the Unicode Standard, section 3.12
    const char32_t place = character - kFirst;
    to += {static_cast<char32_t>(kLead + place / 588), static_cast<char32_t>(kVowel + place % 588 / 28)};
    if (place % 28 != 0) to += static_cast<char32_t>(kTail + place % 28);
  } else if (const auto found = decompositions().find(character); found != decompositions().end()) {
    add_decomposed(found->second.letter, to);
    to += found->second.mark;
  } else {
    to += character;
  }
}

char32_t lower(char32_t c) {
  const auto in = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (in('A', 'Z') || (in(0xC0, 0xDE) && c != 0xD7) || in(0x391, 0x3A9) || in(0x410, 0x42F)) return c + 0x20;
  if (in(0x400, 0x40F)) return c + 0x50;
  if (c == 0x3C2) return 0x3C3;  // a sigma at the end of a word
  const bool even = in(0x100, 0x137) || in(0x14A, 0x177) || in(0x460, 0x481) || in(0x48A, 0x4BF) || in(0x4D0, 0x4FF);
  if (even || in(0x139, 0x148) || in(0x179, 0x17E)) return (c % 2 == 0) == even ? c + 1 : c;
  return c;
}

bool is_blank(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
         c == 0x3000;
}

bool is_mark(char32_t c) {
  return (c >= 0x300 && c <= 0x36F) || c == 0x3099 || c == 0x309A;
}

bool is_invisible(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200D) || c == 0x2060 || c == 0xFEFF;
}

std::string bytes_of(const std::u32string& characters) {
  std::string bytes;
  for (const char32_t c : characters)
    for (int shift = 16; shift >= 0; shift -= 8) bytes += static_cast<char>(c >> shift & 0xFFU);
  return bytes;
}

}  // namespace

std::string alike_key(std::string_view name) {
  constexpr std::size_t kLongestNumber = 18;
  if (std::int64_t number = 0; name.size() <= kLongestNumber && parse_whole(name, number))
    return std::to_string(number);
  std::u32string letters;
  while (!name.empty()) {
    const char32_t character = take_character(name);
    if (is_invisible(character)) continue;
    if (!is_blank(character))
      add_decomposed(character, letters);
    else if (!letters.empty() && letters.back() != ' ')
      letters += U' ';
  }
  if (letters.ends_with(U' ')) letters.pop_back();
  std::transform(letters.begin(), letters.end(), letters.begin(), lower);
  // Of marks at one letter the order may differ.
  for (auto at = letters.begin(); at != letters.end();) {
    at = std::find_if(at, letters.end(), is_mark);
    const auto end = std::find_if_not(at, letters.end(), is_mark);
    std::sort(at, end);
    at = end;
  }
  return bytes_of(letters);
}

std::vector<std::vector<std::string>> alike_names(std::span<const std::string> names) {
  std::vector<std::vector<std::string>> groups;
  std::unordered_map<std::string, std::size_t> group_of;
  for (const std::string& name : names) {
    const auto [found, fresh] = group_of.emplace(alike_key(name), groups.size());
    if (fresh) groups.emplace_back();
    groups[found->second].push_back(name);
  }
  std::erase_if(groups, [](const auto& group) { return group.size() < 2; });
  return groups;
}

std::string alike_text(std::span<const std::vector<std::string>> groups) {
  constexpr std::size_t kShown = 5;
  std::vector<std::string> texts;
  for (const std::vector<std::string>& group : groups.first(std::min(kShown, groups.size())))
    texts.push_back(fmt::format("'{}'", fmt::join(group, "' and '")));
  return fmt::format("{}{}", fmt::join(texts, "; "), groups.size() > kShown ? "; ..." : "");
}

}  // namespace tertium::files
