#include "common/formats/verbs.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/call_arguments.h"
#include "common/formats/no_person.h"
#include "common/formats/unknown_action.h"
#include "common/tools/key_names.h"

namespace franz {
namespace {
constexpr std::size_t kMaxTaps = 100;  // keys that one action presses one after the other

constexpr Meaning kOfClick[] = {Meaning::place, Meaning::button, Meaning::clicks, Meaning::held};
constexpr Meaning kOfMove[] = {Meaning::place};
constexpr Meaning kOfMoveBy[] = {Meaning::offset};
constexpr Meaning kOfDrag[] = {Meaning::start, Meaning::end, Meaning::place, Meaning::button,
                               Meaning::held};
constexpr Meaning kOfDragBy[] = {Meaning::offset, Meaning::button};
constexpr Meaning kOfScroll[] = {Meaning::place, Meaning::direction, Meaning::notches,
                                 Meaning::pixels, Meaning::held};
constexpr Meaning kOfType[] = {Meaning::text, Meaning::place, Meaning::clear, Meaning::enter};
constexpr Meaning kOfKeys[] = {Meaning::keys, Meaning::times};
constexpr Meaning kOfHeldKeys[] = {Meaning::keys};
constexpr Meaning kOfHoldKey[] = {Meaning::keys, Meaning::seconds};
constexpr Meaning kOfButton[] = {Meaning::place, Meaning::button};
constexpr Meaning kOfWait[] = {Meaning::seconds};
constexpr Meaning kOfEnd[] = {Meaning::text, Meaning::status};

std::span<const Meaning> meanings_of(Act act) {
  switch (act) {
    case Act::click: return kOfClick;
    case Act::move: return kOfMove;
    case Act::move_by: return kOfMoveBy;
    case Act::drag: return kOfDrag;
    case Act::drag_by: return kOfDragBy;
    case Act::scroll:
    case Act::hscroll: return kOfScroll;
    case Act::type: return kOfType;
    case Act::press:
    case Act::tap: return kOfKeys;
    case Act::key_down:
    case Act::key_up: return kOfHeldKeys;
    case Act::hold_key: return kOfHoldKey;
    case Act::mouse_down:
    case Act::mouse_up: return kOfButton;
    case Act::wait: return kOfWait;
    case Act::finish:
    case Act::terminate:
    case Act::give_up: return kOfEnd;
    case Act::press_enter:
    case Act::screenshot:
    case Act::report_pointer:
    case Act::zoom:
    case Act::ask: break;
  }
  return {};
}

std::string plain_name(std::string_view name) {
  std::string plain = ascii_lower(trimmed(name));
  std::erase(plain, '_');
  return plain;
}

class Performer {
 public:
  Performer(const Verb& verb, const VerbHabits& habits, const LiteralCall& call, ItemPlan& plan)
      : verb_(verb),
        habits_(habits),
        plan_(plan),
        arguments_(call, meanings_of(verb.act), {verb.parameters, habits.quotes_numbers}, plan) {}

  void perform() {
    if (arguments_.failed()) return;
    switch (verb_.act) {
      case Act::click: return click();
      case Act::move: return move();
      case Act::move_by: return move_by();
      case Act::drag: return drag();
      case Act::drag_by: return drag_by();
      case Act::scroll: return scroll(false);
      case Act::hscroll: return scroll(true);
      case Act::type: return type();
      case Act::press: return press();
      case Act::press_enter: return plan_.press({"enter"});
      case Act::tap: return tap(keys(), times());
      case Act::key_down: return hold(true);
      case Act::key_up: return hold(false);
      case Act::hold_key: return hold_key();
      case Act::mouse_down: return button(true);
      case Act::mouse_up: return button(false);
      case Act::wait: return wait();
      case Act::screenshot: return plan_.screenshot();
      case Act::report_pointer: return plan_.report_pointer();
      case Act::finish: return finish();
      case Act::terminate: return terminate();
      case Act::give_up: return give_up();
      case Act::zoom:
      case Act::ask: return;  // refused by add_verb()
    }
  }

 private:
  std::optional<MapPoint> needed_place(Meaning meaning) {
    if (!arguments_.has(meaning) && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(meaning), "it is missing; expected [x, y]");
    return arguments_.place(meaning);
  }

  // Reads an optional place. False: it is refused.
  bool read_place(std::optional<MapPoint>& at) {
    at = arguments_.place(Meaning::place);
    // If a place is only described in words, do not act at another one.
    if (!at && arguments_.describes_target() && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(Meaning::place), "it is missing; expected [x, y]");
    return !arguments_.failed();
  }

  void click() {
    const std::optional<MouseButton> named = arguments_.button();
    const std::optional<double> count = arguments_.number(Meaning::clicks);
    const std::vector<std::string> held = arguments_.keys(Meaning::held);
    const bool is_plain = verb_.button == MouseButton::left && verb_.clicks == 1;
    if (named && *named != verb_.button && verb_.button != MouseButton::left)
      arguments_.refuse(arguments_.name_of(Meaning::button),
                        "it is another one than that of " + std::string(verb_.name));
    if (count && *count != verb_.clicks && !is_plain && verb_.clicks != 1)
      arguments_.refuse(arguments_.name_of(Meaning::clicks),
                        "it is another number than that of " + std::string(verb_.name));
    const bool is_bare = arguments_.size() == (held.empty() ? 0 : 1);
    if (!arguments_.has(Meaning::place) &&
        (habits_.needs_place ||
         (habits_.clicks_at_pointer ? arguments_.describes_target() : !is_bare))) {
      needed_place(Meaning::place);
      return;
    }
    const std::optional<MapPoint> at = arguments_.place(Meaning::place);
    if (arguments_.failed()) return;
    plan_.click(named.value_or(verb_.button),
                static_cast<int>(std::clamp(count.value_or(verb_.clicks), 0.0, 100.0)), at, held);
  }

  void move() {
    if (const auto at = needed_place(Meaning::place)) plan_.move(*at);
  }

  void move_by() {
    if (const auto by = needed_place(Meaning::offset)) plan_.move_by(*by);
  }

  bool has_left_button() {
    const std::optional<MouseButton> named = arguments_.button();
    if (named && *named != MouseButton::left)
      arguments_.refuse(arguments_.name_of(Meaning::button), "only the left one drags");
    return !arguments_.failed();
  }

  // [x1, y1, x2, y2] or [[x1, y1], [x2, y2]] contain both places. Nothing: there is no such list.
  std::optional<std::pair<MapPoint, MapPoint>> both_places() const {
    const Literal* const given = arguments_.value(Meaning::place);
    const Literal::List* const list = given == nullptr ? nullptr : given->list();
    if (list == nullptr || arguments_.has(Meaning::start) || arguments_.has(Meaning::end))
      return std::nullopt;
    const bool is_pair = list->size() == 2 && list->front().list() != nullptr;
    if (!is_pair && list->size() != 4) return std::nullopt;
    const auto half = [&](std::size_t i) {
      return is_pair ? (*list)[i] : Literal{Literal::List{(*list)[2 * i], (*list)[2 * i + 1]}};
    };
    const auto from = place_in(half(0)), to = place_in(half(1));
    if (!from || !to) return std::nullopt;
    return std::pair(*from, *to);
  }

  // A place under a neutral name is the end, or the start if an end is given.
  void drag() {
    if (!has_left_button()) return;
    if (const auto both = both_places())
      return plan_.drag(both->first, both->second, arguments_.keys(Meaning::held));
    const bool has_end = arguments_.has(Meaning::end);
    if (arguments_.has(Meaning::start) && has_end && arguments_.has(Meaning::place))
      return arguments_.refuse(arguments_.name_of(Meaning::place),
                               "a drag has two places, and this is a third");
    const Meaning neutral_start = arguments_.has(Meaning::start) ? Meaning::start : Meaning::place;
    const std::optional<MapPoint> from = arguments_.place(has_end ? neutral_start : Meaning::start);
    if (!from && habits_.needs_place && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(Meaning::start), "it is missing; expected [x, y]");
    if (arguments_.failed()) return;
    const bool names_end =
        has_end || (arguments_.has(Meaning::start) && !arguments_.has(Meaning::place));
    const auto to = needed_place(names_end ? Meaning::end : Meaning::place);
    if (to) plan_.drag(from, *to, arguments_.keys(Meaning::held));
  }

  void drag_by() {
    if (!has_left_button()) return;
    if (const auto by = needed_place(Meaning::offset)) plan_.drag_by(*by);
  }

  // Notches of the wheel, up and right positive; nothing: the call does not say how many.
  std::optional<double> written_notches() {
    const auto notches = arguments_.number(Meaning::notches);
    const auto pixels = arguments_.number(Meaning::pixels);
    if (notches && pixels)
      arguments_.refuse(arguments_.name_of(Meaning::pixels),
                        "it says the same as " + std::string(arguments_.name_of(Meaning::notches)) +
                            ": give one of them");
    const std::optional<double> amount = notches ? notches : pixels;
    const bool may_be_pixels = pixels || habits_.large_is_pixels;
    if (amount && may_be_pixels && std::abs(*amount) > kMaxScrollNotches)
      return *amount / kScrollPixels;
    return amount;
  }

  void scroll(bool sideways) {
    std::optional<MapPoint> at;
    if (!read_place(at)) return;
    const std::optional<double> amount = written_notches();
    std::string direction =
        arguments_.word(Meaning::direction).value_or(std::string(habits_.direction));
    const std::vector<std::string> held = arguments_.keys(Meaning::held);
    if (arguments_.failed()) return;
    if (direction.empty() && habits_.needs_direction)
      return arguments_.refuse(arguments_.name_of(Meaning::direction),
                               "it is missing; expected up, down, left or right");
    if (!amount && (habits_.notches == 0 || direction.empty()))
      return arguments_.refuse(
          arguments_.name_of(habits_.notches == 0 ? Meaning::notches : Meaning::pixels),
          "expected how far to turn the wheel, a positive number is up");
    double notches = amount.value_or(habits_.notches);
    if (direction == "up" || direction == "right") {
      notches = std::abs(notches);
    } else if (direction == "down" || direction == "left") {
      notches = -std::abs(notches);
    } else if (!direction.empty() && direction != "vertical" && direction != "horizontal") {
      return arguments_.refuse(arguments_.name_of(Meaning::direction),
                               "expected up, down, left or right, got " +
                                   quote_json(cut_text(direction, kMaxNameShown)));
    }
    if (!direction.empty())
      sideways = direction == "left" || direction == "right" || direction == "horizontal";
    sideways ? plan_.hscroll(notches, at, held) : plan_.scroll(notches, at, held);
  }

  void type() {
    const Literal* const given = arguments_.value(Meaning::text);
    const bool is_alone = !arguments_.has(Meaning::place) && !arguments_.has(Meaning::clear) &&
                          !arguments_.has(Meaning::enter);
    if (given != nullptr && given->list() != nullptr && is_alone) return tap(keys_in(*given), 1);
    std::optional<std::string> typed = arguments_.text(Meaning::text);
    const bool clears = arguments_.is_set(Meaning::clear);
    const bool enters = arguments_.is_set(Meaning::enter);
    const std::optional<MapPoint> at = arguments_.place(Meaning::place);
    if (!typed && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(Meaning::text),
                        "it is missing: there is nothing to type");
    if (arguments_.failed()) return;
    if (at) plan_.click(MouseButton::left, 1, *at);
    if (clears) plan_.press({"ctrl", "a"});
    if (habits_.escapes_line_end && typed->ends_with("\\n")) {
      typed->replace(typed->size() - 2, 2, "\n");
      plan_.note_form("escaped_line_end");
    }
    if (!typed->empty() || !enters) plan_.type(*typed);
    if (enters) plan_.press({"enter"});
  }

  std::vector<std::string> keys() {
    const std::vector<std::string> written = arguments_.keys(Meaning::keys);
    if (!habits_.spaced_keys) return written;
    std::vector<std::string> all;
    for (const std::string& each : written) {
      if (!key_name(each).empty()) {  // "page down"
        all.push_back(each);
        continue;
      }
      std::string_view rest = trimmed(each);
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
        all.emplace_back(rest.substr(0, end));
        rest = trimmed(rest.substr(end));
      }
    }
    return all;
  }

  double times() { return arguments_.number(Meaning::times).value_or(1); }

  void press() {
    const std::vector<std::string> names = keys();
    const double count = times();
    if (!arguments_.has(Meaning::keys) && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(Meaning::keys), "no key is named");
    if (!arguments_.failed()) plan_.press(names, static_cast<int>(std::clamp(count, 0.0, 1000.0)));
  }

  void tap(const std::vector<std::string>& names, double count) {
    if (arguments_.failed()) return;
    const bool many = !(count >= 1 && count <= ItemPlan::kMaxPresses);
    if (many || names.size() * static_cast<std::size_t>(count) > kMaxTaps)
      return arguments_.refuse(arguments_.name_of(Meaning::times),
                               "expected 1 to " + std::to_string(ItemPlan::kMaxPresses) +
                                   " presses, of at most " + std::to_string(kMaxTaps) + " keys");
    if (names.empty())
      return arguments_.refuse(arguments_.name_of(Meaning::keys), "no key is named");
    for (int i = 0; i < static_cast<int>(count); ++i)
      for (const std::string& key : names) plan_.press({key});
  }

  void hold(bool down) {
    const std::vector<std::string> names = keys();
    if (names.empty() && !arguments_.failed())
      arguments_.refuse(arguments_.name_of(Meaning::keys), "no key is named");
    if (arguments_.failed()) return;
    for (const std::string& key : names) down ? plan_.key_down(key) : plan_.key_up(key);
  }

  void hold_key() {
    const auto seconds = arguments_.number(Meaning::seconds);
    const std::vector<std::string> names = keys();
    if (!arguments_.failed()) plan_.hold(names, seconds.value_or(1));
  }

  void button(bool down) {
    const MouseButton which = arguments_.button().value_or(verb_.button);
    std::optional<MapPoint> at;
    if (!read_place(at)) return;
    down ? plan_.mouse_down(which, at) : plan_.mouse_up(which, at);
  }

  void wait() {
    const auto seconds = arguments_.number(Meaning::seconds);
    if (!arguments_.failed()) plan_.wait(seconds.value_or(habits_.wait_s));
  }

  void finish() {
    const std::string said = arguments_.text(Meaning::text).value_or("");
    if (!arguments_.failed()) plan_.finish(said.empty() ? std::string(verb_.words) : said);
  }

  void terminate() {
    std::string status = arguments_.word(Meaning::status).value_or("");
    if (status.empty() || status == "complete" || status == "completed") status = "success";
    std::string said = arguments_.text(Meaning::text).value_or("");
    if (arguments_.failed()) return;
    if (said.empty()) said = status;
    plan_.finish(status == "success" || said == status ? said : status + ": " + said);
  }

  void give_up() {
    const std::string said = arguments_.text(Meaning::text).value_or("");
    if (!arguments_.failed())
      plan_.finish(std::string(verb_.words) + (said.empty() ? "" : ": " + said));
  }

  const Verb& verb_;
  const VerbHabits& habits_;
  ItemPlan& plan_;
  CallArguments arguments_;
};
}  // namespace

const Verb* find_verb(const Verbs& verbs, std::string_view name) {
  const std::string plain = plain_name(name);
  const auto found = std::ranges::find_if(
      verbs.table, [&](const Verb& each) { return plain_name(each.name) == plain; });
  return found == verbs.table.end() ? nullptr : &*found;
}

// An argument that is not understood refuses the action.
static void add_verb(const Verb& verb, const VerbHabits& habits, const LiteralCall& call,
                     ItemPlan& plan) {
  if (verb.act == Act::ask) return plan.refuse(kNoPersonKind, kNoPerson);
  if (verb.act == Act::zoom)
    return plan.refuse("no_zoom", "zoom is not available: every screenshot shows the whole screen");
  Performer(verb, habits, call, plan).perform();
}

void add_call(const Verbs& verbs, const LiteralCall& call, ItemPlan& plan) {
  if (const Verb* const verb = find_verb(verbs, call.name))
    return add_verb(*verb, verbs.habits, call, plan);
  std::vector<std::string_view> names;
  for (const Verb& each : verbs.table)
    if (!each.is_other_name) names.push_back(each.name);
  plan.refuse("unknown_" + std::string(verbs.habits.noun),
              unknown_name(verbs.habits.noun, call.name, names));
}
}  // namespace franz
