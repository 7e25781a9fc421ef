#include "proxy/demo_vlm/drawing_plan.h"
#include <algorithm>

namespace franz::demo_vlm {
namespace {
using Line = std::vector<PlanPoint>;  // drags from each point to the next

std::vector<PlannedCall> calls_of(const std::vector<Line>& lines,
                                  const std::vector<PlanPoint>& dots) {
  std::vector<PlannedCall> calls;
  for (const Line& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      calls.push_back({PlannedCall::Kind::drag, line[i - 1], line[i], {}});
    }
  }
  for (const PlanPoint& dot : dots) {
    calls.push_back({PlannedCall::Kind::left_click, dot, dot, {}});
  }
  return calls;
}

// The picture was composed on 1920x1080 pixels and rounded to the 0 to 1000 of each axis.
std::vector<Part> make_parts() {
  std::vector<Part> parts;
  const auto add = [&](const char* name, const char* seen, const char* plan, Mistake mistake,
                       const std::vector<Line>& lines, const std::vector<PlanPoint>& dots = {}) {
    parts.push_back({name, seen, plan, mistake, calls_of(lines, dots)});
  };
  add("wall", "a wall", "The wall that the cat will sit on: its top edge and six joints.",
      Mistake::none,
      {{{0, 816}, {1000, 816}},
       {{73, 816}, {73, 908}},
       {{245, 816}, {245, 908}},
       {{417, 816}, {417, 908}},
       {{589, 816}, {589, 908}},
       {{761, 816}, {761, 908}},
       {{954, 816}, {954, 908}}});
  add("moon", "a crescent moon",
      "A crescent moon at the top right: the outer bow, then the inner one.", Mistake::none,
      {{{884, 284},
        {864, 305},
        {841, 310},
        {818, 300},
        {799, 276},
        {786, 240},
        {782, 199},
        {786, 158},
        {799, 123},
        {818, 98},
        {841, 88},
        {864, 94},
        {884, 114},
        {870, 136},
        {860, 166},
        {857, 199},
        {860, 233},
        {870, 263},
        {884, 284}}});
  add("stars", "stars", "Three bright stars as crosses, and eight dots around them.", Mistake::none,
      {{{133, 274}, {133, 337}},
       {{115, 306}, {151, 306}},
       {{701, 280}, {701, 332}},
       {{686, 306}, {715, 306}},
       {{599, 61}, {599, 106}},
       {{587, 83}, {612, 83}}},
      {{57, 139},
       {224, 102},
       {279, 278},
       {50, 519},
       {180, 519},
       {701, 130},
       {948, 399},
       {839, 528},
       {964, 593}});
  add("bricks", "a second row of bricks",
      "The second row of bricks: a line below the first and five joints.", Mistake::out_of_range,
      {{{0, 908}, {1000, 908}},
       {{159, 908}, {159, 1000}},
       {{331, 908}, {331, 1000}},
       {{503, 908}, {503, 1000}},
       {{675, 908}, {675, 1000}},
       {{857, 908}, {857, 1000}}});
  add("ears", "two ears", "Two pointed ears, each with a smaller corner inside.", Mistake::none,
      {{{335, 320},
        {332, 273},
        {330, 213},
        {335, 152},
        {341, 104},
        {356, 121},
        {375, 146},
        {395, 183},
        {411, 215}},
       {{353, 250}, {350, 156}, {385, 206}},
       {{583, 320},
        {585, 273},
        {587, 213},
        {582, 152},
        {576, 104},
        {561, 121},
        {542, 146},
        {522, 183},
        {507, 215}},
       {{564, 250}, {567, 156}, {533, 206}}});
  add("head", "the sides of a head",
      "The brow between the ears, then both cheeks with their tufts of fur.", Mistake::none,
      {{{411, 215}, {435, 200}, {459, 195}, {483, 200}, {507, 215}},
       {{335, 320},
        {332, 350},
        {329, 389},
        {332, 426},
        {336, 454},
        {315, 478},
        {343, 489},
        {327, 521},
        {372, 530}},
       {{583, 320},
        {586, 350},
        {588, 389},
        {585, 426},
        {582, 454},
        {602, 478},
        {574, 489},
        {590, 521},
        {545, 530}}});
  add("chin and collar", "a chin over a collar with a bell",
      "The chin closes the head; a collar and a bell hang below it.", Mistake::none,
      {{{372, 530},
        {386, 544},
        {406, 560},
        {431, 569},
        {459, 573},
        {486, 569},
        {511, 560},
        {531, 544},
        {545, 530}},
       {{382, 584},
        {398, 596},
        {419, 610},
        {439, 616},
        {459, 618},
        {479, 616},
        {498, 610},
        {519, 596},
        {535, 584}},
       {{459, 622},
        {469, 630},
        {474, 649},
        {469, 668},
        {459, 676},
        {448, 668},
        {443, 649},
        {448, 630},
        {459, 622}}},
      {{459, 654}});
  add("back", "both flanks", "The flanks, from the collar down to the wall.", Mistake::none,
      {{{390, 556},
        {380, 590},
        {367, 634},
        {353, 675},
        {342, 714},
        {339, 748},
        {341, 777},
        {349, 800},
        {356, 816}},
       {{527, 556},
        {537, 590},
        {550, 634},
        {564, 675},
        {575, 714},
        {578, 748},
        {576, 777},
        {569, 800},
        {561, 816}}});
  add("front legs", "two front legs", "Two front legs side by side, with toes.", Mistake::none,
      {{{414, 639}, {410, 714}, {413, 784}, {403, 816}},
       {{449, 712}, {449, 769}, {451, 816}},
       {{421, 790}, {421, 816}},
       {{436, 790}, {436, 816}},
       {{503, 639}, {507, 714}, {504, 784}, {514, 816}},
       {{468, 712}, {468, 769}, {466, 816}},
       {{496, 790}, {496, 816}},
       {{482, 790}, {482, 816}}});
  add("tail", "the lower line of a tail",
      "The tail leaves at the right and curls up: its lower side first.", Mistake::none,
      {{{566, 795},
        {588, 800},
        {620, 801},
        {662, 788},
        {699, 766},
        {716, 732},
        {721, 693},
        {719, 654},
        {712, 615},
        {703, 583},
        {697, 552},
        {700, 519},
        {708, 491},
        {721, 476},
        {738, 475},
        {755, 498},
        {769, 525}}});
  add("tail, other side", "the upper line of the tail",
      "The other side of the tail, up to the same tip.", Mistake::none,
      {{{579, 741},
        {596, 747},
        {620, 749},
        {651, 739},
        {678, 723},
        {688, 702},
        {690, 677},
        {687, 649},
        {681, 619},
        {672, 590},
        {665, 556},
        {666, 509},
        {675, 463},
        {695, 434},
        {719, 419},
        {743, 421},
        {762, 439},
        {768, 483},
        {769, 525}}});
  add("eyes", "two almond eyes", "Two almond eyes, the left one first.", Mistake::missing_argument,
      {{{375, 380},
        {381, 360},
        {392, 343},
        {402, 334},
        {413, 334},
        {423, 343},
        {431, 358},
        {438, 376},
        {439, 393},
        {429, 404},
        {415, 410},
        {402, 410},
        {390, 406},
        {380, 395},
        {375, 380}},
       {{542, 380},
        {536, 360},
        {525, 343},
        {515, 334},
        {504, 334},
        {494, 343},
        {486, 358},
        {479, 376},
        {478, 393},
        {488, 404},
        {502, 410},
        {515, 410},
        {527, 406},
        {537, 395},
        {542, 380}}});
  add("pupils and nose", "the pupils with a nose", "Slit pupils in both eyes, and a small nose.",
      Mistake::misspelt_tool,
      {{{409, 339}, {409, 404}},
       {{405, 347}, {405, 397}},
       {{412, 347}, {412, 397}},
       {{402, 358}, {402, 386}},
       {{415, 358}, {415, 386}},
       {{509, 339}, {509, 404}},
       {{512, 347}, {512, 397}},
       {{505, 347}, {505, 397}},
       {{515, 358}, {515, 386}},
       {{502, 358}, {502, 386}},
       {{440, 436}, {477, 436}, {459, 469}, {440, 436}},
       {{446, 443}, {471, 443}},
       {{450, 450}, {467, 450}},
       {{454, 458}, {463, 458}}});
  add("mouth", "a smiling mouth", "A mouth below the nose that smiles to both sides.",
      Mistake::none,
      {{{459, 469}, {458, 480}, {455, 493}, {448, 504}, {439, 510}, {428, 503}, {420, 495}},
       {{459, 469}, {459, 480}, {462, 493}, {469, 504}, {478, 510}, {489, 503}, {497, 495}}});
  add("whiskers", "six whiskers", "Six whiskers, three to each side.", Mistake::two_blocks,
      {{{398, 463}, {344, 437}, {294, 430}},
       {{398, 479}, {338, 476}, {285, 484}},
       {{400, 495}, {343, 515}, {296, 541}},
       {{519, 463}, {573, 437}, {623, 430}},
       {{519, 479}, {579, 476}, {633, 484}},
       {{517, 495}, {574, 515}, {621, 541}}});
  add("stripes", "stripes", "Stripes on the forehead and on both flanks.", Mistake::none,
      {{{459, 219}, {459, 278}},
       {{440, 224}, {443, 263}},
       {{477, 224}, {474, 263}},
       {{351, 669}, {379, 673}},
       {{343, 712}, {372, 712}},
       {{342, 754}, {367, 751}},
       {{566, 669}, {538, 673}},
       {{574, 712}, {545, 712}},
       {{575, 754}, {550, 751}}});
  add("name", "my name", "The cat is done. I sign it on the wall: a click, then my name.",
      Mistake::none, {}, {{787, 862}});
  // The text goes beside the click before it.
  parts.back().calls.push_back({PlannedCall::Kind::type, {787, 862}, {787, 862}, "franz"});
  add("ball of wool", "a ball of wool",
      "A new drawing, left of the cat: a ball of wool with a loose end.", Mistake::none,
      {{{223, 721},
        {219, 756},
        {208, 785},
        {192, 805},
        {172, 812},
        {152, 805},
        {136, 785},
        {125, 756},
        {121, 721},
        {125, 686},
        {136, 657},
        {152, 637},
        {172, 630},
        {192, 637},
        {208, 657},
        {219, 686},
        {223, 721}},
       {{126, 680}, {144, 675}, {167, 684}, {187, 738}, {202, 791}},
       {{121, 727}, {136, 726}, {154, 734}, {168, 772}, {178, 810}},
       {{146, 643}, {166, 649}, {191, 664}, {209, 704}, {221, 741}},
       {{205, 790}, {240, 803}, {271, 784}, {302, 795}, {326, 780}}});
  add("rest", "",
      "The drawing is whole. I put the pen down for a turn and look at it without marks.",
      Mistake::none, {});
  add("mouse", "a mouse", "A mouse on the wall at the right: its back, an ear and an eye.",
      Mistake::none,
      {{{818, 816},
        {800, 791},
        {807, 775},
        {818, 756},
        {833, 740},
        {849, 730},
        {869, 734},
        {887, 747},
        {897, 767},
        {903, 788},
        {901, 804},
        {898, 816}},
       {{848, 736},
        {842, 752},
        {831, 756},
        {822, 745},
        {818, 725},
        {822, 704},
        {831, 694},
        {842, 697},
        {848, 714}}},
      {{820, 773}});
  add("mouse, tail and whiskers", "the mouse's tail and whiskers",
      "The mouse gets its tail and two whiskers.", Mistake::none,
      {{{903, 795},
        {917, 799},
        {933, 799},
        {943, 782},
        {947, 760},
        {940, 743},
        {933, 727},
        {938, 709},
        {944, 695}},
       {{804, 784}, {782, 767}},
       {{804, 793}, {780, 797}}});
  return parts;
}
}  // namespace

const std::vector<Part>& drawing_plan() {
  static const std::vector<Part> parts = make_parts();
  return parts;
}

std::size_t part_named(std::string_view name) {
  const auto& parts = drawing_plan();
  const auto found =
      std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.name == name; });
  return static_cast<std::size_t>(found - parts.begin());
}

static std::string pair(PlanPoint point) {
  return std::to_string(point.x) + ", " + std::to_string(point.y);
}

std::string to_text(const PlannedCall& call) {
  switch (call.kind) {
    case PlannedCall::Kind::drag: return "drag(" + pair(call.from) + ", " + pair(call.to) + ")";
    case PlannedCall::Kind::left_click: return "left_click(" + pair(call.from) + ")";
    case PlannedCall::Kind::type: return "type(\"" + call.text + "\")";
  }
  return {};
}

std::string_view tool_of(const PlannedCall& call) {
  switch (call.kind) {
    case PlannedCall::Kind::drag: return "drag";
    case PlannedCall::Kind::left_click: return "left_click";
    case PlannedCall::Kind::type: return "type";
  }
  return {};
}
}  // namespace franz::demo_vlm
