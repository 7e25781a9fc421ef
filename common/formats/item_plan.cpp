#include "common/formats/item_plan.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/action_sentence.h"
#include "common/formats/other_scale.h"
#include "common/formats/place_limits.h"
#include "common/tools/key_names.h"

namespace franz {
namespace {
constexpr double kMaxPlannedNotches = 1000;

std::string_view name_of(MouseButton button) {
  switch (button) {
    case MouseButton::left: return "left";
    case MouseButton::middle: return "middle";
    case MouseButton::right: break;
  }
  return "right";
}
}  // namespace

ItemPlan::ItemPlan(const Source& source, const Toolset& tools)
    : source_(source), tools_(tools), pointer_(source.pointer) {}

void ItemPlan::begin(std::string_view written, int line, std::optional<std::string> id,
                     std::optional<std::string> note) {
  action_ = {};
  action_.written = cut_text(written, kMaxWritten);
  action_.line = line;
  action_.id = std::move(id);
  action_.note = std::move(note);
  is_first_ = true;
  action_failed_ = false;
}

bool ItemPlan::is_open() {
  if (done_ && !action_failed_) {
    const bool failed = failed_;
    refuse("behind_the_end", "it stands behind the end that the reply says");
    failed_ = failed;  // the end still counts
  }
  if (items_.size() >= kMaxStatements) failed_ = true;  // the omitted part may be essential
  return !action_failed_ && items_.size() < kMaxStatements;
}

void ItemPlan::add(ToolId tool, std::vector<Argument> arguments, bool clamped) {
  Item item = action_;
  item.call = Call{tool, std::move(arguments)};
  item.clamped = clamped;
  item.continues = !std::exchange(is_first_, false);
  if (item.continues) item.note.reset();
  items_.push_back(std::move(item));
}

void ItemPlan::refuse(std::string_view kind, const std::string& message) {
  if (action_failed_) return;
  action_failed_ = true;
  failed_ = true;
  if (items_.size() >= kMaxStatements) return;
  Item item = action_;
  item.error = CallError{std::string(kind), to_valid_utf8(message), action_.line, ""};
  item.continues = !std::exchange(is_first_, false);
  items_.push_back(std::move(item));
}

bool ItemPlan::allowed(ToolId tool) {
  if (!is_open()) return false;
  if (tools_.has(tool)) return true;
  refuse("switched_off", std::string(tool_of(tool).name) + " is switched off");
  return false;
}

std::optional<ItemPlan::Place> ItemPlan::place(const std::optional<MapPoint>& at) {
  if (!at) {
    if (pointer_) return Place{*pointer_, false};
    refuse("no_place", "there is no place: the pointer has not been moved yet");
    return std::nullopt;
  }
  if (!(std::abs(at->x) <= kFarthestPlace) || !(std::abs(at->y) <= kFarthestPlace)) {
    refuse("invalid_place", "the place is on no picture");
    return std::nullopt;
  }
  if (const auto scale = other_scale_of(*at, source_.coordinates, source_.seen)) {
    refuse(kOtherScaleKind, other_scale_text(*at, *scale, source_.coordinates));
    items_.back().other_scale = *scale;
    return std::nullopt;
  }
  const MapPoint normalised = to_normalised(*at, source_.coordinates, source_.seen);
  const MapPoint inside{clamp_to_scale(normalised.x), clamp_to_scale(normalised.y)};
  return Place{inside, inside != normalised};
}

std::optional<ItemPlan::Place> ItemPlan::place_beside_pointer(MapPoint offset) {
  if (!pointer_) return place(std::nullopt);
  const MapPoint by = to_normalised(offset, source_.coordinates, source_.seen);
  if (!(std::abs(by.x) <= kFullScale) || !(std::abs(by.y) <= kFullScale)) {
    refuse("invalid_place", "the offset is wider than the picture");
    return std::nullopt;
  }
  const MapPoint to{pointer_->x + by.x, pointer_->y + by.y};
  const MapPoint inside{clamp_to_scale(to.x), clamp_to_scale(to.y)};
  return Place{inside, inside != to};
}

std::optional<std::vector<std::string>> ItemPlan::names_of(const std::vector<std::string>& keys) {
  std::vector<std::string> names;
  for (const std::string& each : keys) {
    Result<std::vector<std::string>> read = key_combination(each);
    if (!read.ok()) {
      refuse("invalid_key", read.error().message);
      return std::nullopt;
    }
    for (std::string& name : read.value())
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  if (names.empty() || names.size() > kMaxKeysAtOnce) {
    refuse("invalid_key", names.empty()
                              ? "no key is named"
                              : "more than " + std::to_string(kMaxKeysAtOnce) + " keys at once");
    return std::nullopt;
  }
  return names;
}

template <class Act>
void ItemPlan::holding(const std::vector<std::string>& held, Act act) {
  if (held.empty()) return act();
  if (!allowed(ToolId::key_down) || !allowed(ToolId::key_up)) return;
  const auto names = names_of(held);
  if (!names) return;
  std::string combination;
  for (const std::string& each : *names) combination += (combination.empty() ? "" : "+") + each;
  add(ToolId::key_down, {combination});
  act();
  add(ToolId::key_up, {combination});
}

void ItemPlan::click(MouseButton button, int clicks, std::optional<MapPoint> at,
                     const std::vector<std::string>& held) {
  const bool left = button == MouseButton::left;
  const ToolId once = left                            ? ToolId::left_click
                      : button == MouseButton::middle ? ToolId::middle_click
                                                      : ToolId::right_click;
  const ToolId tool = left && clicks == 2   ? ToolId::double_left_click
                      : left && clicks == 3 ? ToolId::triple_click
                                            : once;
  if (clicks < 1 || clicks > 3)
    return refuse("invalid_args", "expected 1 to 3 clicks, got " + std::to_string(clicks));
  if (!allowed(tool)) return;
  const std::optional<Place> where = place(at);
  if (!where) return;
  holding(held, [&] {
    for (int i = 0; i < (tool == once ? clicks : 1); ++i)
      add(tool, {number_argument(where->at.x), number_argument(where->at.y)}, where->clamped);
    pointer_ = where->at;
  });
}

void ItemPlan::move(MapPoint at) {
  if (!allowed(ToolId::move)) return;
  if (const std::optional<Place> where = place(at)) move_to(*where);
}

void ItemPlan::move_to(const Place& where) {
  add(ToolId::move, {number_argument(where.at.x), number_argument(where.at.y)}, where.clamped);
  pointer_ = where.at;
}

void ItemPlan::move_by(MapPoint offset) {
  if (!allowed(ToolId::move)) return;
  if (const std::optional<Place> where = place_beside_pointer(offset)) move_to(*where);
}

void ItemPlan::drag_by(MapPoint offset) {
  if (!allowed(ToolId::drag)) return;
  const std::optional<Place> start = place(std::nullopt);
  if (!start) return;
  if (const std::optional<Place> end = place_beside_pointer(offset)) drag_between(*start, *end, {});
}

void ItemPlan::drag(std::optional<MapPoint> from, MapPoint to,
                    const std::vector<std::string>& held) {
  if (!allowed(ToolId::drag)) return;
  const std::optional<Place> start = place(from);
  if (!start) return;
  if (const std::optional<Place> end = place(to)) drag_between(*start, *end, held);
}

void ItemPlan::drag_between(const Place& start, const Place& end,
                            const std::vector<std::string>& held) {
  holding(held, [&] {
    add(ToolId::drag,
        {number_argument(start.at.x), number_argument(start.at.y), number_argument(end.at.x),
         number_argument(end.at.y)},
        start.clamped || end.clamped);
    pointer_ = end.at;
  });
}

void ItemPlan::wheel(ToolId tool, double notches, const std::optional<MapPoint>& at,
                     const std::vector<std::string>& held) {
  if (!allowed(tool)) return;
  if (!(std::abs(notches) <= kMaxPlannedNotches))
    return refuse("invalid_args", "expected at most 1000 notches of the wheel");
  // If the pointer's position is unknown, the wheel turns wherever it is.
  const std::optional<Place> where =
      at || pointer_ ? place(at) : Place{MapPoint{kMiddleOfScale, kMiddleOfScale}, false};
  if (!where) return;
  const double whole = std::round(notches);
  const double amount = whole != 0 || notches == 0 ? whole : std::copysign(1.0, notches);
  holding(held, [&] {
    add(tool, {number_argument(where->at.x), number_argument(where->at.y), number_argument(amount)},
        where->clamped);
    pointer_ = where->at;
  });
}

void ItemPlan::scroll(double notches, std::optional<MapPoint> at,
                      const std::vector<std::string>& held) {
  wheel(ToolId::scroll, notches, at, held);
}

void ItemPlan::hscroll(double notches, std::optional<MapPoint> at,
                       const std::vector<std::string>& held) {
  wheel(ToolId::hscroll, notches, at, held);
}

void ItemPlan::type(std::string_view text) {
  if (!allowed(ToolId::type)) return;
  if (text.empty()) return refuse("empty_text", "there is nothing to type");
  add(ToolId::type, {std::string(text)});
}

void ItemPlan::press(const std::vector<std::string>& keys, int times) {
  if (!is_open()) return;
  if (times < 1 || times > kMaxPresses)
    return refuse("invalid_args", "expected 1 to " + std::to_string(kMaxPresses) + " presses");
  auto names = names_of(keys);
  if (!names) return;
  const ToolId tool = names->size() == 1 ? ToolId::press : ToolId::hotkey;
  if (!allowed(tool)) return;
  const std::vector<Argument> arguments(names->begin(), names->end());
  for (int i = 0; i < times; ++i) add(tool, arguments);
}

void ItemPlan::hold(const std::vector<std::string>& keys, double seconds) {
  if (!allowed(ToolId::hold_key)) return;
  const auto names = names_of(keys);
  if (!names) return;
  if (!(seconds >= 0)) return refuse("invalid_args", "expected a time in seconds");
  std::string combination;
  for (const std::string& each : *names) combination += (combination.empty() ? "" : "+") + each;
  add(ToolId::hold_key, {combination, number_argument(std::min(seconds, kMaxSleepSeconds))});
}

void ItemPlan::key_down(std::string_view key) {
  if (!allowed(ToolId::key_down)) return;
  if (names_of({std::string(key)})) add(ToolId::key_down, {std::string(key)});
}

void ItemPlan::key_up(std::string_view key) {
  if (!allowed(ToolId::key_up)) return;
  if (names_of({std::string(key)})) add(ToolId::key_up, {std::string(key)});
}

void ItemPlan::button(ToolId tool, MouseButton which, const std::optional<MapPoint>& at) {
  if (!allowed(tool)) return;
  if (at) move(*at);
  if (is_open()) add(tool, {std::string(name_of(which))});
}

void ItemPlan::mouse_down(MouseButton which, std::optional<MapPoint> at) {
  button(ToolId::mouse_down, which, at);
}

void ItemPlan::mouse_up(MouseButton which, std::optional<MapPoint> at) {
  button(ToolId::mouse_up, which, at);
}

void ItemPlan::wait(double seconds) {
  if (!allowed(ToolId::sleep)) return;
  if (!(seconds >= 0)) return refuse("invalid_args", "expected a time in seconds");
  add(ToolId::sleep, {number_argument(std::min(seconds, kMaxSleepSeconds))});
}

void ItemPlan::screenshot() {
  if (allowed(ToolId::screenshot)) add(ToolId::screenshot, {});
}

void ItemPlan::report_pointer() {
  if (!allowed(ToolId::screenshot)) return;
  const std::optional<Place> where = place(std::nullopt);
  if (!where) return;
  add(ToolId::screenshot, {});
  const MapPoint at = from_normalised(where->at, source_.coordinates, source_.seen);
  items_.back().answer =
      "X=" + json_number(std::round(at.x)) + ",Y=" + json_number(std::round(at.y));
}

void ItemPlan::finish(std::string words) {
  if (!action_failed_ && !done_) done_ = std::move(words);
}

void ItemPlan::refuse_cut() {
  refuse("cut_reply", "the call is cut off, because max_tokens ran out: answer in fewer words");
}

void ItemPlan::note_form(std::string_view code) {
  if (std::ranges::find(forms_, code) == forms_.end()) forms_.emplace_back(code);
}

Reading ItemPlan::take(int blocks, const CallError& error) && {
  Reading reading;
  reading.blocks = blocks;
  reading.pointer = pointer_;
  reading.forms = std::move(forms_);
  reading.items = std::move(items_);
  if (done_ && !failed_) reading.done = to_valid_utf8(*done_);
  if (reading.items.empty() && !reading.done) reading.error = error;
  if (done_ && failed_)
    reading.complaints.emplace_back(
        "the end is not taken, because not everything before it was understood");
  return reading;
}

Reading ItemPlan::take_silence() && {
  Reading reading;
  reading.pointer = pointer_;
  return reading;
}

std::optional<MapPoint> place_in(std::string_view text) {
  if (text.find('%') != text.npos) return std::nullopt;  // of what is unspecified
  // At most four numbers are searched; digits inside a name do not count.
  std::array<double, 4> numbers{};
  std::size_t count = 0, more = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const bool begins =
        (c >= '0' && c <= '9') || ((c == '-' || c == '+' || c == '.') && i + 1 < text.size() &&
                                   text[i + 1] >= '0' && text[i + 1] <= '9');
    const bool in_name = i > 0 && ((text[i - 1] | 0x20) >= 'a' && (text[i - 1] | 0x20) <= 'z');
    if (!begins || in_name) {
      ++i;
      continue;
    }
    const std::size_t end = std::min(
        text.find_first_not_of("0123456789.", c == '-' || c == '+' ? i + 1 : i), text.size());
    std::string_view token = text.substr(i, end - i);
    while (token.ends_with('.')) token.remove_suffix(1);
    const std::optional<Literal> number = whole_literal(token);
    const std::optional<double> value = number ? number->number() : std::nullopt;
    if (!value) return std::nullopt;
    if (count < numbers.size()) {
      numbers[count++] = *value;
    } else {
      ++more;
    }
    i = end;
  }
  if (more > 0 || (count != 2 && count != 4)) return std::nullopt;
  if (count == 2) return MapPoint{numbers[0], numbers[1]};
  return MapPoint{(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2};
}

std::optional<MapPoint> place_in(const Literal& literal) {
  if (const std::string* const text = literal.text()) return place_in(std::string_view(*text));
  if (literal.members() != nullptr) {
    const Literal* const x = literal.find("x");
    const Literal* const y = literal.find("y");
    const auto across = x != nullptr ? x->number() : std::nullopt;
    const auto down = y != nullptr ? y->number() : std::nullopt;
    if (!across || !down) return std::nullopt;
    return MapPoint{*across, *down};
  }
  const Literal::List* const list = literal.list();
  if (list == nullptr) return std::nullopt;
  // [[x, y]], and [[x1, y1], [x2, y2]].
  if (!list->empty() && list->front().list() != nullptr) {
    if (list->size() == 1) return place_in(list->front());
    if (list->size() > 2) return std::nullopt;
    // Lists of numbers only: deeper lists would be read twice at each level.
    for (const Literal& each : *list)
      if (each.list() == nullptr || each.list()->empty() || each.list()->front().list() != nullptr)
        return std::nullopt;
    const std::optional<MapPoint> first = place_in(list->front()), last = place_in(list->back());
    if (!first || !last) return std::nullopt;
    return MapPoint{(first->x + last->x) / 2, (first->y + last->y) / 2};
  }
  if (list->size() != 2 && list->size() != 4) return std::nullopt;
  std::array<double, 4> numbers{};
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::optional<double> number = (*list)[i].number();
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  if (list->size() == 2) return MapPoint{numbers[0], numbers[1]};
  return MapPoint{(numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2};
}

std::optional<std::string> reason_in(const std::string& token) {
  const std::string sentence = decode_json_string(action_sentence(token));
  return sentence == "-" ? std::nullopt : std::optional(sentence);
}

std::vector<std::string> keys_in(std::string_view text) {
  std::string_view rest = trimmed(text);
  // The value contains the whole argument.
  for (const std::string_view prefix : {"keys=", "key="})
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  if (rest.size() > 1 &&
      (rest.front() == '[' || rest.front() == '(' || rest.front() == '"' || rest.front() == '\''))
    if (const std::optional<Literal> literal = whole_literal(rest))
      if (literal->list() != nullptr || literal->text() != nullptr) return keys_in(*literal);
  return {std::string(text == " " ? text : rest)};
}

std::vector<std::string> keys_in(const Literal& literal) {
  if (const std::string* const text = literal.text()) return keys_in(std::string_view(*text));
  std::vector<std::string> keys;
  if (const Literal::List* const list = literal.list()) {
    for (const Literal& each : *list) {
      if (const std::string* const text = each.text()) {
        keys.push_back(*text);
      } else {
        keys.push_back(shown(each));
      }
    }
  } else if (!literal.is_null()) {
    keys.push_back(shown(literal));
  }
  return keys;
}
}  // namespace franz
