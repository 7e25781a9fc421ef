#include "common/formats/known_forms.h"
#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/formats/call_forms.h"
#include "common/formats/json_object_form.h"
#include "common/formats/lenient_object.h"
#include "common/formats/literal_call.h"
#include "common/formats/python_block.h"
#include "common/formats/tagged_calls.h"
#include "common/tools/tool_registry.h"
#include "common/tools/vocabulary.h"

namespace franz {
namespace {
using Words = std::initializer_list<std::string_view>;

struct SeenReply {
  const std::vector<ReplyCall>& calls;
  std::string text;                  // decoded, without thoughts
  Literal object;                    // the JSON object in it; null: none
  std::vector<TextCall> text_calls;  // function calls in the text
};

bool has_any(std::string_view text, Words words) {
  return std::ranges::any_of(
      words, [&](std::string_view each) { return text.find(each) != std::string_view::npos; });
}

// Whether a line begins with one of these words, after Markdown marks.
bool line_begins_with(std::string_view text, Words words) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = trimmed(text.substr(at, end - at), " \t\r*#_");
    if (std::ranges::any_of(words, [&](std::string_view each) { return line.starts_with(each); }))
      return true;
    at = end + 1;
  }
  return false;
}

bool is_word_of_tool_calls(std::string_view name) {
  const Vocabulary* const vocabulary = find_vocabulary("tool_calls");
  return std::ranges::any_of(vocabulary->words,
                             [&](const Word& each) { return each.name == name; });
}

// Whether a call has a form that many models use.
bool has_common_marks(const TextCall& call) {
  return call.form == "tool_call_tags" || call.form == "function_tags" || call.form == "object" ||
         call.form == "brackets";
}

// Calls of known functions, without marks or with the usual ones.
bool is_tool_calls(const SeenReply& seen) {
  if (!seen.calls.empty())
    return is_word_of_tool_calls(decode_json_string(seen.calls.front().name));
  return std::ranges::any_of(seen.text_calls, [](const TextCall& each) {
    return !each.arguments.empty() && is_word_of_tool_calls(each.name) && has_common_marks(each);
  });
}

bool is_qwen(const SeenReply& seen) {
  if (!seen.calls.empty()) return decode_json_string(seen.calls.front().name) == "computer_use";
  if (has_any(seen.text, {"<seed:tool_call>"})) return false;
  if (std::ranges::any_of(seen.text_calls, [](const TextCall& each) {
        return each.form == "tool_call_tags" || each.form == "function_tags";
      }))
    return true;
  const std::string* const name = member_text(seen.object, "name");
  return (name != nullptr && *name == "computer_use") ||
         (member_text(seen.object, "action") != nullptr &&
          seen.object.find("coordinate") != nullptr);
}

// Names that only Gemini's computer use has, in either generation.
bool is_gemini(const SeenReply& seen) {
  constexpr std::string_view kNames[] = {
      "open_web_browser", "wait_5_seconds", "go_back",        "go_forward",      "navigate",
      "click_at",         "hover_at",       "type_text_at",   "key_combination", "scroll_at",
      "scroll_document",  "drag_and_drop",  "take_screenshot"};
  const auto is_name = [&](std::string_view name) {
    return std::ranges::find(kNames, name) != std::end(kNames);
  };
  if (!seen.calls.empty())
    return is_name(decode_json_string(seen.calls.front().name)) ||
           has_any(decode_json_string(seen.calls.front().arguments),
                   {"\"safety_decision\"", "\"intent\""});
  return std::ranges::any_of(seen.text_calls,
                             [&](const TextCall& each) { return is_name(each.name); });
}

bool is_yutori(const SeenReply& seen) {
  constexpr std::string_view kBatch = "computer_batch";
  if (!seen.calls.empty()) return decode_json_string(seen.calls.front().name) == kBatch;
  return std::ranges::any_of(seen.text_calls,
                             [&](const TextCall& each) { return each.name == kBatch; });
}

// The tags of UI-TARS-2 without their opening brackets: click>point>point>942 255.
bool is_seed_without_brackets(const SeenReply& seen) {
  return has_any(seen.text, {">point>point>", ">start_point>", ">point>start_point>"});
}

bool is_glm(const SeenReply& seen) {
  return has_any(seen.text, {"<|begin_of_box|>", "element_info=", "start_box='[", "start_box=\"["});
}

bool is_uitars(const SeenReply& seen) {
  return has_any(seen.text, {"<seed:tool_call>", "start_box=", "start_point=", "<|box_start|>",
                             "point='<point>", "point=\"<point>"}) ||
         line_begins_with(seen.text, {"Action: finished(", "Action: hotkey(", "Action: type(",
                                      "Action: wait(", "Action: call_user("});
}

// A call of a module's function: pyautogui.click(…
bool has_call_of(std::string_view text, std::string_view module) {
  for (std::size_t at = text.find(module); at != text.npos;) {
    const std::string_view name = dotted_name(text, at);
    const std::size_t behind = at + name.size();
    if (name.size() > module.size() && behind < text.size() && text[behind] == '(') return true;
    at = text.find(module, behind);
  }
  return false;
}

bool is_pyautogui(const SeenReply& seen) {
  return has_call_of(seen.text, "pyautogui.") || has_call_of(seen.text, "computer.") ||
         has_any(seen.text, {"<action>"});
}

bool is_steps(const SeenReply& seen) {
  const Literal* const steps = seen.object.find("steps");
  return steps != nullptr && steps->list() != nullptr;
}

// Holo's localiser writes "click_absolute" or no action.
bool is_action(const SeenReply& seen) {
  const std::string* const action = member_text(seen.object, "action");
  return action != nullptr && seen.object.find("tool_name") == nullptr &&
         (*action == "done" ||
          find_word(*find_vocabulary("action"), *action, Toolset::all()) != nullptr);
}

bool is_openai(const SeenReply& seen) {
  const std::string* const type = member_text(seen.object, "type");
  if (type != nullptr && *type == "computer_call") return true;
  const Literal* const action = seen.object.find("action");
  if (action != nullptr && member_text(*action, "type") != nullptr) return true;
  const Literal* const actions = seen.object.find("actions");
  const Literal::List* const list = actions == nullptr ? nullptr : actions->list();
  return list != nullptr && !list->empty() && member_text(list->front(), "type") != nullptr;
}

bool is_holo(const SeenReply& seen) {
  const Literal* const call = seen.object.find("tool_call");
  return (call != nullptr && (call->members() != nullptr || call->list() != nullptr)) ||
         member_text(seen.object, "tool_name") != nullptr ||
         (seen.object.find("x") != nullptr && seen.object.find("y") != nullptr);
}

bool is_python(const SeenReply& seen) {
  const std::string code = find_python_blocks(seen.text).first;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t first = std::min(code.find_first_not_of(" \t\r", at), code.size());
    const std::string_view name = dotted_name(code, first);
    const bool called = first + name.size() < code.size() && code[first + name.size()] == '(';
    if (called &&
        std::ranges::any_of(all_tools(), [&](const Tool& each) { return each.name == name; }))
      return true;
    const std::size_t end = code.find('\n', first);
    at = end == code.npos ? code.size() : end + 1;
  }
  return false;
}

bool is_actions(const SeenReply& seen) { return line_begins_with(seen.text, {"ACTIONS:"}); }

struct FormRow {
  KnownForm form;
  bool (*is)(const SeenReply& seen);
};

// The first match counts: the upper entries have rarer marks.
constexpr std::array kForms{
    FormRow{{"tool_calls", "toolcall"}, is_tool_calls},
    FormRow{{"gemini", ""}, is_gemini},
    FormRow{{"yutori", ""}, is_yutori},
    FormRow{{"seed without opening brackets", ""}, is_seed_without_brackets},
    FormRow{{"glm", "glm"}, is_glm},
    FormRow{{"uitars", "uitars"}, is_uitars},
    FormRow{{"qwen", "qwen", "uimate"}, is_qwen},
    FormRow{{"steps", "pilot"}, is_steps},
    FormRow{{"action", "window"}, is_action},
    FormRow{{"openai", "openai"}, is_openai},
    FormRow{{"holo", "holo"}, is_holo},
    FormRow{{"pyautogui", "pyautogui"}, is_pyautogui},
    FormRow{{"python", "franz"}, is_python},
    FormRow{{"actions", "narrative"}, is_actions},
};
}  // namespace

std::optional<KnownForm> known_form(const Reply& reply) {
  SeenReply seen{
      reply.calls, decode_json_string(without_thoughts(reply.text, LineEnds::kept)), {}, {}};
  const std::string inside = decode_json_string(json_object_in(reply.text));
  std::vector<std::string_view> forms;
  if (inside.starts_with('{'))
    if (std::optional<Literal> object = read_object(inside, forms))
      seen.object = *std::move(object);
  if (reply.calls.empty())
    seen.text_calls = find_text_calls(seen.text, *find_vocabulary("tool_calls"));
  const auto row = std::ranges::find_if(kForms, [&](const FormRow& each) { return each.is(seen); });
  if (row != kForms.end()) return row->form;
  // Marks that a server should have parsed.
  const auto marked = std::ranges::find_if(
      seen.text_calls, [](const TextCall& each) { return !has_common_marks(each); });
  if (marked == seen.text_calls.end()) return std::nullopt;
  return KnownForm{marked->said, "toolcall"};
}

std::optional<std::string> foreign_form_text(const Reply& reply, std::string_view read) {
  const std::optional<KnownForm> form = known_form(reply);
  if (!form || form->name == read || form->also_read_by == read) return std::nullopt;
  std::string text = "this reply is written in the form of `" + std::string(form->name) +
                     "`; the profile reads `" + std::string(read) + "`";
  const bool is_read = form->profile == "toolcall" && read == "tool_calls";
  if (!form->profile.empty() && !is_read) text += " (--profile " + std::string(form->profile) + ")";
  return text;
}
}  // namespace franz
