#pragma once
// What the demo model draws next, in every format that knows its earlier strokes, by the
// conversation, by a list of outcomes or by its own sentences: which strokes of its drawing are
// still missing, by what the earlier ones did and by the newest picture, and when another picture
// is wanted.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/picture.h"

namespace franz::demo_vlm {
// A stroke that an earlier reply tried to make.
struct Deed {
  enum class Outcome { done, failed, unknown };  // unknown: it may have been made
  PlannedCall stroke;
  std::size_t reply = 0;  // the number of the reply, from 0
  Outcome outcome = Outcome::done;
};

struct Past {
  std::vector<Deed> deeds;           // in their order
  std::optional<std::size_t> look;   // the last reply that asked for a picture
  int looks_in_vain = 0;             // so many replies, the newest, asked for one and got none
  const Picture* picture = nullptr;  // the newest; null: there is none
  std::size_t seen_at = 0;           // the first reply whose strokes it does not show
  bool is_partial = false;           // some strokes may be forgotten: the picture counts for them
};

struct Means {
  bool drag = true, click = true, type = true, look = true;
};

struct Prospect {
  struct Stroke {
    PlannedCall call;
    std::size_t part = 0;
    std::size_t number = 0;  // of the drawing's strokes, from 1; a click before a text: the text's
    bool is_new = true;      // it has never been tried
  };
  bool look = false;          // a picture is wanted before anything else
  std::vector<Stroke> to_do;  // in the order of drawing; none, and no look: the drawing is finished
  std::size_t drawn = 0;      // strokes that are there, or are believed to be
  std::size_t given_up = 0;   // tried often enough without being there
  std::size_t out_of_reach = 0;  // without a tool for them
};

// A stroke is there if the newest picture shows it, or if it was made since; under a mark, the
// memory of it is believed. Where no stroke is remembered, the picture alone counts. A text whose
// click was not the last stroke has that click in front of it again.
Prospect look_ahead(const Drawing& drawing, const Past& past, const Means& means);

// What the run came to, for the user. `has_looked`: the newest picture shows all strokes.
std::string result_text(const Drawing& drawing, std::size_t drawn, const Prospect& prospect,
                        bool has_looked);
}  // namespace franz::demo_vlm
