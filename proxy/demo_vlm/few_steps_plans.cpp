#include "proxy/demo_vlm/plans.h"

namespace franz::demo_vlm {
namespace {
// A line costs a step for each of its points, and none for the first where the line before it ends
// there; a dot is one step. No drawing has more than 40.
Drawing cat_in_few_steps() {
  Drawing cat{.name = "cat",
              .words = {"cat", "kitten", "kitty"},
              .parts = {},
              .first = "tail",
              .last = "front legs",
              .whole = "a whole cat from its tail to its whiskers"};
  PartList list(cat.parts);
  list.add("tail", "a tail", "The outline in one line, from the tip of the tail to the ground.",
           Mistake::none, {{{748, 430}, {778, 575}, {716, 745}, {580, 860}}});
  list.add("back", "a back", "Along the ground and up the left side.", Mistake::none,
           {{{580, 860}, {340, 860}, {318, 730}, {375, 560}}});
  list.add("head", "a head with two ears", "The head: a cheek, an ear, the brow, an ear, a cheek.",
           Mistake::none,
           {{{375, 560},
             {300, 440},
             {330, 80},
             {418, 205},
             {502, 205},
             {590, 80},
             {620, 440},
             {545, 560}}});
  list.add("side", "a side", "Down the right side: the outline is closed.", Mistake::none,
           {{{545, 560}, {602, 730}, {580, 860}}});
  list.add("chin", "a chin", "The chin between the cheeks.", Mistake::none,
           {{{545, 560}, {460, 605}, {375, 560}}});
  list.add("eyes", "two smiling eyes", "Two eyes that are closed by a smile, the left one first.",
           Mistake::none,
           {{{350, 395}, {392, 340}, {434, 395}}, {{486, 395}, {528, 340}, {570, 395}}});
  list.add("mouth", "a mouth", "A mouth that smiles to both sides.", Mistake::none,
           {{{508, 490}, {483, 522}, {460, 478}, {437, 522}, {412, 490}}});
  list.add("nose", "a nose", "A nose: a dot above the mouth.", Mistake::none, {}, {{460, 458}});
  list.add("whiskers", "four whiskers", "Two whiskers to each side.", Mistake::none,
           {{{228, 410}, {368, 462}, {236, 530}}, {{684, 530}, {552, 462}, {692, 410}}});
  list.add("front legs", "two front legs", "A line that parts the front legs.", Mistake::none,
           {{{460, 720}, {460, 860}}});
  return cat;
}

Drawing house_in_few_steps() {
  Drawing house{.name = "house",
                .words = {"house", "home", "hut", "cottage"},
                .parts = {},
                .first = "walls",
                .last = "smoke",
                .whole = "a whole house from its ground to its smoke"};
  PartList list(house.parts);
  list.add("walls", "two walls on the ground", "The ground and the walls in one line.",
           Mistake::none,
           {{{60, 850}, {320, 850}, {320, 470}},
            {{940, 850}, {680, 850}, {680, 470}},
            {{320, 850}, {680, 850}}});
  list.add("roof", "a pointed roof", "A pointed roof that reaches over both walls.", Mistake::none,
           {{{280, 470}, {500, 190}, {720, 470}, {280, 470}}});
  list.add("door", "a door with a knob", "A door in the middle, with a knob.", Mistake::none,
           {{{460, 850}, {460, 620}, {540, 620}, {540, 850}}}, {{525, 740}});
  list.add("windows", "two windows", "A window on each side of the door.", Mistake::none,
           {{{350, 540}, {425, 540}, {425, 660}, {350, 660}, {350, 540}},
            {{575, 540}, {650, 540}, {650, 660}, {575, 660}, {575, 540}}});
  list.add("chimney", "a chimney", "A chimney on the right side of the roof.", Mistake::none,
           {{{590, 304}, {590, 190}, {640, 190}, {640, 368}}});
  list.add("smoke", "smoke", "Smoke that rises from the chimney.", Mistake::none,
           {{{615, 165}, {640, 130}, {605, 95}, {635, 50}}});
  return house;
}

Drawing fish_in_few_steps() {
  Drawing fish{.name = "fish",
               .words = {"fish", "goldfish"},
               .parts = {},
               .first = "body",
               .last = "scales",
               .whole = "a whole fish from its mouth to its tail"};
  PartList list(fish.parts);
  list.add("body", "a body with a tail",
           "The body in one line: the back from the mouth, the forked tail, and the belly.",
           Mistake::none,
           {{{200, 470},
             {270, 330},
             {400, 260},
             {540, 280},
             {700, 440},
             {840, 290},
             {805, 470},
             {840, 650},
             {700, 500},
             {540, 660},
             {400, 680},
             {270, 610},
             {200, 470}}});
  list.add("mouth", "a mouth", "The mouth begins where the line has ended.", Mistake::none,
           {{{200, 470}, {262, 495}}});
  list.add("eye", "an eye", "An eye with a dot in it.", Mistake::none,
           {{{310, 360}, {334, 403}, {310, 446}, {286, 403}, {310, 360}}}, {{310, 403}});
  list.add("gill", "a gill", "The bow of the gill.", Mistake::none,
           {{{400, 350}, {432, 470}, {400, 590}}});
  list.add("fins", "two fins", "A fin on the back and one below.", Mistake::none,
           {{{400, 260}, {490, 150}, {540, 280}}, {{400, 680}, {480, 780}, {540, 660}}});
  list.add("scales", "scales", "Scales on the side.", Mistake::none,
           {{{495, 380}, {520, 425}, {495, 470}}, {{575, 430}, {600, 475}, {575, 520}}});
  list.add("bubbles", "bubbles", "Bubbles that rise from the mouth.", Mistake::none, {},
           {{165, 400}, {140, 310}, {170, 220}});
  return fish;
}

Drawing star_in_few_steps() {
  Drawing star{.name = "star",
               .words = {"star"},
               .parts = {},
               .first = "outline",
               .last = "facets",
               .whole = "a whole star from its outline to its facets"};
  PartList list(star.parts);
  list.add("outline", "the outline of a star", "The outline of the star, point by point.",
           Mistake::none, {star_outline()});
  list.add("facets", "facets", "Lines from corner to corner through the middle.", Mistake::none,
           {{{500, 130}, {500, 470}, {500, 600}},
            {{570, 510}, {500, 470}, {318, 365}},
            {{457, 365}, {500, 470}, {612, 745}},
            {{388, 745}, {500, 470}, {543, 365}},
            {{682, 365}, {500, 470}, {430, 510}}});
  list.add("glow", "a glow", "A short ray beyond each point.", Mistake::none,
           {{{500, 100}, {500, 45}},
            {{298, 353}, {262, 333}},
            {{376, 772}, {357, 820}},
            {{624, 772}, {643, 820}},
            {{702, 353}, {738, 333}}});
  list.add("dots", "dots in the dark", "Distant stars, a dot for each.", Mistake::none, {},
           {{180, 190}, {820, 170}, {200, 620}, {810, 610}});
  return star;
}

Drawing tree_in_few_steps() {
  Drawing tree{.name = "tree",
               .words = {"tree", "oak"},
               .parts = {},
               .first = "trunk",
               .last = "apples",
               .whole = "a whole tree from its trunk to its apples"};
  PartList list(tree.parts);
  list.add("trunk", "a trunk on the ground", "The ground, and the trunk in the middle of it.",
           Mistake::none,
           {{{140, 860}, {440, 860}, {475, 740}, {470, 580}},
            {{860, 860}, {560, 860}, {525, 740}, {530, 580}},
            {{440, 860}, {560, 860}}});
  list.add("crown", "a round crown", "The crown of leaves, all around.", Mistake::none,
           {{{530, 580},
             {610, 570},
             {690, 450},
             {680, 300},
             {610, 190},
             {500, 145},
             {390, 190},
             {320, 300},
             {310, 450},
             {390, 570},
             {470, 580}}});
  list.add("branches", "branches in the crown", "Branches between the leaves.", Mistake::none,
           {{{490, 580}, {480, 470}, {425, 390}}, {{510, 580}, {520, 450}, {580, 370}}});
  list.add("apples", "apples", "Apples in the crown, a dot for each.", Mistake::none, {},
           {{390, 300}, {420, 480}, {500, 250}, {610, 290}, {600, 470}, {500, 370}});
  list.add("grass", "grass", "Tufts of grass on both sides.", Mistake::none,
           {{{220, 825}, {235, 860}, {245, 815}}, {{755, 815}, {765, 860}, {780, 825}}});
  return tree;
}

Drawing sun_in_few_steps() {
  Drawing sun{.name = "sun",
              .words = {"sun", "sunrise", "sunset"},
              .parts = {},
              .first = "disc",
              .last = "smile",
              .whole = "a whole sun from its disc to its smile"};
  PartList list(sun.parts);
  list.add("disc", "a round disc", "The disc of the sun, a circle in short lines.", Mistake::none,
           {{{500, 210},
             {552, 235},
             {591, 305},
             {605, 400},
             {591, 495},
             {552, 565},
             {500, 590},
             {448, 565},
             {409, 495},
             {395, 400},
             {409, 305},
             {448, 235},
             {500, 210}}});
  list.add("rays", "eight rays", "Eight rays around it.", Mistake::none,
           {{{500, 170}, {500, 60}},
            {{591, 237}, {650, 140}},
            {{629, 400}, {710, 400}},
            {{591, 563}, {650, 660}},
            {{500, 630}, {500, 740}},
            {{409, 563}, {350, 660}},
            {{371, 400}, {290, 400}},
            {{409, 237}, {350, 140}}});
  list.add("eyes", "two eyes", "Two eyes, each an arc.", Mistake::none,
           {{{439, 350}, {455, 320}, {471, 350}}, {{529, 350}, {545, 320}, {561, 350}}});
  list.add("smile", "a wide smile", "A wide smile.", Mistake::none,
           {{{555, 460}, {528, 505}, {472, 505}, {445, 460}}});
  return sun;
}

Drawing robot_in_few_steps() {
  Drawing robot{.name = "robot",
                .words = {"robot", "android"},
                .parts = {},
                .first = "head",
                .last = "legs",
                .whole = "a whole robot from its antenna to its feet"};
  PartList list(robot.parts);
  list.add("head", "a square head", "A square head.", Mistake::none,
           {{{410, 160}, {590, 160}, {590, 380}, {410, 380}, {410, 160}}});
  list.add("face", "a face", "Two eyes and a straight mouth.", Mistake::none,
           {{{445, 320}, {555, 320}}}, {{460, 240}, {540, 240}});
  list.add("antenna", "an antenna", "An antenna with a knob.", Mistake::none,
           {{{500, 160}, {500, 85}}}, {{500, 70}});
  list.add("body", "a body", "The neck and the body in one line.", Mistake::none,
           {{{480, 380},
             {480, 420},
             {380, 420},
             {380, 690},
             {620, 690},
             {620, 420},
             {520, 420},
             {520, 380}}});
  list.add("arms", "two arms", "Two arms that are held up.", Mistake::none,
           {{{380, 450}, {300, 560}, {270, 400}}, {{620, 450}, {700, 560}, {730, 400}}});
  list.add("panel", "a panel", "A panel with buttons on the body.", Mistake::none,
           {{{430, 520}, {570, 520}}}, {{450, 590}, {500, 590}, {550, 590}});
  list.add("legs", "two legs", "Two legs with feet.", Mistake::none,
           {{{450, 690}, {450, 860}, {400, 860}}, {{550, 690}, {550, 860}, {600, 860}}});
  return robot;
}
}  // namespace

std::vector<Drawing> few_steps_plans() {
  return {cat_in_few_steps(),  house_in_few_steps(), tree_in_few_steps(), sun_in_few_steps(),
          star_in_few_steps(), fish_in_few_steps(),  robot_in_few_steps()};
}
}  // namespace franz::demo_vlm
