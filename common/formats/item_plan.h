#pragma once
// Builds the items of a reply in a format that a model was trained on: each of its actions becomes
// calls of ours. A dialect describes in these terms what it read. This class converts places to
// 0..1000, translates key names, tracks the pointer, and reports tools that are switched off.
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
  // `source` must outlive the plan.
  ItemPlan(const Source& source, const Toolset& tools);

  // Begins one action of the model, which the next calls belong to: its own text (UTF-8 or WTF-8),
  // its line (0: none), and the id if it is a tool call.
  void begin(std::string_view written, int line = 0, std::optional<std::string> id = std::nullopt,
             std::optional<std::string> note = std::nullopt);

  // Set Item::answer and Item::demand of the current action; call before adding anything.
  void answer(std::string text) { action_.answer = std::move(text); }
  void demand(std::string why) { action_.demand = std::move(why); }

  // Each adds one or more items to the current action. Places are in the model's scale; nothing:
  // the pointer's position. Keys have the names that models write, "ctrl", "Return"; those in
  // `held` are down while the mouse acts.
  void click(MouseButton button, int clicks, std::optional<MapPoint> at,
             const std::vector<std::string>& held = {});
  void move(MapPoint at);
  void drag(std::optional<MapPoint> from, MapPoint to, const std::vector<std::string>& held = {});
  // Moves relative to the pointer, in the model's scale. An offset wider than the picture is
  // refused, since it was meant in another scale.
  void move_by(MapPoint offset);
  void drag_by(MapPoint offset);
  // Notches; up and right are positive. A fraction counts as one notch; only 0 is none.
  void scroll(double notches, std::optional<MapPoint> at,
              const std::vector<std::string>& held = {});
  void hscroll(double notches, std::optional<MapPoint> at,
               const std::vector<std::string>& held = {});
  // A line end in the text presses Enter. An empty text is refused as missing.
  void type(std::string_view text);
  // Holds the keys in this order and releases them; a single key is pressed. `times`: 1 to
  // kMaxPresses.
  void press(const std::vector<std::string>& keys, int times = 1);
  void hold(const std::vector<std::string>& keys, double seconds);
  void key_down(std::string_view key);
  void key_up(std::string_view key);
  void mouse_down(MouseButton button, std::optional<MapPoint> at);
  void mouse_up(MouseButton button, std::optional<MapPoint> at);
  // Waits at most kMaxSleepSeconds: afterwards the model sees the screen again.
  void wait(double seconds);
  void screenshot();
  // Reads the pointer's position; the answer is "X=640,Y=360", in the model's own scale.
  void report_pointer();

  // Refuses the action: "invalid_args", "unknown_action", …; the message is one line.
  void refuse(std::string_view kind, const std::string& message);
  // The model reports that it has finished or gives up. Actions after that are refused. The run
  // ends only if everything before was understood.
  void finish(std::string words);
  // The server ended the reply at its limit: an unclosed call may be incomplete.
  bool is_cut() const { return source_.is_cut; }
  void refuse_cut();

  // Records a code once for a deviation from the format ("unclosed_call").
  void note_form(std::string_view code);

  // `blocks`: places with actions. If there is neither an item nor an end, the reading has `error`.
  Reading take(int blocks, const CallError& error) &&;
  // The reading if the model has not replied yet.
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
  // Runs `act` while keys are held.
  template <class Act>
  void holding(const std::vector<std::string>& held, Act act);
  void wheel(ToolId tool, double notches, const std::optional<MapPoint>& at,
             const std::vector<std::string>& held);
  void button(ToolId tool, MouseButton which, const std::optional<MapPoint>& at);
  bool is_open();

  const Source& source_;
  const Toolset& tools_;
  Item action_;                 // template for the action's items
  bool is_first_ = true;        // the action has no item yet
  bool failed_ = false;         // the action or an earlier one failed
  bool action_failed_ = false;  // adds nothing more to this action
  std::optional<MapPoint> pointer_;
  std::vector<Item> items_;
  std::vector<std::string> forms_;
  std::optional<std::string> done_;
};

// A place as a model wrote it: [x, y], the centre of [x1, y1, x2, y2], {"x":…,"y":…}, or a text
// with one of these or with two or four numbers: "(12,34)", "12 34", "<point>12 34</point>".
// Nothing: none of these.
std::optional<MapPoint> place_in(const Literal& literal);
std::optional<MapPoint> place_in(std::string_view text);

// The model's reason: the sentence about its action in the reply's token
// (formats/action_sentence.h).
std::optional<std::string> reason_in(const std::string& token);

// The names of keys: a list of texts, or a text such as "ctrl+c", "ctrl c", "['ctrl', 'c']".
std::vector<std::string> keys_in(const Literal& literal);
std::vector<std::string> keys_in(std::string_view text);
}  // namespace franz
