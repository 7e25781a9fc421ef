#include "proxy/demo_vlm/plans.h"

namespace franz::demo_vlm {
namespace {
Drawing house_plan() {
  Drawing house{.name = "house",
                .words = {"house", "home", "hut", "cottage"},
                .parts = {},
                .first = "ground",
                .last = "smoke",
                .whole = "a whole house from its ground to its smoke"};
  PartList list(house.parts);
  list.add("ground", "the ground",
           "The ground that the house will stand on: one line from edge to edge.",
           Mistake::out_of_range, {{{0, 850}, {1000, 850}}});
  list.add("walls", "two walls under a ceiling", "The walls and the ceiling between them.",
           Mistake::none, {{{320, 850}, {320, 470}, {680, 470}, {680, 850}}});
  list.add("roof", "a pointed roof", "A pointed roof that reaches over both walls.", Mistake::none,
           {{{280, 470}, {500, 190}, {720, 470}, {680, 470}}, {{320, 470}, {280, 470}}});
  list.add("door", "a door with a knob", "A door in the middle, with a knob.", Mistake::none,
           {{{460, 850}, {460, 620}, {540, 620}, {540, 850}}}, {{528, 740}});
  list.add("windows", "two windows", "Two windows with crossbars, the left one first.",
           Mistake::missing_argument,
           {{{350, 540}, {425, 540}, {425, 660}, {350, 660}, {350, 540}},
            {{387, 540}, {387, 660}},
            {{350, 600}, {425, 600}},
            {{575, 540}, {650, 540}, {650, 660}, {575, 660}, {575, 540}},
            {{612, 540}, {612, 660}},
            {{575, 600}, {650, 600}}});
  list.add("chimney", "a chimney", "A chimney on the right side of the roof.",
           Mistake::misspelt_tool, {{{590, 304}, {590, 200}, {640, 200}, {640, 368}}});
  list.add("smoke", "smoke above the chimney", "Smoke that rises from the chimney.",
           Mistake::two_blocks,
           {{{615, 180}, {628, 160}, {620, 135}, {634, 110}, {626, 85}},
            {{640, 170}, {655, 150}, {648, 125}, {664, 100}}});
  list.add("fence", "a fence", "A fence to the right of the house.", Mistake::none,
           {{{720, 760}, {960, 760}},
            {{720, 810}, {960, 810}},
            {{740, 730}, {740, 850}},
            {{795, 730}, {795, 850}},
            {{850, 730}, {850, 850}},
            {{905, 730}, {905, 850}},
            {{960, 730}, {960, 850}}});
  list.sign("The house is done. I sign it: a click, then my name.", {60, 920});
  return house;
}

Drawing tree_plan() {
  Drawing tree{.name = "tree",
               .words = {"tree", "oak"},
               .parts = {},
               .first = "trunk",
               .last = "apples",
               .whole = "a whole tree from its trunk to its apples"};
  PartList list(tree.parts);
  list.add("ground", "the ground", "The ground, with a low hill in the middle.", Mistake::none,
           {{{0, 860},
             {300, 860},
             {315, 837},
             {359, 818},
             {423, 805},
             {500, 800},
             {577, 805},
             {641, 818},
             {685, 837},
             {700, 860},
             {1000, 860}}});
  list.add("trunk", "a trunk", "The trunk, wider at its foot.", Mistake::none,
           {{{445, 806}, {468, 740}, {474, 660}, {470, 560}},
            {{555, 806}, {532, 740}, {526, 660}, {530, 560}}});
  list.add("crown", "a round crown", "The crown of leaves: bumps all around.",
           Mistake::missing_argument,
           {{{470, 560}, {430, 575}, {385, 560}, {360, 520}, {325, 500}, {305, 440},
             {318, 380}, {310, 310}, {345, 250}, {385, 225}, {415, 170}, {465, 145},
             {515, 150}, {560, 165}, {600, 215}, {645, 240}, {675, 300}, {685, 370},
             {675, 440}, {650, 500}, {615, 520}, {590, 565}, {555, 575}, {530, 560}}});
  list.add("branches", "branches in the crown", "Branches between the leaves.",
           Mistake::misspelt_tool,
           {{{490, 560}, {485, 470}, {440, 400}},
            {{485, 470}, {500, 360}, {480, 290}},
            {{510, 560}, {520, 450}, {570, 380}},
            {{520, 450}, {545, 420}}});
  list.add("apples", "apples", "Apples in the crown, a dot for each.", Mistake::none, {},
           {{390, 330}, {420, 480}, {540, 230}, {600, 310}, {620, 450}, {450, 240}, {560, 510}});
  list.add("roots", "roots", "Roots at the foot of the trunk.", Mistake::two_blocks,
           {{{445, 806}, {425, 825}, {400, 830}},
            {{555, 806}, {575, 825}, {600, 830}},
            {{500, 806}, {500, 830}}});
  list.add("grass", "tufts of grass", "Tufts of grass left and right.", Mistake::none,
           {{{68, 830}, {80, 860}, {82, 820}},
            {{168, 830}, {180, 860}, {182, 820}},
            {{238, 830}, {250, 860}, {252, 820}},
            {{748, 820}, {750, 860}, {762, 830}},
            {{828, 820}, {830, 860}, {842, 830}},
            {{928, 820}, {930, 860}, {942, 830}}});
  list.sign("The tree is done. I sign it: a click, then my name.", {60, 930});
  return tree;
}

Drawing sun_plan() {
  Drawing sun{.name = "sun",
              .words = {"sun", "sunrise", "sunset"},
              .parts = {},
              .first = "disc",
              .last = "smile",
              .whole = "a whole sun from its disc to its smile"};
  PartList list(sun.parts);
  list.add("disc", "a round disc", "The disc of the sun, a circle in short lines.", Mistake::none,
           {{{500, 210},
             {537, 221},
             {569, 254},
             {593, 305},
             {605, 367},
             {605, 433},
             {593, 495},
             {569, 546},
             {537, 579},
             {500, 590},
             {463, 579},
             {431, 546},
             {407, 495},
             {395, 433},
             {395, 367},
             {407, 305},
             {431, 254},
             {463, 221},
             {500, 210}}});
  list.add("long rays", "long rays", "Eight long rays.", Mistake::missing_argument,
           {{{629, 400}, {697, 400}},
            {{591, 237}, {639, 153}},
            {{500, 170}, {500, 50}},
            {{409, 237}, {361, 153}},
            {{371, 400}, {303, 400}},
            {{409, 563}, {361, 647}},
            {{500, 630}, {500, 750}},
            {{591, 563}, {639, 647}}});
  list.add("short rays", "short rays between them", "A short ray between each two long ones.",
           Mistake::two_blocks,
           {{{620, 312}, {651, 289}},
            {{550, 188}, {562, 132}},
            {{450, 188}, {438, 132}},
            {{380, 312}, {349, 289}},
            {{380, 488}, {349, 511}},
            {{450, 612}, {438, 668}},
            {{550, 612}, {562, 668}},
            {{620, 488}, {651, 511}}});
  list.add("eyes", "two eyes", "Two eyes, each an arc with a dot below it.", Mistake::none,
           {{{439, 340}, {445, 325}, {455, 320}, {465, 325}, {471, 340}},
            {{529, 340}, {535, 325}, {545, 320}, {555, 325}, {561, 340}}},
           {{455, 362}, {545, 362}});
  list.add("smile", "a wide smile", "A wide smile.", Mistake::misspelt_tool,
           {{{445, 457},
             {454, 479},
             {467, 496},
             {483, 506},
             {500, 510},
             {517, 506},
             {533, 496},
             {546, 479},
             {555, 457}}});
  list.add("horizon", "hills on the horizon", "Hills below the sun, from edge to edge.",
           Mistake::none,
           {{{0, 850},
             {120, 800},
             {250, 820},
             {380, 870},
             {520, 840},
             {680, 800},
             {820, 835},
             {1000, 790}}});
  list.sign("The sun is done. I sign it: a click, then my name.", {60, 930});
  return sun;
}

Drawing star_plan() {
  Drawing star{.name = "star",
               .words = {"star"},
               .parts = {},
               .first = "outline",
               .last = "facets",
               .whole = "a whole star from its outline to its facets"};
  PartList list(star.parts);
  list.add("outline", "the outline of a star", "The outline of the star, point by point.",
           Mistake::none, {star_outline()});
  list.add("facets", "facets", "A line from each of its corners to the middle.",
           Mistake::missing_argument,
           {{{457, 365}, {500, 470}},
            {{430, 510}, {500, 470}},
            {{500, 600}, {500, 470}},
            {{570, 510}, {500, 470}},
            {{543, 365}, {500, 470}},
            {{500, 130}, {500, 470}},
            {{318, 365}, {500, 470}},
            {{388, 745}, {500, 470}},
            {{612, 745}, {500, 470}},
            {{682, 365}, {500, 470}}});
  list.add("glow", "a glow", "A short ray beyond each point.", Mistake::misspelt_tool,
           {{{500, 105}, {500, 50}},
            {{305, 357}, {275, 340}},
            {{379, 765}, {361, 810}},
            {{621, 765}, {639, 810}},
            {{695, 357}, {725, 340}}});
  list.add("small stars", "small stars around it", "Four small stars as crosses.",
           Mistake::two_blocks,
           {{{124, 200}, {156, 200}},
            {{140, 172}, {140, 228}},
            {{844, 180}, {876, 180}},
            {{860, 152}, {860, 208}},
            {{104, 620}, {136, 620}},
            {{120, 592}, {120, 648}},
            {{874, 640}, {906, 640}},
            {{890, 612}, {890, 668}}});
  list.add("dots", "dots in the dark", "Distant stars, a dot for each.", Mistake::none, {},
           {{60, 420}, {230, 90}, {270, 780}, {740, 80}, {760, 830}, {950, 400}, {330, 300}});
  list.sign("The star is done. I sign it: a click, then my name.", {60, 930});
  return star;
}

Drawing fish_plan() {
  Drawing fish{.name = "fish",
               .words = {"fish", "goldfish"},
               .parts = {},
               .first = "back",
               .last = "scales",
               .whole = "a whole fish from its back to its scales"};
  PartList list(fish.parts);
  list.add("back", "a curved back", "The back of the fish, from its mouth to its tail.",
           Mistake::none,
           {{{210, 470},
             {219, 416},
             {243, 365},
             {283, 322},
             {335, 288},
             {395, 267},
             {460, 260},
             {525, 267},
             {585, 288},
             {637, 322},
             {677, 365},
             {701, 416},
             {710, 470}}});
  list.add("belly", "a belly", "The belly, from the mouth to the tail.", Mistake::none,
           {{{210, 470},
             {219, 524},
             {243, 575},
             {283, 618},
             {335, 652},
             {395, 673},
             {460, 680},
             {525, 673},
             {585, 652},
             {637, 618},
             {677, 575},
             {701, 524},
             {710, 470}}});
  list.add("tail", "a forked tail", "A forked tail behind the body.", Mistake::misspelt_tool,
           {{{710, 470}, {840, 300}, {810, 470}, {840, 640}, {710, 470}}});
  list.add("eye", "an eye", "The eye: a small circle with a dot.", Mistake::none,
           {{{310, 374},
             {324, 385},
             {330, 410},
             {324, 435},
             {310, 446},
             {296, 435},
             {290, 410},
             {296, 385},
             {310, 374}}},
           {{310, 410}});
  list.add("gill and mouth", "a gill and a mouth", "The bow of the gill, and the mouth.",
           Mistake::missing_argument,
           {{{410, 357}, {421, 386}, {428, 426}, {430, 470}, {428, 514}, {421, 554}, {410, 583}},
            {{210, 470}, {250, 490}, {270, 480}}});
  list.add("fins", "two fins", "A fin on the back and one below.", Mistake::none,
           {{{400, 266}, {450, 170}, {560, 180}, {580, 286}},
            {{440, 679}, {480, 760}, {550, 750}, {550, 666}}});
  list.add("scales", "scales", "Scales in three columns.", Mistake::two_blocks,
           {{{480, 360}, {500, 400}, {480, 440}},
            {{480, 450}, {500, 490}, {480, 530}},
            {{540, 360}, {560, 400}, {540, 440}},
            {{540, 450}, {560, 490}, {540, 530}},
            {{600, 360}, {620, 400}, {600, 440}},
            {{600, 450}, {620, 490}, {600, 530}}});
  list.add("bubbles", "bubbles", "Bubbles that rise from the mouth.", Mistake::none,
           {{{170, 334},
             {180, 342},
             {185, 360},
             {180, 378},
             {170, 386},
             {160, 378},
             {155, 360},
             {160, 342},
             {170, 334}},
            {{140, 240},
             {148, 246},
             {151, 260},
             {148, 274},
             {140, 280},
             {132, 274},
             {129, 260},
             {132, 246},
             {140, 240}}},
           {{185, 440}, {160, 180}});
  list.add("sea floor", "the sea floor", "The floor of the sea, from edge to edge.", Mistake::none,
           {{{0, 860}, {140, 840}, {300, 870}, {470, 850}, {640, 872}, {820, 845}, {1000, 865}}});
  list.sign("The fish is done. I sign it: a click, then my name.", {60, 930});
  return fish;
}

Drawing robot_plan() {
  Drawing robot{.name = "robot",
                .words = {"robot", "android"},
                .parts = {},
                .first = "head",
                .last = "legs",
                .whole = "a whole robot from its head to its feet"};
  PartList list(robot.parts);
  list.add("head", "a square head", "A square head with ears like bolts.", Mistake::none,
           {{{410, 160}, {590, 160}, {590, 380}, {410, 380}, {410, 160}},
            {{410, 240}, {390, 240}, {390, 300}, {410, 300}},
            {{590, 240}, {610, 240}, {610, 300}, {590, 300}}});
  list.add("antenna", "an antenna", "An antenna on its head.", Mistake::none,
           {{{500, 160}, {500, 80}}}, {{500, 72}});
  list.add("eyes", "two eyes", "Two square eyes with pupils.", Mistake::missing_argument,
           {{{440, 210}, {480, 210}, {480, 270}, {440, 270}, {440, 210}},
            {{520, 210}, {560, 210}, {560, 270}, {520, 270}, {520, 210}}},
           {{460, 240}, {540, 240}});
  list.add("mouth", "a mouth with teeth", "A mouth with teeth.", Mistake::misspelt_tool,
           {{{450, 315}, {550, 315}, {550, 350}, {450, 350}, {450, 315}},
            {{475, 315}, {475, 350}},
            {{500, 315}, {500, 350}},
            {{525, 315}, {525, 350}}});
  list.add("body", "a body", "The neck and the body.", Mistake::none,
           {{{480, 380}, {480, 420}},
            {{520, 380}, {520, 420}},
            {{380, 420}, {620, 420}, {620, 690}, {380, 690}, {380, 420}}});
  list.add("panel", "a panel", "A panel with buttons on the body.", Mistake::none,
           {{{430, 470}, {570, 470}, {570, 590}, {430, 590}, {430, 470}},
            {{445, 500}, {555, 500}},
            {{445, 530}, {520, 530}}},
           {{450, 565}, {480, 565}, {510, 565}});
  list.add("arms", "two arms", "Two arms with pincers.", Mistake::two_blocks,
           {{{380, 450}, {320, 500}, {320, 620}},
            {{305, 670}, {305, 640}, {335, 640}, {335, 670}},
            {{320, 620}, {320, 640}},
            {{620, 450}, {680, 500}, {680, 620}},
            {{665, 670}, {665, 640}, {695, 640}, {695, 670}},
            {{680, 620}, {680, 640}}});
  list.add("legs", "two legs", "Two legs with feet.", Mistake::none,
           {{{440, 690}, {440, 840}},
            {{470, 690}, {470, 840}},
            {{420, 840}, {480, 840}, {480, 880}, {420, 880}, {420, 840}},
            {{530, 690}, {530, 840}},
            {{560, 690}, {560, 840}},
            {{520, 840}, {580, 840}, {580, 880}, {520, 880}, {520, 840}}});
  list.sign("The robot is done. I sign it: a click, then my name.", {60, 930});
  return robot;
}

}  // namespace

PartList::Line star_outline() {
  return {{500, 130}, {457, 365}, {318, 365}, {430, 510}, {388, 745}, {500, 600},
          {612, 745}, {570, 510}, {682, 365}, {543, 365}, {500, 130}};
}

std::vector<Drawing> small_plans() {
  return {house_plan(), tree_plan(), sun_plan(), star_plan(), fish_plan(), robot_plan()};
}
}  // namespace franz::demo_vlm
