#pragma once
// What the demo model does next on a real screen, in every format: one function of the picture, the
// objective and what its own earlier sentences say. It clicks the targets of a calibration card. It
// fills in a form, one field a reply, checks in the picture that each field shows its text, clicks
// the button that confirms once, and is done when the dialog has gone.
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
  std::optional<FormSeen> form;  // not searched for beside a card
};
ScreenSeen look_at_screen(const Picture& picture);

// Whether a request is about a real screen: its texts say so. If they do not mention the surface,
// its picture decides: a form or a card and no canvas.
bool is_on_screen(const SeenRequest& request);

// The texts that an objective gives, in their order: "Fill in the form: Name = Ada, City = Köln"
// gives "Ada" and "Köln". They end at a comma, a semicolon or the line's end. Quotes around one are
// removed, and keep what is inside whole.
std::vector<std::string> texts_given(std::string_view objective);
// The text for a field, by its number from 0, if the objective gives no text at all.
std::string usual_text(std::size_t field);

// A place in a picture, in its pixels; fractions where it is known that well.
struct ScreenPlace {
  double x = 0, y = 0;
};

// The label of the button whose click ends a dialog.
inline constexpr std::string_view kConfirmingButton = "confirming button";

struct ScreenAction {
  enum class Kind { click, type };
  Kind kind = Kind::click;
  ScreenPlace at;        // type: of the click before it
  std::string text;      // type only
  std::string label;     // what is there: "field 2"
  PlanPoint place = {};  // `at` in 0 to 1000 of the picture's width and height
  Point pixel = {};      // the nearest one
};

// What the demo model did here earlier.
struct ScreenPast {
  bool acted = false;                       // it has clicked or typed
  std::size_t waits = 0;                    // the number of its last replies that only looked
  std::vector<std::size_t> typed = {};      // the fields that it typed into, from 0, in order
  std::optional<PlanPoint> confirmed = {};  // its last action clicked the confirming button here
};
// `said`: its earlier sentences, oldest first. They are its only memory.
ScreenPast read_screen_past(std::string_view said);

struct ScreenPlan {
  enum class State { act, wait, done };
  State state = State::wait;
  bool success = true;                     // done only
  std::vector<ScreenAction> actions = {};  // act only
  std::string seen;                        // sentences: what is in the picture
  std::string next;                        // a sentence: what it does; done: what the result is
  std::string progress;                    // "[x] field 1  [>] field 2  [ ] button"
};

// `objective`: the source of the texts for a form. A text and the click before it are two actions
// that stay together; it clicks up to four targets at once.
ScreenPlan plan_on_screen(const ScreenSeen& seen, std::string_view objective,
                          const ScreenPast& past);
// By a request's picture; without one it waits. `said`: as above. `may_type`: false: the fields of
// a form are left alone.
ScreenPlan plan_for(const SeenRequest& request, std::string_view objective, std::string_view said,
                    bool may_type = true);
// Why there is no picture to look at, a sentence.
std::string nothing_seen(const SeenRequest& request);
}  // namespace franz::demo_vlm
