#include "common/formats/call_arguments.h"
#include <algorithm>
#include <cmath>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/unknown_action.h"
#include "common/tools/key_names.h"
#include "common/tools/suggestions.h"

namespace franz {
namespace {
using Names = std::span<const std::string_view>;

constexpr std::string_view kPlaceNames[] = {"coordinate", "coordinates", "point",      "position",
                                            "location",   "box",         "bbox",       "bbox_2d",
                                            "box_2d",     "start_box",   "start_point"};
constexpr std::string_view kStartNames[] = {"start_coordinate",
                                            "start_coordinates",
                                            "start_box",
                                            "start_point",
                                            "start",
                                            "from",
                                            "from_coordinate",
                                            "source"};
constexpr std::string_view kEndNames[] = {
    "end_coordinate", "coordinate2", "end_coordinates", "end_box", "end_point", "end", "to",
    "to_coordinate",  "target",      "destination"};
constexpr std::string_view kTextNames[] = {"text",   "content", "message", "value",
                                           "answer", "info",    "result"};
constexpr std::string_view kKeyNames[] = {"keys",   "key",  "combination",
                                          "hotkey", "text", "content"};
constexpr std::string_view kHeldNames[] = {"modifiers", "modifier", "held_keys", "hold_keys",
                                           "keys",      "key",      "text"};
constexpr std::string_view kButtonNames[] = {"button", "mouse_button"};
constexpr std::string_view kClicksNames[] = {"clicks", "num_clicks", "click_count"};
constexpr std::string_view kDirectionNames[] = {"direction", "scroll_direction"};
constexpr std::string_view kNotchesNames[] = {"amount",  "scroll_amount", "clicks",
                                              "notches", "step",          "steps"};
constexpr std::string_view kPixelsNames[] = {"pixels", "magnitude_in_pixels", "magnitude",
                                             "distance"};
constexpr std::string_view kSecondsNames[] = {"seconds", "time", "duration", "secs"};
constexpr std::string_view kTimesNames[] = {"repeat", "times", "presses"};
constexpr std::string_view kClearNames[] = {
    "clear",     "clear_before", "clear_before_typing", "clear_text",
    "overwrite", "override",     "delete_existing_text"};
constexpr std::string_view kEnterNames[] = {"press_enter", "enter", "submit"};
constexpr std::string_view kStatusNames[] = {"status", "goal_status"};
constexpr std::string_view kOffsetNames[] = {"offset"};
constexpr std::string_view kPathNames[] = {"path"};
constexpr std::string_view kScrollXNames[] = {"scroll_x"};
constexpr std::string_view kScrollYNames[] = {"scroll_y"};

constexpr std::array<Names, kMeanings> kNames{
    kPlaceNames,   kStartNames,  kEndNames,     kOffsetNames,  kTextNames,
    kKeyNames,     kHeldNames,   kButtonNames,  kClicksNames,  kDirectionNames,
    kNotchesNames, kPixelsNames, kSecondsNames, kTimesNames,   kClearNames,
    kEnterNames,   kStatusNames, kPathNames,    kScrollXNames, kScrollYNames};

// Numbers that form one argument together.
struct PartName {
  Meaning meaning;
  std::string_view name;
  std::size_t index;  // in Slot::parts
};
constexpr PartName kParts[] = {
    {Meaning::offset, "xOffset", 0},
    {Meaning::offset, "yOffset", 1},
    {Meaning::offset, "x", 0},
    {Meaning::offset, "y", 1},
    {Meaning::start, "start_x", 0},
    {Meaning::start, "start_y", 1},
    {Meaning::start, "from_x", 0},
    {Meaning::start, "from_y", 1},
    {Meaning::start, "source_x", 0},
    {Meaning::start, "source_y", 1},
    {Meaning::start, "x1", 0},
    {Meaning::start, "y1", 1},
    {Meaning::end, "end_x", 0},
    {Meaning::end, "end_y", 1},
    {Meaning::end, "to_x", 0},
    {Meaning::end, "to_y", 1},
    {Meaning::end, "target_x", 0},
    {Meaning::end, "target_y", 1},
    {Meaning::end, "destination_x", 0},
    {Meaning::end, "destination_y", 1},
    {Meaning::end, "x2", 0},
    {Meaning::end, "y2", 1},
    {Meaning::place, "x", 0},
    {Meaning::place, "y", 1},
    {Meaning::place, "x1", 0},
    {Meaning::place, "y1", 1},
    {Meaning::place, "x2", 2},
    {Meaning::place, "y2", 3},
};

// Descriptions of the action's target; the place is another argument.
constexpr std::string_view kTargetNames[] = {"element", "element_info", "element_description",
                                             "target",  "label",        "description"};
// Names of the call itself.
constexpr std::string_view kActionNames[] = {"action", "type", "action_type", "tool_name",
                                             "tool",   "name", "toolset_name"};
// The reason for an action, and its pace: input is always sent at the surface's own pace.
constexpr std::string_view kMeaningless[] = {
    "why",     "justification", "rationale", "interval_ms",   "intent",
    "thought", "thoughts",      "reasoning", "reason",        "explanation",
    "note",    "summary",       "comment",   "duration",      "interval",
    "tween",   "pause",         "_pause",    "logScreenshot", "delay"};
// Values that ask for no consent.
constexpr std::string_view kNoConsent[] = {"",     "regular", "allow", "allowed",
                                           "none", "no",      "false"};
constexpr std::string_view kFlagWords[] = {"true", "false", "yes", "no"};
constexpr std::string_view kConsentNames[] = {"safety_decision", "require_confirmation",
                                              "requires_confirmation", "needs_confirmation",
                                              "pending_safety_checks"};

bool is_one_of(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Whether an argument with this name can have this meaning, alone or as a part.
bool can_mean(Meaning meaning, std::string_view name) {
  return is_one_of(kNames[static_cast<std::size_t>(meaning)], name) ||
         std::ranges::any_of(kParts, [&](const PartName& each) {
           return each.meaning == meaning && each.name == name;
         });
}

bool is_blank_text(const Literal& value) {
  return value.text() != nullptr && trimmed(*value.text()).empty();
}

// Whether an empty text has the same effect as a missing argument.
bool may_be_blank(Meaning meaning) { return meaning != Meaning::text && meaning != Meaning::keys; }

// Whether the value contains only keys that may be held while the mouse acts.
bool names_held_keys(const Literal& value) {
  const std::vector<std::string> keys = keys_in(value);
  return std::ranges::all_of(keys, [](const std::string& each) {
    const auto names = key_combination(each);
    return names.ok() && std::ranges::all_of(names.value(), is_held_key);
  });
}

// Some models write null, "" and [] for every argument that they do not use.
bool is_nothing(const Literal& value) {
  return value.is_null() || is_blank_text(value) ||
         (value.list() != nullptr && value.list()->empty());
}

bool is_true(const Literal& value) {
  if (const bool* const truth = std::get_if<bool>(&value.value)) return *truth;
  if (const std::string* const text = value.text()) {
    const std::string word = ascii_lower(trimmed(*text));
    if (word == "true" || word == "yes") return true;
  }
  return value.number().value_or(0) != 0;
}
}  // namespace

bool means_nothing(std::string_view name) {
  return is_one_of(kMeaningless, name) || is_one_of(kTargetNames, name);
}

std::span<const std::string_view> place_names() { return kPlaceNames; }

CallArguments::CallArguments(const LiteralCall& call, std::span<const Meaning> meanings,
                             const ParameterForm& form, ItemPlan& plan)
    : meanings_(meanings), form_(form), plan_(plan) {
  for (std::size_t i = 0; i < call.positional.size() && !failed_; ++i) {
    const Literal& value = call.positional[i];
    if (i < form.names.size()) {
      take(form.names[i], value, call.name);
    } else {
      refuse("argument " + std::to_string(i + 1), "it is one too many, got " + shown(value));
    }
  }
  if (const Literal::Members* const members = call.named.members())
    for (const auto& [name, value] : *members)
      if (!failed_) take(name, value, call.name);
  check_parts();
}

void CallArguments::refuse(std::string_view name, const std::string& what) {
  failed_ = true;
  plan_.refuse("invalid_args", cut_text(name, kMaxNameShown) + ": " + what);
}

void CallArguments::take(std::string_view name, const Literal& value, std::string_view action) {
  const bool is_action = is_one_of(kActionNames, name);
  if (is_action && value.text() != nullptr && equal_ignoring_case(trimmed(*value.text()), action))
    return;
  ++size_;
  if (is_one_of(kConsentNames, name)) return take_consent(name, value);
  const bool is_taken = std::ranges::any_of(
      meanings_, [&](Meaning meaning) { return take_as(meaning, name, value); });
  if (is_taken || failed_ || is_nothing(value)) return;
  if (is_action && (name == "action" || name == "type" || name == "action_type")) {
    refuse(name, "it is another action than " + std::string(action));
  } else if (is_one_of(kTargetNames, name) || is_action) {
    describes_target_ = true;
  } else if (!is_one_of(kMeaningless, name)) {
    std::vector<std::string_view> known;
    for (const Meaning meaning : meanings_) known.push_back(name_of(meaning));
    const std::string_view near = nearest_name(name, known);
    std::string list;
    for (const std::string_view each : known)
      list += (list.empty() ? "" : ", ") + std::string(each);
    refuse(name, "there is no such argument" +
                     (near.empty() ? "" : "; did you mean " + std::string(near)) +
                     (list.empty() ? "" : "; it may have " + list));
  }
}

// Returns false if the argument does not have this meaning.
bool CallArguments::take_as(Meaning meaning, std::string_view name, const Literal& value) {
  Slot& found = slot(meaning);
  const auto part = std::ranges::find_if(
      kParts, [&](const PartName& each) { return each.meaning == meaning && each.name == name; });
  const bool is_part = part != std::end(kParts);
  if (!is_part && !is_one_of(kNames[static_cast<std::size_t>(meaning)], name)) return false;
  if (value.is_null()) return true;
  if (is_blank_text(value) && may_be_blank(meaning)) {
    plan_.note_form("empty_argument");
    return true;
  }
  // Some models describe the click target in "text": only key names count as held keys.
  if (meaning == Meaning::held && !names_held_keys(value)) {
    if (name != "text") refuse(name, "expected ctrl, alt, shift or win, got " + shown(value));
    describes_target_ = true;
    return true;
  }
  // x: [12, 34] means x and y.
  const bool is_half = is_part && value.list() == nullptr && value.number().has_value();
  const bool goes_on = is_half && found.whole == nullptr && found.parts[part->index] == nullptr;
  if (!found.name.empty() && !goes_on) {
    refuse(name, "it says the same as " + std::string(found.name) + ": give one of them");
    return true;
  }
  if (found.name.empty()) found.name = name;
  (is_half ? found.parts[part->index] : found.whole) = &value;
  return true;
}

void CallArguments::check_parts() {
  for (const Meaning meaning : meanings_) {
    const Slot& found = slot(meaning);
    if (failed_ || found.name.empty() || found.whole != nullptr) continue;
    const auto is_there = [&](std::size_t i) { return found.parts[i] != nullptr; };
    if (!is_there(0) || !is_there(1) || is_there(2) != is_there(3))
      refuse(found.name, "expected two numbers, got one");
  }
}

void CallArguments::take_consent(std::string_view name, const Literal& value) {
  const Literal* const decision = value.find("decision");
  const std::string* const said = decision == nullptr ? value.text() : decision->text();
  const std::string* const why = member_text(value, "explanation");
  const bool is_list = value.list() != nullptr && !value.list()->empty();
  const bool asks = said != nullptr ? !is_one_of(kNoConsent, ascii_lower(trimmed(*said)))
                                    : is_list || value.members() != nullptr || is_true(value);
  if (asks)
    plan_.demand(why != nullptr && !why->empty() ? *why : std::string(name) + ": " + shown(value));
}

std::string_view CallArguments::name_of(Meaning meaning) const {
  if (has(meaning)) return slot(meaning).name;
  // A family's own name for keys to press does not name held keys.
  if (meaning == Meaning::held) return kHeldNames[0];
  const auto own = std::ranges::find_if(
      form_.names, [&](std::string_view name) { return can_mean(meaning, name); });
  return own != form_.names.end() ? *own : kNames[static_cast<std::size_t>(meaning)].front();
}

std::optional<MapPoint> CallArguments::place(Meaning meaning) {
  const Slot& found = slot(meaning);
  if (found.name.empty() || failed_) return std::nullopt;
  if (found.whole != nullptr) {
    const std::optional<MapPoint> at = place_in(*found.whole);
    if (!at) refuse(found.name, "expected [x, y], got " + shown(*found.whole));
    return at;
  }
  const auto value = [&](std::size_t i) { return found.parts[i]->number().value_or(0); };
  if (found.parts[2] == nullptr) return MapPoint{value(0), value(1)};
  return MapPoint{(value(0) + value(2)) / 2, (value(1) + value(3)) / 2};
}

std::optional<double> CallArguments::number(Meaning meaning) {
  const Literal* const given = value(meaning);
  if (given == nullptr || failed_) return std::nullopt;
  const std::optional<double> number = given->number();
  if (!number) refuse(name_of(meaning), "expected a number, got " + shown(*given));
  if (given->text() != nullptr && !form_.quotes_numbers) plan_.note_form("number_as_text");
  return number;
}

std::optional<std::string> CallArguments::text(Meaning meaning) {
  const Literal* const given = value(meaning);
  if (given == nullptr || failed_) return std::nullopt;
  if (const std::string* const written = given->text()) return *written;
  if (given->list() != nullptr || given->members() != nullptr) {
    refuse(name_of(meaning), "expected a text, got " + shown(*given));
    return std::nullopt;
  }
  constexpr double kExact = 9007199254740992;  // 2^53: whole numbers up to here are exact
  const double* const number = std::get_if<double>(&given->value);
  if (number != nullptr && std::abs(*number) < kExact && *number == std::floor(*number))
    return std::to_string(static_cast<long long>(*number));
  return shown(*given);
}

std::optional<std::string> CallArguments::word(Meaning meaning) {
  const std::optional<std::string> written = text(meaning);
  return written ? std::optional(ascii_lower(trimmed(*written))) : std::nullopt;
}

std::vector<std::string> CallArguments::keys(Meaning meaning) {
  const Literal* const given = value(meaning);
  return given == nullptr || failed_ ? std::vector<std::string>() : keys_in(*given);
}

bool CallArguments::is_set(Meaning meaning) {
  const Literal* const given = value(meaning);
  if (given == nullptr || failed_) return false;
  const std::string* const text = given->text();
  const bool is_word = text != nullptr && is_one_of(kFlagWords, ascii_lower(trimmed(*text)));
  if (!is_word && std::get_if<bool>(&given->value) == nullptr && !given->number())
    refuse(name_of(meaning), "expected true or false, got " + shown(*given));
  if (text != nullptr) plan_.note_form("flag_as_text");
  return is_true(*given);
}

std::optional<MouseButton> CallArguments::button() {
  const std::optional<std::string> name = word(Meaning::button);
  if (!name) return std::nullopt;
  if (*name == "left" || *name == "primary" || *name == "1") return MouseButton::left;
  if (*name == "middle" || *name == "wheel" || *name == "2") return MouseButton::middle;
  if (*name == "right" || *name == "secondary" || *name == "3") return MouseButton::right;
  refuse(name_of(Meaning::button),
         "expected left, middle or right, got " + quote_json(cut_text(*name, kMaxNameShown)));
  return std::nullopt;
}
}  // namespace franz
