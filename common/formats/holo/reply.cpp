#include "common/formats/holo/reply.h"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/formats/call_arguments.h"
#include "common/formats/holo/verbs.h"
#include "common/formats/item_plan.h"
#include "common/formats/json_object_form.h"
#include "common/formats/lenient_object.h"
#include "common/formats/tagged_calls.h"

namespace franz {
namespace {
constexpr const char* kExpectedHoloCall =
    "no call was found; expected {\"note\":…,\"thought\":…,\"tool_call\":{\"tool_name\":…}}";

// A tool's name and arguments: {"tool_name":…,…}, {"name":…,"arguments":{…}}.
struct ToolCall {
  std::string name;
  Literal arguments;
};

ToolCall call_in(const Literal& object, ItemPlan& plan) {
  ToolCall call;
  for (const char* key : {"tool_name", "name", "tool", "action"})
    if (const std::string* const name = member_text(object, key)) {
      call.name = *name;
      break;
    }
  call.arguments = object;
  for (const char* key : {"parameters", "arguments", "args"})
    if (const Literal* const inner = object.find(key); inner && inner->members() != nullptr) {
      plan.note_form("nested_arguments");
      call.arguments = *inner;
      break;
    }
  return call;
}

std::string written_of(const ToolCall& call) {
  Literal::Members members;
  for (const auto& [key, value] : *call.arguments.members())
    if (key != "tool_name" && key != "name" && key != "tool" && key != "action")
      members.push_back({key, value});
  return call.name + "(" + shown(Literal{std::move(members)}, kMaxWritten) + ")";
}

class HoloCallAdder {
 public:
  HoloCallAdder(ItemPlan& plan, std::optional<std::string> reason, int line)
      : plan_(plan), reason_(std::move(reason)), line_(line) {}

  void add(const Literal& given, const std::optional<std::string>& id = std::nullopt) {
    std::optional<std::string> reason = std::exchange(reason_, std::nullopt);
    if (given.members() == nullptr) {
      plan_.begin(shown(given, kMaxWritten), line_, id, std::move(reason));
      return plan_.refuse("invalid_args", "tool_call: expected an object, got " + shown(given));
    }
    const ToolCall call = call_in(given, plan_);
    plan_.begin(written_of(call), line_, id, std::move(reason));
    if (call.name.empty()) return plan_.refuse("invalid_args", "tool_name: it is missing");
    LiteralCall named;
    named.name = ascii_lower(trimmed(call.name));
    named.named = call.arguments;
    if (named.name.starts_with("hitl_")) named.name = "ask_user";
    add_call(kHoloVerbs, named, plan_);
  }

 private:
  ItemPlan& plan_;
  std::optional<std::string> reason_;
  int line_;
};

std::optional<std::string> thought_in(const Literal& object) {
  const std::string* const thought = member_text(object, "thought");
  return thought == nullptr || thought->empty() ? std::nullopt : std::optional(*thought);
}

void note_surroundings(std::string_view text, std::string_view object, ItemPlan& plan) {
  const std::size_t at = text.find(object);
  if (at == text.npos) return;
  const auto is_fence = [&](std::string_view around) { return around.find("```") != around.npos; };
  std::string_view before = trimmed(text.substr(0, at));
  std::string_view behind = trimmed(text.substr(at + object.size()));
  if (is_fence(before) || is_fence(behind)) plan.note_form("code_fence");
  if (before.ends_with("json")) before.remove_suffix(4);
  if (before.ends_with("```")) before.remove_suffix(3);
  if (behind.starts_with("```")) behind.remove_prefix(3);
  if (!trimmed(before).empty() || !trimmed(behind).empty()) plan.note_form("text_around");
}

// Returns false if the text has no call.
bool add_object_in_text(const Reply& reply, ItemPlan& plan) {
  const std::string text = decode_json_string(without_thoughts(reply.text, LineEnds::kept));
  const std::string inside = decode_json_string(json_object_in(reply.text));
  if (!trimmed(inside).starts_with('{')) return false;
  const std::size_t at = std::min(text.find(inside), text.size());
  const int line = 1 + static_cast<int>(std::count(
                           text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  std::vector<std::string_view> forms;
  const std::optional<Literal> object = read_object(inside, forms);
  if (!object || object->members() == nullptr) {
    plan.begin(inside, line);
    plan.note_form("holo_json");
    plan.refuse("invalid_json", "the object could not be read: expected JSON");
    return true;
  }
  const Literal* const call = object->find("tool_call");
  const bool is_flat = member_text(*object, "tool_name") != nullptr;
  const bool is_place = object->find("x") != nullptr && object->find("y") != nullptr;
  if (call == nullptr && !is_flat && !is_place) return false;
  plan.note_form(call != nullptr || is_flat ? "holo_json" : "localiser");
  note_surroundings(text, inside, plan);
  for (const std::string_view form : forms) plan.note_form(form);
  if (plan.is_cut() && std::ranges::find(forms, "unclosed_json") != forms.end()) {
    plan.begin(inside, line);
    plan.refuse_cut();
    return true;
  }
  HoloCallAdder adder(plan, thought_in(*object), line);
  if (call != nullptr && call->list() != nullptr) {
    plan.note_form("call_list");
    for (const Literal& each : *call->list()) adder.add(each);
  } else if (call != nullptr) {
    // A place next to the call also belongs to it and is read or refused with the rest.
    Literal whole = *call;
    if (auto* const members = std::get_if<Literal::Members>(&whole.value))
      for (const auto& [key, value] : *object->members())
        if (key != "note" && key != "thought" && key != "tool_call" && !means_nothing(key))
          members->push_back({key, value});
    adder.add(whole);
  } else {
    Literal flat = *object;
    if (is_flat) plan.note_form("flat_call");
    if (!is_flat && member_text(flat, "action") == nullptr)
      std::get<Literal::Members>(flat.value).push_back({"action", Literal{std::string("click")}});
    adder.add(flat);
  }
  return true;
}

void add_holo_tool_calls(const Reply& reply, ItemPlan& plan) {
  for (const ReplyCall& each : reply.calls) {
    const std::string name = decode_json_string(each.name);
    const std::string id = decode_json_string(each.id);
    plan.note_form("tool_calls");
    std::vector<std::string_view> forms;
    const std::optional<Literal> arguments = read_arguments(each.arguments, forms);
    for (const std::string_view form : forms) plan.note_form(form);
    if (!arguments || (arguments->members() == nullptr && !arguments->is_null())) {
      plan.begin(name + "(" + each.arguments + ")", 0, id);
      plan.refuse("invalid_json", "the arguments are not a JSON object");
      continue;
    }
    const bool is_unfinished =
        arguments->is_null() || std::ranges::find(forms, "unclosed_json") != forms.end();
    if (is_unfinished && plan.is_cut()) {
      plan.begin(name + "(" + each.arguments + ")", 0, id);
      plan.refuse_cut();
      continue;
    }
    HoloCallAdder adder(plan, thought_in(*arguments), 0);
    if (const Literal* const inner = arguments->find("tool_call")) {
      adder.add(*inner, id);
      continue;
    }
    Literal call{Literal::Members{}};
    auto& members = std::get<Literal::Members>(call.value);
    if (!arguments->is_null()) members = *arguments->members();
    if (member_text(*arguments, "tool_name") == nullptr)
      members.push_back({"tool_name", Literal{name}});
    adder.add(call, id);
  }
}
}  // namespace

Reading read_holo(const Source& source, const Toolset& tools) {
  ItemPlan plan(source, tools);
  if (!source.reply) return std::move(plan).take_silence();
  add_holo_tool_calls(*source.reply, plan);
  // A server that parses calls leaves none in the text.
  const bool in_text = source.reply->calls.empty() && add_object_in_text(*source.reply, plan);
  return std::move(plan).take(in_text ? 1 : 0, {"no_call", kExpectedHoloCall, 0, ""});
}
}  // namespace franz
