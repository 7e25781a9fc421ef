#pragma once
// The items of a reply in a format that a model was trained to write: each action of its becomes
// calls of ours. A dialect says in these terms what it read; here places are turned into 0..1000,
// keys get our names, the pointer is followed, and what is switched off is told.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/formats/dialect.h"
#include "common/formats/literal.h"

namespace franz {
enum class MouseButton { left, middle, right };

class ItemPlan {
 public:
  // `source` outlives the plan.
  ItemPlan(const Source& source, const Toolset& tools);

  // What the next calls belong to: one action of the model, in its own text (UTF-8 or WTF-8), on
  // that line (0: none), and the id where it is a tool call.
  void begin(std::string_view written, int line = 0, std::optional<std::string> id = std::nullopt,
             std::optional<std::string> note = std::nullopt);

  // Of the action that has begun, before anything is added: Item::answer and Item::demand.
  void answer(std::string text) { action_.answer = std::move(text); }
  void demand(std::string why) { action_.demand = std::move(why); }

  // Each adds one item or more for the action that has begun. Places are as the model wrote them;
  // nothing: where the pointer is. Keys are names as models write them, "ctrl", "Return"; those in
  // `held` are down while the mouse acts.
  void click(MouseButton button, int clicks, std::optional<MapPoint> at,
             const std::vector<std::string>& held = {});
  void move(MapPoint at);
  void drag(std::optional<MapPoint> from, MapPoint to, const std::vector<std::string>& held = {});
  // From where the pointer is, in the model's scale. One that is wider than the picture is refused:
  // it was meant in another scale.
  void move_by(MapPoint offset);
  void drag_by(MapPoint offset);
  // Notches; up and right are positive. A part of one counts as one, nothing is 0 only.
  void scroll(double notches, std::optional<MapPoint> at,
              const std::vector<std::string>& held = {});
  void hscroll(double notches, std::optional<MapPoint> at,
               const std::vector<std::string>& held = {});
  // A line end in it presses Enter. An empty text is told as missing.
  void type(std::string_view text);
  // Held in this order and released: one key is pressed. `times`: 1 to kMaxPresses.
  void press(const std::vector<std::string>& keys, int times = 1);
  void hold(const std::vector<std::string>& keys, double seconds);
  void key_down(std::string_view key);
  void key_up(std::string_view key);
  void mouse_down(MouseButton button, std::optional<MapPoint> at);
  void mouse_up(MouseButton button, std::optional<MapPoint> at);
  // At most kMaxSleepSeconds of it are waited: the model sees the screen again behind that.
  void wait(double seconds);
  void screenshot();
  // Looks where the pointer is: answered "X=640,Y=360", in the model's own scale.
  void tell_pointer();

  // The action cannot be performed as it stands: "invalid_args", "unknown_action", …; the message
  // is one line.
  void refuse(std::string_view kind, const std::string& message);
  // The model says that it has finished, or that it gives up; what it writes behind that is
  // refused. The run ends only if everything before was understood.
  void finish(std::string words);
  // The server ended the reply at its limit: a call that is not closed may be any part of one.
  bool is_cut() const { return source_.is_cut; }
  void refuse_cut();

  // A code for records, once: how the reply departs from the format ("unclosed_call").
  void note_form(std::string_view code);

  // `blocks`: places where actions were found. With neither item nor end, `error` is the reading's.
  Reading take(int blocks, const CallError& error) &&;
  // The model has not spoken yet.
  Reading take_silence() &&;

  static constexpr int kMaxPresses = 20;

 private:
  struct Place {
    MapPoint at;
    bool clamped;
  };

  std::optional<Place> place(const std::optional<MapPoint>& at);
  std::optional<Place> place_beside_pointer(MapPoint offset);
  void move_to(const Place& where);
  void drag_between(const Place& start, const Place& end, const std::vector<std::string>& held);
  void add(ToolId tool, std::vector<Argument> arguments, bool clamped = false);
  bool allowed(ToolId tool);
  std::optional<std::vector<std::string>> names_of(const std::vector<std::string>& keys);
  // Between pressing and letting go of keys.
  template <class Act>
  void holding(const std::vector<std::string>& held, Act act);
  void wheel(ToolId tool, double notches, const std::optional<MapPoint>& at,
             const std::vector<std::string>& held);
  void button(ToolId tool, MouseButton which, const std::optional<MapPoint>& at);
  bool is_open();

  const Source& source_;
  const Toolset& tools_;
  Item action_;                 // what each item of the action begins as
  bool is_first_ = true;        // no item of the action is there
  bool failed_ = false;         // the action, or one before it
  bool action_failed_ = false;  // nothing more of this action is added
  std::optional<MapPoint> pointer_;
  std::vector<Item> items_;
  std::vector<std::string> forms_;
  std::optional<std::string> done_;
};

// A place as a model wrote it: [x, y], the centre of [x1, y1, x2, y2], {"x":…,"y":…}, or a text
// that holds one of these or two or four numbers: "(12,34)", "12 34", "<point>12 34</point>".
// Nothing: it is none of these.
std::optional<MapPoint> place_in(const Literal& literal);
std::optional<MapPoint> place_in(std::string_view text);

// What the reply in that token says of its action (formats/action_sentence.h): why the model does
// it.
std::optional<std::string> reason_in(const std::string& token);

// The names of keys: a list of texts, or a text with them: "ctrl+c", "ctrl c", "['ctrl', 'c']".
std::vector<std::string> keys_in(const Literal& literal);
std::vector<std::string> keys_in(std::string_view text);
}  // namespace franz
