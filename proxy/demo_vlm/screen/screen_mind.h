#pragma once
// The mind of the demo model on a real screen, whatever the dialect: what is in the picture, and
// what is to be done next. It clicks the targets of a calibration card, and fills in a form: a text
// into each empty field, one field a reply, then the button that confirms it.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "proxy/demo_vlm/decide.h"
#include "proxy/demo_vlm/screen/find_form.h"
#include "proxy/demo_vlm/screen/find_targets.h"

namespace franz::demo_vlm {
struct ScreenSeen {
  Size picture;
  CardSeen card;
  std::optional<FormSeen> form;  // not looked for beside a card
};
ScreenSeen look_at_screen(const Picture& picture);

// Whether a request is about a real screen: its words say so, or, where they say nothing about what
// is seen, its picture does: a form or a card and no canvas.
bool is_on_screen(const SeenRequest& request);

// A place in a picture, in its pixels; between two of them where it is known so well.
struct ScreenPlace {
  double x = 0, y = 0;
};

struct ScreenAction {
  enum class Kind { click, type };
  Kind kind = Kind::click;
  ScreenPlace at;     // type: of the click in front of it
  std::string text;   // type only
  std::string label;  // what is there: "field 2"
};

// What the demo model remembers of what it did here.
struct ScreenPast {
  bool acted = false;                     // it has clicked or typed
  std::size_t waits = 0;                  // so many of its last replies did nothing but look
  std::optional<ScreenPlace> typed = {};  // where the text of its last actions went
};

struct ScreenPlan {
  enum class State { act, wait, done };
  State state = State::wait;
  std::vector<ScreenAction> actions;  // act only, at most `max_actions`
  std::string seen;                   // sentences: what is in the picture
  std::string next;                   // a sentence: what it does; done: what the result is
  std::string progress;               // "[x] field 1  [>] field 2  [ ] button"
};

// `objective`: what the texts of a form are taken from. A text and the click in front of it are two
// actions that stay together; of targets it clicks up to four at once.
ScreenPlan plan_on_screen(const ScreenSeen& seen, std::string_view objective,
                          const ScreenPast& past);
}  // namespace franz::demo_vlm
