#pragma once
// In which coordinates a model answers, by what it said of targets whose places are known. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/geometry/smart_resize.h"
#include "common/settings/settings.h"

namespace franz::proxy {
// A target that the model was asked for.
struct GroundingAnswer {
  int card = 0;                  // answers of one card are told apart by their targets
  Size sent;                     // the picture's size
  Point target;                  // its pixels
  std::optional<MapPoint> said;  // nothing: there was no place in the answer, or no answer
};

// A convention for places.
struct GroundingSpace {
  std::string name;                  // "0-1000", "pixels after the resize of scalecua"
  std::string coordinates;           // a name of all_coordinates()
  const ResizeRule* rule = nullptr;  // pixels of what a server makes of the picture; null: as sent
};

// The thousandths, 0-1, pixels as sent, and pixels behind each rule of all_resize_rules(): the
// usual ones first.
const std::vector<GroundingSpace>& all_grounding_spaces();

struct GroundingVerdict {
  enum class Kind {
    found,       // one space, or some that these answers do not tell apart
    swapped,     // the same, with y before x, as Gemini writes [y, x] and [ymin, xmin, ymax, xmax]
    unknown,     // the answers follow the targets, in no space that is known
    guesses,     // they do not follow them
    unreadable,  // too few answers with a place
  };
  Kind kind = Kind::unreadable;
  // The best first; the others are as likely. Into all_grounding_spaces(). Of `found` and
  // `swapped`.
  std::vector<const GroundingSpace*> spaces;
  // How far the answers are from the targets, in pixels of the picture, in the best space; also of
  // `guesses`.
  double median_px = 0, worst_px = 0;
  int asked = 0, read = 0;
  int hits = 0;  // answers that are nearer to their target than to any other of the card
  // Of `unknown`: on a picture of which size the model finds its places when it is sent one of
  // that size, by the first card.
  std::optional<Size> frame, sent;
};

// An answer now and then may be wrong: medians and counts decide. Two spaces are told apart where
// they lie further from each other than one and a half times the median error, and three quarters
// of those answers, four at least, are nearer in one of them.
GroundingVerdict judge_grounding(std::span<const GroundingAnswer> answers);

// The lines of a profile, or of config.ini, for the space that was found, each with its section;
// `surface` and `model`: as the settings are now. Empty where nothing was found, or swapped: no
// setting has y before x.
struct GroundingLines {
  std::string coordinates;  // "coordinates = pixels 28", of [agent], which profiles have
  std::string picture;      // "picture = fit 1016064 grid 28", of [surface]
};
GroundingLines profile_lines(const GroundingVerdict& verdict, const SurfaceSettings& surface,
                             std::string_view model);

// For people, several lines. `model`: that was asked; its own family's profile is named where no
// setting helps.
std::string grounding_text(const GroundingVerdict& verdict, const GroundingLines& lines,
                           std::string_view model);
// {"verdict":"found","spaces":[{"name":…,"coordinates":…}],"median_px":0.6,"worst_px":1.4,
//  "asked":18,"read":18,"hits":18,"frame":null,"lines":{"coordinates":…,"picture":…}}
std::string grounding_json(const GroundingVerdict& verdict, const GroundingLines& lines);
}  // namespace franz::proxy
