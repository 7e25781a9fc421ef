#include "executor/dialect/openai.h"
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/wire/computer_call.h"
#include "executor/dialect/action_plan.h"
#include "executor/dialect/computer_actions.h"
#include "executor/dialect/literal.h"
#include "executor/dialect/trained_feedback.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxOpenaiReason = 500;  // bytes
constexpr double kOpenaiWaitSeconds = 2;       // the action tells no time
constexpr const char* kActionNames =
    "click, double_click, drag, keypress, move, screenshot, scroll, type, wait";

class OpenaiAdder {
 public:
  OpenaiAdder(const Literal& action, ActionPlan& plan, bool holds_button)
      : action_(action), plan_(plan), holds_button_(holds_button) {}

  void add() {
    const Literal* const type = action_.find("type");
    const std::string* const name = type == nullptr ? nullptr : type->text();
    if (name == nullptr) return refuse("invalid_args", "the action has no type");
    if (*name == "click") return click();
    if (*name == "double_click")
      return with_place([&](MapPoint at) { plan_.click(MouseButton::left, 2, at, keys()); });
    if (*name == "move") return with_place([&](MapPoint at) { plan_.move(at); });
    if (*name == "drag") return drag();
    if (*name == "scroll") return scroll();
    if (*name == "keypress") return plan_.press(keys());
    if (*name == "type") return type_text();
    if (*name == "wait") return plan_.wait(kOpenaiWaitSeconds);
    if (*name == "screenshot") return plan_.screenshot();
    refuse("unknown_action", "there is no action " + quote_json(cut_text(*name, kMaxNameShown)) +
                                 ". The actions are: " + kActionNames);
  }

 private:
  void refuse(std::string_view kind, const std::string& what) { plan_.refuse(kind, what); }

  std::optional<double> number(std::string_view name) const {
    const Literal* const given = action_.find(name);
    return given == nullptr ? std::nullopt : given->number();
  }

  template <class Act>
  void with_place(Act act) {
    const std::optional<MapPoint> at = place_in(action_);
    if (!at) return refuse("invalid_args", "expected x and y, got " + shown(action_));
    act(*at);
  }

  std::vector<std::string> keys() const {
    const Literal* const given = action_.find("keys");
    return given == nullptr ? std::vector<std::string>() : keys_in(*given);
  }

  void click() {
    const Literal* const given = action_.find("button");
    const std::string* const name = given == nullptr ? nullptr : given->text();
    const std::string button = name == nullptr ? "left" : *name;
    if (button == "back" || button == "forward")
      return refuse("no_button", "the mouse has no button " + button + "; press alt+" +
                                     (button == "back" ? "left" : "right"));
    if (button != "left" && button != "right" && button != "wheel")
      return refuse("invalid_args", "button: expected left, right or wheel, got " +
                                        quote_json(cut_text(button, kMaxNameShown)));
    with_place([&](MapPoint at) {
      plan_.click(button == "left"    ? MouseButton::left
                  : button == "right" ? MouseButton::right
                                      : MouseButton::middle,
                  1, at, keys());
    });
  }

  void drag() {
    const Literal* const path = action_.find("path");
    const Literal::List* const list = path == nullptr ? nullptr : path->list();
    std::vector<MapPoint> places;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const std::optional<MapPoint> at = place_in((*list)[i]);
      if (!at) return refuse("invalid_args", "path: expected places, got " + shown((*list)[i]));
      places.push_back(*at);
    }
    if (places.size() < 2) return refuse("invalid_args", "path: expected two places or more");
    if (places.size() == 2 || !holds_button_ || !keys().empty()) {
      for (std::size_t i = 1; i < places.size(); ++i) plan_.drag(places[i - 1], places[i], keys());
      return;
    }
    plan_.mouse_down(MouseButton::left, places.front());
    for (std::size_t i = 1; i < places.size(); ++i) plan_.move(places[i]);
    plan_.mouse_up(MouseButton::left, std::nullopt);
  }

  void scroll() {
    const double right = number("scroll_x").value_or(0), down = number("scroll_y").value_or(0);
    with_place([&](MapPoint at) {
      if (right != 0) plan_.hscroll(right / kScrollPixels, at, keys());
      if (down != 0 || right == 0) plan_.scroll(-down / kScrollPixels, at, keys());
    });
  }

  void type_text() {
    const Literal* const given = action_.find("text");
    const std::string* const text = given == nullptr ? nullptr : given->text();
    if (text == nullptr) return refuse("invalid_args", "text: expected the text to be typed");
    plan_.type(*text);
  }

  const Literal& action_;
  ActionPlan& plan_;
  bool holds_button_;
};

// What a person reads of the call.
std::string written(const Literal& item) {
  const Literal* const many = item.find("actions");
  const Literal* const one = item.find("action");
  return many != nullptr ? shown(*many) : one != nullptr ? shown(*one) : "computer_call";
}

void add_computer_call(const ReplyCall& call, std::string_view item, const Toolset& tools,
                       ActionPlan& plan, std::optional<std::string> reason) {
  const std::optional<Literal> read = whole_literal(item);
  plan.begin(read ? written(*read) : item, 0, decode_json_string(call.id), std::move(reason));
  const SafetyChecks checks = pending_safety_checks(item);
  plan.answer(checks.json);
  if (!checks.message.empty()) plan.demand(checks.message);
  const bool holds_button = tools.has(ToolId::mouse_down) && tools.has(ToolId::mouse_up);
  const auto add = [&](const Literal& action) { OpenaiAdder(action, plan, holds_button).add(); };
  const Literal* const many = read ? read->find("actions") : nullptr;
  const Literal* const one = read ? read->find("action") : nullptr;
  if (many != nullptr && many->list() != nullptr) {
    plan.note_form("actions");
    for (const Literal& each : *many->list()) add(each);
    // Nothing is asked for but to be shown the screen.
    if (many->list()->empty()) plan.screenshot();
  } else if (one != nullptr && one->members() != nullptr) {
    plan.note_form("action");
    add(*one);
  } else {
    plan.refuse("invalid_args", "the computer call has no action");
  }
}
}  // namespace

Reading read_openai(const Source& source, const Toolset& tools) {
  ActionPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const Reply& reply = *source.reply;
  const std::string text(trimmed(decode_json_string(without_thoughts(reply.text, LineEnds::kept))));
  std::optional<std::string> reason;
  if (!text.empty()) reason = to_valid_utf8(cut_text(text, kMaxOpenaiReason));
  for (const ReplyCall& call : reply.calls) {
    const std::vector<std::string_view> items = items_of_computer_call(call);
    if (!items.empty()) {
      add_computer_call(call, items.back(), tools, plan, std::exchange(reason, std::nullopt));
      continue;
    }
    const std::string name = decode_json_string(call.name);
    plan.begin(name, 0, decode_json_string(call.id), std::exchange(reason, std::nullopt));
    plan.refuse("unknown_tool", "there is no tool " + quote_json(cut_text(name, kMaxNameShown)) +
                                    ", only the computer");
  }
  if (reply.calls.empty() && !text.empty()) plan.finish(text);
  return std::move(plan).take(
      0, {"empty_reply", "the reply has neither a computer call nor a text", 0, ""});
}

Told tell_openai(const Reading& reading, std::span<const ItemResult> results,
                 const TurnFacts& facts) {
  // What is said of computer calls has no place in their answers.
  Reading as_told = reading;
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < results.size();) {
    const Item& first = reading.items[i];
    const bool is_computer = first.id && !first.answer.empty();
    bool was_begun = false;
    const std::size_t begin = i;
    do {
      const Outcome outcome = results[i].outcome;
      was_begun = was_begun || outcome == Outcome::done || outcome == Outcome::partial;
      if (is_computer) as_told.items[i].id.reset();
      as_told.items[i].answer.clear();
      ++i;
    } while (i < results.size() && reading.items[i].continues);
    if (!is_computer) continue;
    const bool is_agreed = !reading.items[begin].demand || was_begun;
    answers.push_back({quote_json(*first.id), quote_json(is_agreed ? first.answer : ""),
                       facts.picture && is_agreed});
  }
  Told told = tell_trained(as_told, results, facts);
  std::ranges::move(told.answers, std::back_inserter(answers));
  told.answers = std::move(answers);
  return told;
}
}  // namespace franz::executor
