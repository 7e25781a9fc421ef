#include "common/formats/openai/reply.h"
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
#include "common/formats/call_arguments.h"
#include "common/formats/end_of_run.h"
#include "common/formats/literal.h"
#include "common/formats/trained_feedback.h"
#include "common/formats/unknown_action.h"
#include "common/formats/verbs.h"
#include "common/wire/computer_call.h"

namespace franz {
namespace {
constexpr std::size_t kMaxOpenaiReason = 500;  // bytes
constexpr Meaning kOfOpenaiDrag[] = {Meaning::path, Meaning::held};
constexpr Meaning kOfOpenaiScroll[] = {Meaning::place, Meaning::scroll_x, Meaning::scroll_y,
                                       Meaning::held};

// Drag and scroll are read here, since only this API has their arguments.
constexpr std::array kOpenaiTable{
    Verb{"click", Act::click},   Verb{"double_click", Act::click, MouseButton::left, 2},
    Verb{"drag", Act::drag},     Verb{"keypress", Act::press},
    Verb{"move", Act::move},     Verb{"screenshot", Act::screenshot},
    Verb{"scroll", Act::scroll}, Verb{"type", Act::type},
    Verb{"wait", Act::wait},
};
constexpr Verbs kOpenaiVerbs{kOpenaiTable, {.needs_place = true}};

void drag_along(CallArguments& arguments, ItemPlan& plan, bool holds_button) {
  const Literal* const path = arguments.value(Meaning::path);
  const Literal::List* const list = path == nullptr ? nullptr : path->list();
  std::vector<MapPoint> places;
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    const std::optional<MapPoint> at = place_in((*list)[i]);
    if (!at) return arguments.refuse("path", "expected places, got " + shown((*list)[i]));
    places.push_back(*at);
  }
  if (places.size() < 2) return arguments.refuse("path", "expected two places or more");
  const std::vector<std::string> held = arguments.keys(Meaning::held);
  if (arguments.failed()) return;
  if (places.size() == 2 || !holds_button || !held.empty()) {
    for (std::size_t i = 1; i < places.size(); ++i) plan.drag(places[i - 1], places[i], held);
    return;
  }
  plan.mouse_down(MouseButton::left, places.front());
  for (std::size_t i = 1; i < places.size(); ++i) plan.move(places[i]);
  plan.mouse_up(MouseButton::left, std::nullopt);
}

void scroll_by_pixels(CallArguments& arguments, ItemPlan& plan) {
  const double right = arguments.number(Meaning::scroll_x).value_or(0);
  const double down = arguments.number(Meaning::scroll_y).value_or(0);
  const std::optional<MapPoint> at = arguments.place(Meaning::place);
  const std::vector<std::string> held = arguments.keys(Meaning::held);
  if (!at && !arguments.failed()) arguments.refuse("x", "expected x and y");
  if (arguments.failed()) return;
  if (right != 0) plan.hscroll(right / kScrollPixels, at, held);
  if (down != 0 || right == 0) plan.scroll(-down / kScrollPixels, at, held);
}

void add_openai_action(const Literal& action, ItemPlan& plan, bool holds_button) {
  const std::string* const name = member_text(action, "type");
  if (name == nullptr) return plan.refuse("invalid_args", "the action has no type");
  LiteralCall call;
  call.name = *name;
  call.named = action;
  const std::string* const button = member_text(action, "button");
  if (button != nullptr && (*button == "back" || *button == "forward"))
    return plan.refuse("no_button", "the mouse has no button " + *button + "; press alt+" +
                                        (*button == "back" ? "left" : "right"));
  if (*name != "drag" && *name != "scroll") return add_call(kOpenaiVerbs, call, plan);
  const bool is_drag = *name == "drag";
  CallArguments arguments(call, is_drag ? std::span<const Meaning>(kOfOpenaiDrag) : kOfOpenaiScroll,
                          ParameterForm{}, plan);
  if (arguments.failed()) return;
  is_drag ? drag_along(arguments, plan, holds_button) : scroll_by_pixels(arguments, plan);
}

// The call as people read it.
std::string written(const Literal& item) {
  const Literal* const many = item.find("actions");
  const Literal* const one = item.find("action");
  return many != nullptr ? shown(*many) : one != nullptr ? shown(*one) : "computer_call";
}

void add_computer_call(const ReplyCall& call, std::string_view item, const Toolset& tools,
                       ItemPlan& plan, std::optional<std::string> reason) {
  const std::optional<Literal> read = whole_literal(item);
  plan.begin(read ? written(*read) : item, 0, decode_json_string(call.id), std::move(reason));
  const SafetyChecks checks = pending_safety_checks(item);
  plan.answer(checks.json);
  if (!checks.message.empty()) plan.demand(checks.message);
  const bool holds_button = tools.has(ToolId::mouse_down) && tools.has(ToolId::mouse_up);
  const auto add = [&](const Literal& action) { add_openai_action(action, plan, holds_button); };
  const Literal* const many = read ? read->find("actions") : nullptr;
  const Literal* const one = read ? read->find("action") : nullptr;
  if (many != nullptr && many->list() != nullptr) {
    plan.note_form("actions");
    for (const Literal& each : *many->list()) add(each);
    // An empty list only asks for a picture.
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
  ItemPlan plan(source, tools);
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
  CallError nothing{"empty_reply", "the reply has neither a computer call nor a text", 0, ""};
  if (reply.calls.empty()) {
    TextEnd end = end_by_text(source, text, EndBy::any_text,
                              "Answer with a computer call, or say that the task is done.");
    if (end.done) plan.finish(*std::move(end.done));
    if (end.error) nothing = *std::move(end.error);
  }
  return std::move(plan).take(0, nothing);
}

TurnReport report_openai(const Reading& reading, std::span<const ItemResult> results,
                         const TurnFacts& facts) {
  // Messages about computer calls cannot be in their answers.
  Reading without_answers = reading;
  std::vector<Answer> answers;
  for (std::size_t i = 0; i < results.size();) {
    const Item& first = reading.items[i];
    const bool is_computer = first.id && !first.answer.empty();
    bool was_begun = false;
    const std::size_t begin = i;
    do {
      const Outcome outcome = results[i].outcome;
      was_begun = was_begun || may_have_acted(outcome);
      if (is_computer) without_answers.items[i].id.reset();
      without_answers.items[i].answer.clear();
      ++i;
    } while (i < results.size() && reading.items[i].continues);
    if (!is_computer) continue;
    const bool is_agreed = !reading.items[begin].demand || was_begun;
    answers.push_back({quote_json(*first.id), quote_json(is_agreed ? first.answer : ""),
                       facts.picture && is_agreed});
  }
  TurnReport report = report_trained(without_answers, results, facts);
  std::ranges::move(report.answers, std::back_inserter(answers));
  report.answers = std::move(answers);
  return report;
}
}  // namespace franz
