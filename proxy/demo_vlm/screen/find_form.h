#pragma once
// A dialog in the picture of a real screen: fields that take text, and buttons. Both are found by
// how they are built, a white box in a light dialog and a text in the middle of a frame, wherever
// they are and however large.
#include <optional>
#include <vector>
#include "proxy/demo_vlm/screen/pixel_kinds.h"

namespace franz::demo_vlm {
struct FormField {
  enum class State {
    empty,
    filled,
    hidden,  // marks or overlays cover so much of it that its content is unknown
  };
  PixelBox box;  // of its white
  State state = State::empty;
  int ink = 0;  // pixels from the left end of its content to the right end; 0: not filled
  friend bool operator==(const FormField&, const FormField&) = default;
};

struct FormSeen {
  std::vector<FormField> fields;    // from top to bottom, those side by side from the left
  std::vector<PixelBox> buttons;    // in the row that ends the dialog, from the left
  std::optional<PixelBox> confirm;  // the button that is suggested by its colour, or the last one
};

// Nothing: no dialog. A dialog has a field or, without one, at most three buttons. Of several
// dialogs, all fields are listed.
std::optional<FormSeen> find_form(const PixelKinds& kinds);
}  // namespace franz::demo_vlm
