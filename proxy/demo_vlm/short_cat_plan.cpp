#include "proxy/demo_vlm/plans.h"

namespace franz::demo_vlm {
// The mistakes of a voice that makes a stroke a reply are its own: none is planned here.
Drawing cat_in_few_strokes() {
  Drawing cat{.name = "cat",
              .words = {"cat", "kitten", "kitty"},
              .parts = {},
              .first = "ears and cheeks",
              .last = "stripes",
              .whole = "a whole cat from its ears to its stripes"};
  PartList list(cat.parts);
  list.add("wall", "a wall", "The wall that the cat will sit on.", Mistake::none,
           {{{0, 822}, {1000, 822}}});
  list.add("ears and cheeks", "two ears over two cheeks",
           "The head: a short brow, then ear and cheek of each side.", Mistake::none,
           {{{431, 228}, {481, 228}},
            {{431, 228}, {372, 124}, {361, 333}, {350, 439}, {400, 522}},
            {{481, 228}, {540, 124}, {551, 333}, {562, 439}, {512, 522}}});
  list.add("chin", "a chin", "The chin closes the head.", Mistake::none,
           {{{400, 522}, {456, 547}, {512, 522}}});
  list.add("inner ears", "the inside of the ears", "A smaller corner inside each ear.",
           Mistake::none,
           {{{412, 244}, {388, 198}, {381, 298}}, {{500, 244}, {524, 198}, {531, 298}}});
  list.add("eyes", "two almond eyes", "Two almond eyes, the left one first.", Mistake::none,
           {{{379, 383}, {400, 339}, {438, 383}, {409, 413}, {379, 383}},
            {{533, 383}, {512, 339}, {474, 383}, {503, 413}, {533, 383}}});
  list.add("pupils", "slit pupils", "A slit pupil in each eye.", Mistake::none,
           {{{408, 351}, {408, 404}}, {{504, 351}, {504, 404}}});
  list.add("nose", "a nose", "A small nose between them.", Mistake::none,
           {{{441, 440}, {471, 440}, {456, 471}, {441, 440}}});
  list.add("mouth", "a smiling mouth", "A mouth that smiles to both sides.", Mistake::none,
           {{{430, 476}, {443, 500}, {456, 473}, {469, 500}, {482, 476}}});
  list.add("whiskers", "four whiskers", "Four whiskers, two to each side.", Mistake::none,
           {{{409, 458}, {312, 428}},
            {{409, 472}, {309, 480}},
            {{503, 458}, {600, 428}},
            {{503, 472}, {603, 480}}});
  list.add("flanks", "both flanks", "The flanks, from the chin down to the wall.", Mistake::none,
           {{{395, 518}, {350, 667}, {341, 767}, {362, 822}},
            {{517, 518}, {562, 667}, {571, 767}, {550, 822}}});
  list.add("front legs", "two front legs", "Two front legs side by side.", Mistake::none,
           {{{425, 644}, {420, 822}}, {{456, 689}, {456, 822}}, {{487, 644}, {492, 822}}});
  list.add("tail", "a tail", "The tail curls up at the right: its outer side, then the inner one.",
           Mistake::none,
           {{{568, 811},
             {631, 794},
             {672, 711},
             {662, 606},
             {634, 533},
             {616, 622},
             {628, 706},
             {609, 739},
             {571, 733}}});
  list.add("stripes", "stripes", "Three stripes on the forehead.", Mistake::none,
           {{{456, 239}, {456, 302}}, {{440, 239}, {445, 278}}, {{472, 239}, {467, 278}}});
  list.add("moon", "a crescent moon", "A crescent moon at the top right.", Mistake::none,
           {{{831, 100},
             {789, 131},
             {775, 211},
             {795, 287},
             {840, 309},
             {814, 258},
             {809, 167},
             {831, 100}}});
  list.add("stars", "stars", "Five stars in the sky.", Mistake::none, {},
           {{156, 189}, {269, 100}, {112, 467}, {706, 144}, {906, 467}});
  list.sign("The cat is done. I sign it on the wall: a click, then my name.", {787, 910});
  return cat;
}
}  // namespace franz::demo_vlm
