#include "common/formats/computer_verbs.h"
#include <algorithm>
#include <array>
#include <utility>
#include <vector>
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/formats/tagged_calls.h"

namespace franz {
namespace {
constexpr bool kOtherName = true;

constexpr Verb other(std::string_view name, Act act, MouseButton button = MouseButton::left,
                     int clicks = 1) {
  return {name, act, button, clicks, {}, {}, kOtherName};
}

constexpr std::array kTable{
    Verb{"left_click", Act::click},
    Verb{"double_click", Act::click, MouseButton::left, 2},
    Verb{"triple_click", Act::click, MouseButton::left, 3},
    Verb{"right_click", Act::click, MouseButton::right},
    Verb{"middle_click", Act::click, MouseButton::middle},
    Verb{"mouse_move", Act::move},
    Verb{"left_click_drag", Act::drag},
    Verb{"left_mouse_down", Act::mouse_down},
    Verb{"left_mouse_up", Act::mouse_up},
    Verb{"scroll", Act::scroll},
    Verb{"hscroll", Act::hscroll},
    Verb{"type", Act::type},
    Verb{"key", Act::press},
    Verb{"key_down", Act::key_down},
    Verb{"key_up", Act::key_up},
    Verb{"hold_key", Act::hold_key},
    Verb{"wait", Act::wait},
    Verb{"screenshot", Act::screenshot},
    Verb{"cursor_position", Act::report_pointer},
    Verb{"zoom", Act::zoom},
    Verb{"answer", Act::finish},
    Verb{"terminate", Act::terminate},
    Verb{"ask_user_question", Act::ask},
    other("click", Act::click),
    other("drag", Act::drag),
    // UI-Mate's.
    other("press", Act::tap),
    other("hotkey", Act::press),
    other("call_user", Act::ask),
    other("finished", Act::terminate),
    // Gemini's.
    other("click_at", Act::click),
    other("move", Act::move),
    other("hover_at", Act::move),
    other("mouse_down", Act::mouse_down),
    other("mouse_up", Act::mouse_up),
    other("drag_and_drop", Act::drag),
    other("type_text_at", Act::type),
    other("press_key", Act::press),
    other("key_combination", Act::press),
    other("scroll_at", Act::scroll),
    other("scroll_document", Act::scroll),
    other("take_screenshot", Act::screenshot),
    other("wait_5_seconds", Act::wait),
};

LiteralCall call_of(std::string_view name, const Literal& arguments) {
  LiteralCall call;
  call.name = name;
  if (arguments.members() != nullptr) call.named = arguments;
  return call;
}
}  // namespace

const Verbs kComputerVerbs{kTable, {.escapes_line_end = true}};

// Adds the action in `arguments`: their member "action"; or "type" if "action" is missing and
// "type" names a verb; or `function` itself if that is a verb. Without any of these the call is
// refused.
static void add_computer_action(const Verbs& verbs, std::string_view function,
                                const Literal& arguments, ItemPlan& plan) {
  if (arguments.members() == nullptr && !arguments.is_null())
    return plan.refuse("invalid_args",
                       "the arguments: expected a JSON object, got " + shown(arguments));
  const Literal* named = arguments.find("action");
  if (named == nullptr && find_verb(verbs, function) != nullptr)
    return add_call(verbs, call_of(function, arguments), plan);
  // Some models write "type" instead of "action".
  if (named == nullptr && (named = arguments.find("type")) != nullptr)
    plan.note_form("type_for_action");
  if (named == nullptr || named->text() == nullptr)
    return plan.refuse("invalid_args", named == nullptr
                                           ? "action: it is missing"
                                           : "action: expected a name, got " + shown(*named));
  add_call(verbs, call_of(*named->text(), arguments), plan);
}

void add_server_call(const Verbs& verbs, const ReplyCall& call, std::string_view form,
                     std::optional<std::string> reason, ItemPlan& plan) {
  const std::string name = decode_json_string(call.name);
  const std::string raw =
      call.arguments.starts_with('"') ? decode_json_string(call.arguments) : call.arguments;
  plan.begin(std::string(name).append("(").append(raw).append(")"), 0, decode_json_string(call.id),
             std::move(reason));
  plan.note_form(form);
  std::vector<std::string_view> forms;
  const std::optional<Literal> arguments = read_arguments(call.arguments, forms);
  for (const std::string_view each : forms) plan.note_form(each);
  const bool is_unfinished =
      arguments &&
      (arguments->is_null() || std::ranges::find(forms, "unclosed_json") != forms.end());
  if (is_unfinished && plan.is_cut()) {
    plan.refuse_cut();
  } else if (arguments) {
    add_computer_action(verbs, name, *arguments, plan);
  } else {
    plan.refuse("invalid_json", "the arguments are not JSON");
  }
}

// Returns the number of calls.
static int add_calls_in_text(const Verbs& verbs, const Reply& reply, ItemPlan& plan) {
  const std::string text = decode_json_string(without_thoughts(reply.text, LineEnds::kept));
  std::optional<std::string> reason = reason_in(reply.text);
  const std::vector<TaggedCall> calls = tagged_calls(text);
  for (const TaggedCall& each : calls) {
    plan.begin(each.written, each.line, std::nullopt, std::exchange(reason, std::nullopt));
    for (const std::string_view form : each.forms) plan.note_form(form);
    if (each.is_unfinished && plan.is_cut()) {
      plan.refuse_cut();
    } else if (each.problem.empty()) {
      add_computer_action(verbs, each.function, each.arguments, plan);
    } else {
      plan.refuse("invalid_json", "the call could not be read: " + each.problem);
    }
  }
  return static_cast<int>(calls.size());
}

Reading read_computer_calls(const Verbs& verbs, const Source& source, const Toolset& tools,
                            std::string_view expected) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  const Reply& reply = *source.reply;
  std::optional<std::string> reason = reason_in(reply.text);
  for (const ReplyCall& each : reply.calls)
    add_server_call(verbs, each, "tool_calls", std::exchange(reason, std::nullopt), plan);
  const int blocks = reply.calls.empty() ? add_calls_in_text(verbs, reply, plan) : 0;
  return std::move(plan).take(
      blocks, {"no_call", "no call was found; expected " + std::string(expected), 0, ""});
}
}  // namespace franz
