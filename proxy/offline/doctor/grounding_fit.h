#pragma once
// Infers a model's coordinate space from its answers about targets at known places. Pure.
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/geometry/smart_resize.h"
#include "common/settings/settings.h"

namespace franz::proxy {
// A question about a target, and its answer.
struct GroundingAnswer {
  int card = 0;                  // groups answers; within a card the target tells them apart
  Size sent;                     // the picture's size
  Point target;                  // in its pixels
  std::optional<MapPoint> said;  // nothing: the answer had no place, or there was no answer
};

// A convention for coordinates.
struct GroundingSpace {
  std::string name;         // "0-1000", "pixels after the resize of scalecua"
  std::string coordinates;  // a name in all_coordinates()
  const ResizeRule* rule =
      nullptr;  // pixels after a server's resize by this rule; null: pixels as sent
};

// Thousandths, 0-1, pixels as sent, and pixels after each rule of all_resize_rules(). The usual
// ones come first.
const std::vector<GroundingSpace>& all_grounding_spaces();

struct GroundingVerdict {
  enum class Kind {
    found,       // one space, or several that these answers cannot distinguish
    swapped,     // the same with y before x: Gemini writes [y, x] and [ymin, xmin, ymax, xmax]
    unknown,     // the answers follow the targets, but in no known space
    guesses,     // the answers do not follow the targets
    unreadable,  // too few answers contain a place
  };
  Kind kind = Kind::unreadable;
  // From all_grounding_spaces(), best first; the others are equally likely. For `found` and
  // `swapped`.
  std::vector<const GroundingSpace*> spaces;
  // Distance of the answers from the targets, in pixels of the picture, in the best space; also for
  // `guesses`.
  double median_px = 0, worst_px = 0;
  int asked = 0, read = 0;
  int hits = 0;  // answers nearer to their target than to any other target of the card
  // For `unknown`, from the first card: the size of the picture in which the model's places fit
  // when a picture of size `sent` is sent.
  std::optional<Size> frame, sent;
};

// Uses medians and counts, because single answers may be wrong. Two spaces are distinguished by the
// answers for which they differ by more than one and a half times the median error: at least four
// such answers are needed, and three quarters of them must be nearer in one space.
GroundingVerdict judge_grounding(std::span<const GroundingAnswer> answers);

// The lines for a profile or config.ini for the space that was found, with their sections.
// `surface` and `model`: the current settings. Empty if nothing was found, or if the order is
// swapped: no setting puts y before x.
struct GroundingLines {
  std::string coordinates;  // "coordinates = pixels 28", of [agent] in profiles
  std::string picture;      // "picture = fit 1016064 grid 28", of [surface]
};
GroundingLines profile_lines(const GroundingVerdict& verdict, const SurfaceSettings& surface,
                             std::string_view model);

// Several lines for people. `model`: the model that was asked; if no setting helps, the text names
// its family's profile.
std::string grounding_text(const GroundingVerdict& verdict, const GroundingLines& lines,
                           std::string_view model);
// {"verdict":"found","spaces":[{"name":…,"coordinates":…}],"median_px":0.6,"worst_px":1.4,
//  "asked":18,"read":18,"hits":18,"frame":null,"lines":{"coordinates":…,"picture":…}}
std::string grounding_json(const GroundingVerdict& verdict, const GroundingLines& lines);
}  // namespace franz::proxy
