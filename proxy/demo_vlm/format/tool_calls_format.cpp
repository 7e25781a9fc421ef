#include <algorithm>
#include <array>
#include <optional>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/stroke_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
// The tools that it calls.
constexpr const char *kLook = "observe_screen", *kDrag = "drag", *kClick = "click_element",
                     *kType = "type_text", *kKey = "press_key";
// Around a call that it leaves in its text: {"name":"drag","arguments":{…}}
constexpr std::string_view kCallBegin = "<tool_call>", kCallEnd = "</tool_call>";

// ---- what its own calls did

struct OwnCall {
  std::string name, arguments;  // as it was sent back
  bool ok = false;
  std::string type = {}, message = {};  // of a failure; empty: no answer that can be read
};

struct OwnCalls {
  Past past;
  std::vector<OwnCall> last;        // of the last reply
  std::vector<std::string> failed;  // the types of all failures
  std::size_t with_id = 0;          // how many there are in all, but for those in texts
  bool in_text = false;             // one was left in a text
};

void read_call_answer(std::string_view answer, OwnCall& call) {
  Result<MessageFields> read = MessageFields::parse(answer, MessageFields::Duplicates::last_wins);
  if (!read.ok()) return;
  call.ok = read.value().boolean("/ok", false);
  call.type = read.value().text("/error/type", "");
  call.message = read.value().text("/error/message", "");
}

std::vector<OwnCall> calls_of(const Exchange& exchange) {
  std::vector<OwnCall> calls;
  for (const AnsweredCall& each : exchange.calls)
    read_call_answer(each.answer, calls.emplace_back(OwnCall{each.name, each.arguments}));
  // A call that the reply has in its text is answered in a text, too.
  const std::size_t begin = exchange.text.find(kCallBegin);
  const std::size_t end = exchange.text.find(kCallEnd, begin);
  if (!calls.empty() || end == std::string::npos) return calls;
  const std::size_t from = begin + kCallBegin.size();
  Result<MessageFields> read = MessageFields::parse(exchange.text.substr(from, end - from));
  if (!read.ok()) return calls;
  calls.push_back({read.value().text("/name", ""), read.value().raw("/arguments")});
  for (const std::string_view line : split_lines(exchange.told))
    if (line.starts_with('{')) read_call_answer(line, calls.back());
  return calls;
}

// The stroke that a call makes; nothing: none, or none of the demo model's.
std::optional<PlannedCall> stroke_of(const OwnCall& call, const Past& past) {
  using Kind = PlannedCall::Kind;
  Result<MessageFields> read = MessageFields::parse(call.arguments);
  if (!read.ok()) return std::nullopt;
  MessageFields& fields = read.value();
  const auto point = [&](const std::string& pointer) {
    return PlanPoint{static_cast<int>(fields.integer(pointer + "/0", 0, 1000)),
                     static_cast<int>(fields.integer(pointer + "/1", 0, 1000))};
  };
  PlannedCall stroke{};
  if (call.name == kType) {
    // A text goes beside the click before it.
    if (past.deeds.empty()) return std::nullopt;
    const PlanPoint at = past.deeds.back().stroke.to;
    return PlannedCall{Kind::type, at, at, fields.text("/text", "")};
  }
  if (call.name == kDrag) {
    stroke = {Kind::drag, point("/from"), point("/to"), {}};
  } else if (call.name == kClick) {
    stroke = {Kind::left_click, point("/box"), point("/box"), {}};
  } else {
    return std::nullopt;
  }
  return fields.failure().empty() ? std::optional(stroke) : std::nullopt;
}

OwnCalls read_own_calls(const SeenRequest& request) {
  OwnCalls own;
  const Conversation& conversation = request.conversation;
  if (request.picture) own.past.picture = &*request.picture;
  own.past.seen_at = conversation.seen_at;
  for (std::size_t i = 0; i < conversation.exchanges.size(); ++i) {
    const Exchange& exchange = conversation.exchanges[i];
    own.with_id += exchange.calls.size();
    own.last = calls_of(exchange);
    own.in_text = own.in_text || (exchange.calls.empty() && !own.last.empty());
    for (const OwnCall& call : own.last) {
      const bool is_unknown = call.type == "not_confirmed" || call.type == "unknown";
      if (!call.ok) own.failed.push_back(call.type);
      if (const auto stroke = stroke_of(call, own.past))
        own.past.deeds.push_back({*stroke, i,
                                  call.ok      ? Deed::Outcome::done
                                  : is_unknown ? Deed::Outcome::unknown
                                               : Deed::Outcome::failed});
    }
    const bool looked = std::ranges::find(own.last, kLook, &OwnCall::name) != own.last.end();
    if (looked) own.past.look = i;
    const bool in_vain = looked && (i >= conversation.seen_at || !request.picture);
    own.past.looks_in_vain = in_vain ? own.past.looks_in_vain + 1 : 0;
  }
  return own;
}

// ---- mistakes

// In the order in which they are made, spread over the drawing.
enum class ToolCallSlip {
  type_without_click,
  two_calls,
  no_label,
  unknown_key,
  place_with_unit,
  misspelt_tool,
  broken_json,
  call_in_text,
  none,
};

struct ToolCallSlipRow {
  std::string_view type;  // of the failure that shows that it was made; empty: nothing fails
  std::string_view tool;  // that it needs beside the one of the stroke
};
constexpr std::array kToolCallSlips{
    ToolCallSlipRow{"refused", kType},    ToolCallSlipRow{"too_many_tool_calls", ""},
    ToolCallSlipRow{"missing_label", ""}, ToolCallSlipRow{"invalid_key", kKey},
    ToolCallSlipRow{"invalid_box", ""},   ToolCallSlipRow{"unknown_tool", ""},
    ToolCallSlipRow{"invalid_json", ""},  ToolCallSlipRow{"", ""},
};

bool has_tool(const SeenRequest& request, std::string_view name) {
  const std::vector<std::string>& tools = request.conversation.tools;
  return std::ranges::find(tools, name) != tools.end();
}

bool was_tool_call_slip_made(ToolCallSlip slip, const OwnCalls& own) {
  if (slip == ToolCallSlip::call_in_text) return own.in_text;
  const std::string_view type = kToolCallSlips[static_cast<std::size_t>(slip)].type;
  if (std::ranges::find(own.failed, type) != own.failed.end()) return true;
  // With a click before it the text is typed.
  return slip == ToolCallSlip::type_without_click &&
         std::ranges::any_of(own.past.deeds, [](const Deed& deed) {
           return deed.stroke.kind == PlannedCall::Kind::left_click;
         });
}

// A slip waits for a new line, and for an answer that has nothing to complain of.
ToolCallSlip choose_tool_call_slip(const SeenRequest& request, const OwnCalls& own,
                                   const Prospect& prospect) {
  const bool is_line = prospect.to_do.front().call.kind == PlannedCall::Kind::drag;
  const bool is_mending = !own.last.empty() && !own.last.back().ok;
  if (!is_line || !prospect.to_do.front().is_new || is_mending || own.past.deeds.empty())
    return ToolCallSlip::none;
  const std::size_t all = prospect.drawn + prospect.to_do.size();
  for (std::size_t i = 0; i < kToolCallSlips.size(); ++i) {
    if (prospect.drawn < (i + 1) * all / (kToolCallSlips.size() + 1)) break;
    const auto slip = static_cast<ToolCallSlip>(i);
    const std::string_view tool = kToolCallSlips[i].tool;
    if (!was_tool_call_slip_made(slip, own) && (tool.empty() || has_tool(request, tool)))
      return slip;
  }
  return ToolCallSlip::none;
}

// ---- words

std::string thought(const SeenRequest& request, const OwnCalls& own, const Prospect& prospect) {
  std::string text = "<think>\n";
  if (!request.picture) {
    text += request.picture_problem.empty() ? "I have no picture to look at."
                                            : "The picture " + request.picture_problem + ".";
  } else if (own.past.seen_at < request.conversation.exchanges.size()) {
    text += "The newest picture is some strokes old.";
  } else {
    const InkSeen ink = look_at_ink(*request.picture);
    text += ink.share > 0 ? "White ink reaches " + box_text(ink) + "." : "The picture is black.";
  }
  const std::size_t all = prospect.drawn + prospect.to_do.size();
  text += " " + std::to_string(prospect.drawn) + " of " + count_text(all, "stroke") + " are drawn.";
  return text + "\n</think>\n\n";
}

// What the answer to the last reply teaches; empty: nothing.
std::string rule_of_answer(const OwnCalls& own) {
  const auto wrong = std::ranges::find(own.last, false, &OwnCall::ok);
  if (wrong == own.last.end()) return {};
  const Lesson lessons[] = {
      {"too_many_tool_calls", "One call a reply is performed: now the second one."},
      {"missing_label", "The label was missing: once more, with one."},
      {"invalid_box", "Places are plain numbers: once more, without a unit."},
      {"invalid_json", "My arguments were no JSON: once more, with all their brackets."},
      {"refused", "Nothing can be typed without a click before it: I sign when all is drawn."},
      {"invalid_key", "That is no key: it is called escape."},
      {"no_effect", "That does nothing here: I go on drawing."},
      {"not_confirmed", "It is unknown whether that was done: I look at the screen."},
      {"unknown", "It is unknown whether that was done: I look at the screen."},
  };
  for (const Lesson& each : lessons)
    if (each.complaint == wrong->type && (wrong->type != "refused" || wrong->name == kType))
      return std::string(each.words);
  const std::string complaint = one_line(wrong->message, kMaxRepeated);
  if (const std::string right(between(complaint, "did you mean ", "?")); !right.empty())
    return "There is no tool " + wrong->name + ": it is called " + right + ".";
  return "That failed (" + (complaint.empty() ? "no answer came" : complaint) + "): once more.";
}

void say(Reply& reply, const std::string& words) {
  reply.text += (reply.text.empty() || reply.text.back() == '\n' ? "" : " ") + words;
}

// The operator's note and what the answer to the last reply teaches, which is returned.
std::string say_what_was_heard(Reply& reply, const SeenRequest& request, const OwnCalls& own) {
  const Conversation& conversation = request.conversation;
  const std::string note =
      read_feedback(conversation.exchanges.empty() ? conversation.task
                                                   : conversation.exchanges.back().told)
          .note;
  if (!note.empty()) say(reply, "The operator says: \"" + note + "\" I take note of it.");
  std::string learnt = rule_of_answer(own);
  if (!learnt.empty()) say(reply, learnt);
  return learnt;
}

// ---- calls

std::string place_json(PlanPoint at, std::string_view unit = "") {
  const std::string quote = unit.empty() ? "" : "\"", end = std::string(unit) + quote;
  return "[" + quote + std::to_string(at.x) + end + "," + quote + std::to_string(at.y) + end + "]";
}

SpokenCall written_call(const PlannedCall& stroke, const std::string& label,
                        ToolCallSlip slip = ToolCallSlip::none) {
  JsonObject json;
  if (stroke.kind == PlannedCall::Kind::type)
    return {"", kType, json.text("text", stroke.text).finish()};
  if (slip != ToolCallSlip::no_label) json.text("label", label);
  if (stroke.kind == PlannedCall::Kind::left_click)
    return {"", kClick, json.raw("box", place_json(stroke.from)).finish()};
  json.raw("from", place_json(stroke.from, slip == ToolCallSlip::place_with_unit ? "px" : ""));
  return {"", kDrag, json.raw("to", place_json(stroke.to)).finish()};
}

SpokenCall key_call(const char* key) { return {"", kKey, JsonObject().text("key", key).finish()}; }

// The next stroke, with the mistake.
void write_stroke(Reply& reply, const Drawing& drawing, const Prospect& prospect,
                  ToolCallSlip slip) {
  const auto write = [&](const Prospect::Stroke& stroke) {
    return written_call(stroke.call, drawing.parts[stroke.part].name, slip);
  };
  SpokenCall call = write(prospect.to_do.front());
  if (slip == ToolCallSlip::type_without_click) {
    for (const PlannedCall& stroke : strokes_of(drawing))
      if (stroke.kind == PlannedCall::Kind::type) call = written_call(stroke, "");
    if (call.name == kType) say(reply, "I sign it early, so that nobody takes it for another's.");
  } else if (slip == ToolCallSlip::two_calls) {
    reply.calls.push_back(std::move(call));
    call = write(prospect.to_do[prospect.to_do.size() > 1 ? 1 : 0]);
  } else if (slip == ToolCallSlip::unknown_key) {
    say(reply, "Perhaps a key gives a finer pen.");
    call = key_call("Escap");
  } else if (slip == ToolCallSlip::misspelt_tool) {
    call.name = "drg";
  } else if (slip == ToolCallSlip::broken_json) {
    call.arguments.resize(call.arguments.size() - 2);
  } else if (slip == ToolCallSlip::call_in_text) {
    const std::string json =
        JsonObject().text("name", call.name).raw("arguments", call.arguments).finish();
    reply.text += std::string(reply.text.empty() ? "" : "\n") + std::string(kCallBegin) + "\n" +
                  json + "\n" + std::string(kCallEnd);
    return;
  }
  reply.calls.push_back(std::move(call));
}

const Drawing& asked_drawing(const SeenRequest& request) {
  const std::vector<Drawing>& all = drawings_in_few_strokes();
  // What the user asked for; the system message may name it, too.
  if (const Drawing* const asked = find_drawing(request.conversation.task, all)) return *asked;
  const Drawing* const named = find_drawing(request.system, all);
  return named == nullptr ? all.front() : *named;
}

Reply reply_on_canvas(const SeenRequest& request, const OwnCalls& own, bool sees_new) {
  const Drawing& drawing = asked_drawing(request);
  const Prospect prospect = look_ahead(drawing, own.past,
                                       {has_tool(request, kDrag), has_tool(request, kClick),
                                        has_tool(request, kType), has_tool(request, kLook)});
  const bool acts = !prospect.look && !prospect.to_do.empty();
  const bool is_new = acts && prospect.to_do.front().is_new;
  const Part* const part = acts ? &drawing.parts[prospect.to_do.front().part] : nullptr;
  const bool begins_part = is_new && prospect.to_do.front().call == part->calls.front();
  Reply reply;
  if (begins_part || (sees_new && !request.conversation.exchanges.empty()))
    reply.text = thought(request, own, prospect);
  const std::string learnt = say_what_was_heard(reply, request, own);
  if (prospect.look) {
    if (learnt.empty()) say(reply, "I look whether everything is where it should be.");
    reply.calls.push_back({"", kLook, "{}"});
  } else if (!acts) {
    say(reply, result_text(drawing, prospect.drawn, prospect, own.past.picture != nullptr));
  } else if (has_tool(request, kKey) &&
             std::ranges::find(own.last, "invalid_key", &OwnCall::type) != own.last.end()) {
    reply.calls.push_back(key_call("escape"));
  } else {
    if (begins_part) {
      say(reply, part->plan);
    } else if (!is_new && learnt.empty()) {
      say(reply, "This is not in the picture: once more.");
    }
    write_stroke(reply, drawing, prospect, choose_tool_call_slip(request, own, prospect));
  }
  return reply;
}

// ---- on a real screen, with at most one action

Reply reply_on_screen(const SeenRequest& request, const OwnCalls& own, bool sees_new) {
  std::string said;  // before the newest picture
  const std::vector<Exchange>& exchanges = request.conversation.exchanges;
  for (std::size_t i = 0; i < std::min(own.past.seen_at, exchanges.size()); ++i)
    said += exchanges[i].text + "\n";
  const ScreenPlan plan = plan_for(request, request.conversation.task, said);
  std::vector<PlannedCall> made;  // since the newest picture
  for (const Deed& deed : own.past.deeds)
    if (deed.outcome != Deed::Outcome::failed && deed.reply >= own.past.seen_at)
      made.push_back(deed.stroke);
  const auto action = std::ranges::find_if(plan.actions, [&](const ScreenAction& each) {
    return std::ranges::none_of(made, [&](const PlannedCall& stroke) {
      return (each.kind == ScreenAction::Kind::type) == (stroke.kind == PlannedCall::Kind::type) &&
             stroke.to == each.place;
    });
  });
  const bool acts = action != plan.actions.end();
  // An old picture only shows what is left of the actions that were planned by it.
  const bool looks = !acts && (!made.empty() || plan.state != ScreenPlan::State::done);
  Reply reply{sees_new ? "<think>\n" + plan.seen + "\n</think>\n\n" : ""};
  say_what_was_heard(reply, request, own);
  // The end is said again where it is asked back, without a new picture.
  if (sees_new || (!looks && !acts)) say(reply, plan.next);
  if (looks) reply.calls.push_back({"", kLook, "{}"});
  if (acts)
    reply.calls.push_back(
        written_call({action->kind == ScreenAction::Kind::type ? PlannedCall::Kind::type
                                                               : PlannedCall::Kind::left_click,
                      action->place, action->place, action->text},
                     action->label));
  return reply;
}
}  // namespace

bool asks_for_tool_calls(const SeenRequest& request) { return !request.conversation.tools.empty(); }

Reply reply_with_tool_call(const SeenRequest& request) {
  const OwnCalls own = read_own_calls(request);
  const bool sees_new = own.past.seen_at == request.conversation.exchanges.size();
  Reply reply = is_on_screen(request) ? reply_on_screen(request, own, sees_new)
                                      : reply_on_canvas(request, own, sees_new);
  std::size_t number = own.with_id;
  for (SpokenCall& call : reply.calls) call.id = "call_" + std::to_string(++number);
  return reply;
}
}  // namespace franz::demo_vlm
