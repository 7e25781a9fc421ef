#include <algorithm>
#include <array>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "proxy/demo_vlm/describe.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/own_calls.h"
#include "proxy/demo_vlm/screen/screen_replies.h"
#include "proxy/demo_vlm/stroke_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr const char* kWrongKey = "Escap";
constexpr const char* kRightKey = "escape";

// ---- mistakes

enum class ToolCallSlip {
  none,
  type_without_click,
  two_calls,
  no_label,
  unknown_key,
  place_with_unit,
  misspelt_tool,
  broken_json,
  call_in_text,
};

struct ToolCallSlipRow {
  ToolCallSlip slip;
  std::string_view type;  // of the failure that shows that it was made; empty: nothing fails
  std::string_view tool;  // that it needs beside the one of the stroke
};

// In the order in which they are made, spread over the drawing.
constexpr std::array kToolCallSlips{
    ToolCallSlipRow{ToolCallSlip::type_without_click, "refused", kType},
    ToolCallSlipRow{ToolCallSlip::two_calls, "too_many_tool_calls", ""},
    ToolCallSlipRow{ToolCallSlip::no_label, "missing_label", ""},
    ToolCallSlipRow{ToolCallSlip::unknown_key, "invalid_key", kKey},
    ToolCallSlipRow{ToolCallSlip::place_with_unit, "invalid_box", ""},
    ToolCallSlipRow{ToolCallSlip::misspelt_tool, "unknown_tool", ""},
    ToolCallSlipRow{ToolCallSlip::broken_json, "invalid_json", ""},
    ToolCallSlipRow{ToolCallSlip::call_in_text, "", ""},
};

bool has_tool(const SeenRequest& request, std::string_view name) {
  const std::vector<std::string>& tools = request.conversation.tools;
  return std::ranges::find(tools, name) != tools.end();
}

bool was_tool_call_slip_made(const ToolCallSlipRow& row, const OwnCalls& own) {
  if (row.slip == ToolCallSlip::call_in_text) return own.in_text;
  if (std::ranges::find(own.failed, row.type) != own.failed.end()) return true;
  // With a click before it the text is typed.
  return row.slip == ToolCallSlip::type_without_click &&
         std::ranges::find(own.past.deeds, PlannedCall::Kind::left_click, [](const Deed& deed) {
           return deed.stroke.kind;
         }) != own.past.deeds.end();
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
    const ToolCallSlipRow& row = kToolCallSlips[i];
    if (prospect.drawn < (i + 1) * all / (kToolCallSlips.size() + 1)) break;
    if (!was_tool_call_slip_made(row, own) && (row.tool.empty() || has_tool(request, row.tool)))
      return row.slip;
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
    text += ink.share > 0 ? "White ink reaches from " + point_text(ink.left, ink.top) + " to " +
                                point_text(ink.right, ink.bottom) + "."
                          : "The picture is black.";
  }
  const std::size_t all = prospect.drawn + prospect.to_do.size();
  text += " " + std::to_string(prospect.drawn) + " of " + count_text(all, "stroke") + " are drawn.";
  return text + "\n</think>\n\n";
}

// Whether the last reply had a call that failed so.
bool is_failed(const OwnCalls& own, std::string_view type) {
  return std::ranges::find(own.last, type, &OwnCall::type) != own.last.end();
}

// What the answer to the last reply teaches; empty: nothing.
std::string rule_of_answer(const OwnCalls& own) {
  const auto wrong = std::ranges::find(own.last, false, &OwnCall::ok);
  if (wrong == own.last.end()) return {};
  const struct {
    std::string_view type, words;
  } rules[] = {
      {"too_many_tool_calls", "One call a reply is performed: now the second one."},
      {"missing_label", "The label was missing: once more, with one."},
      {"invalid_box", "Places are plain numbers: once more, without a unit."},
      {"invalid_json", "My arguments were no JSON: once more, with all their brackets."},
      {"refused", "Nothing can be typed without a click before it: I sign when all is drawn."},
      {"invalid_key", "That is no key: it is called escape."},
      {"no_effect", "That does nothing here: I go on drawing."},
      {"not_confirmed", "It is unknown whether that was done: I look at the screen."},
  };
  for (const auto& each : rules)
    if (each.type == wrong->type && (each.type != "refused" || wrong->name == kType))
      return std::string(each.words);
  const std::string complaint = one_line(wrong->message, kMaxRepeated);
  const std::size_t hint = complaint.find("did you mean ");
  if (hint != complaint.npos) {
    const std::string right = complaint.substr(hint + 13, complaint.find('?', hint) - hint - 13);
    return "There is no tool " + wrong->name + ": it is called " + right + ".";
  }
  return "That failed (" + (complaint.empty() ? "no answer came" : complaint) + "): once more.";
}

// ---- calls

std::string place_json(PlanPoint at) {
  return "[" + std::to_string(at.x) + "," + std::to_string(at.y) + "]";
}

struct WrittenCall {
  std::string name, arguments;
};

WrittenCall written_call(const PlannedCall& stroke, const std::string& label) {
  JsonObject json;
  switch (stroke.kind) {
    case PlannedCall::Kind::drag:
      json.text("label", label)
          .raw("from", place_json(stroke.from))
          .raw("to", place_json(stroke.to));
      return {std::string(kDrag), json.finish()};
    case PlannedCall::Kind::left_click:
      json.text("label", label).raw("box", place_json(stroke.from));
      return {std::string(kClick), json.finish()};
    case PlannedCall::Kind::type: break;
  }
  return {std::string(kType), json.text("text", stroke.text).finish()};
}

class Writer {
 public:
  Writer(std::string words, std::size_t calls_before) : calls_(calls_before) {
    reply_.text = std::move(words);
  }

  void say(const std::string& words) {
    reply_.text += (reply_.text.empty() || reply_.text.back() == '\n' ? "" : " ") + words;
  }
  void call(WrittenCall call) {
    reply_.calls.push_back(
        {"call_" + std::to_string(++calls_), std::move(call.name), std::move(call.arguments)});
  }
  void call_in_text(const WrittenCall& call) {
    const std::string json =
        JsonObject().text("name", call.name).raw("arguments", call.arguments).finish();
    reply_.text += std::string(reply_.text.empty() ? "" : "\n") + std::string(kCallBegin) + "\n" +
                   json + "\n" + std::string(kCallEnd);
  }
  Reply take() && { return std::move(reply_); }

 private:
  Reply reply_;
  std::size_t calls_;
};

const PlannedCall* signature_of(const Drawing& drawing) {
  for (const Part& part : drawing.parts)
    for (const PlannedCall& call : part.calls)
      if (call.kind == PlannedCall::Kind::type) return &call;
  return nullptr;
}

// The next stroke, with the mistake.
void write_stroke(Writer& writer, const Drawing& drawing, const Prospect& prospect,
                  ToolCallSlip slip) {
  const auto write = [&](const Prospect::Stroke& stroke) {
    return written_call(stroke.call, drawing.parts[stroke.part].name);
  };
  const Prospect::Stroke& next = prospect.to_do.front();
  WrittenCall call = write(next);
  switch (slip) {
    case ToolCallSlip::none: break;
    case ToolCallSlip::type_without_click:
      if (const PlannedCall* const name = signature_of(drawing)) {
        writer.say("I sign it early, so that nobody takes it for another's.");
        call = written_call(*name, "");
      }
      break;
    case ToolCallSlip::two_calls:
      writer.call(std::move(call));
      call = write(prospect.to_do.size() > 1 ? prospect.to_do[1] : next);
      break;
    case ToolCallSlip::no_label:
      call.arguments = JsonObject()
                           .raw("from", place_json(next.call.from))
                           .raw("to", place_json(next.call.to))
                           .finish();
      break;
    case ToolCallSlip::unknown_key:
      writer.say("Perhaps a key gives a finer pen.");
      call = {std::string(kKey), JsonObject().text("key", kWrongKey).finish()};
      break;
    case ToolCallSlip::place_with_unit: {
      const std::array<std::string, 2> from{std::to_string(next.call.from.x) + "px",
                                            std::to_string(next.call.from.y) + "px"};
      call.arguments = JsonObject()
                           .text("label", drawing.parts[next.part].name)
                           .raw("from", json_text_array(from))
                           .raw("to", place_json(next.call.to))
                           .finish();
      break;
    }
    case ToolCallSlip::misspelt_tool: call.name = "drg"; break;
    case ToolCallSlip::broken_json: call.arguments.resize(call.arguments.size() - 2); break;
    case ToolCallSlip::call_in_text: return writer.call_in_text(call);
  }
  writer.call(std::move(call));
}

// The operator's note and what the answer to the last reply teaches, which is returned.
std::string say_what_was_heard(Writer& writer, const SeenRequest& request, const OwnCalls& own) {
  const Conversation& conversation = request.conversation;
  const std::string note =
      read_feedback(conversation.exchanges.empty() ? conversation.task
                                                   : conversation.exchanges.back().told)
          .note;
  if (!note.empty()) writer.say("The operator says: \"" + note + "\" I take note of it.");
  std::string learnt = rule_of_answer(own);
  if (!learnt.empty()) writer.say(learnt);
  return learnt;
}

const Drawing& asked_drawing(const SeenRequest& request) {
  const std::vector<Drawing>& all = drawings_in_few_strokes();
  // What the user asked for; the system message may name it, too.
  if (const Drawing* const asked = find_drawing(request.conversation.task, all)) return *asked;
  const Drawing* const named = find_drawing(request.system, all);
  return named == nullptr ? all.front() : *named;
}

Reply reply_on_screen(const SeenRequest& request, const OwnCalls& own) {
  const ScreenTurn turn = screen_turn(request, own);
  const bool sees_new = own.past.seen_at == request.conversation.exchanges.size();
  Writer writer(sees_new ? "<think>\n" + turn.plan.seen + "\n</think>\n\n" : "", own.with_id);
  say_what_was_heard(writer, request, own);
  // The end is said again where it is asked back, without a new picture.
  const bool is_over = !turn.look && !turn.action;
  if (sees_new || is_over) writer.say(turn.plan.next);
  if (turn.look) {
    writer.call({std::string(kLook), "{}"});
  } else if (turn.action) {
    const Size picture{request.picture->width, request.picture->height};
    const bool is_type = turn.action->kind == ScreenAction::Kind::type;
    const PlanPoint at = thousandths(turn.action->at, picture);
    writer.call(written_call({is_type ? PlannedCall::Kind::type : PlannedCall::Kind::left_click, at,
                              at, turn.action->text},
                             turn.action->label));
  }
  return std::move(writer).take();
}
}  // namespace

bool asks_for_tool_calls(const SeenRequest& request) { return !request.conversation.tools.empty(); }

Reply reply_with_tool_call(const SeenRequest& request) {
  const OwnCalls own = read_own_calls(request);
  if (is_on_screen(request)) return reply_on_screen(request, own);
  const Drawing& drawing = asked_drawing(request);
  const Means means{has_tool(request, kDrag), has_tool(request, kClick), has_tool(request, kType),
                    has_tool(request, kLook)};
  const Prospect prospect = look_ahead(drawing, own.past, means);
  const std::vector<Exchange>& exchanges = request.conversation.exchanges;
  const bool is_finished = !prospect.look && prospect.to_do.empty();
  const Prospect::Stroke* const next =
      prospect.look || is_finished ? nullptr : &prospect.to_do.front();
  const bool begins_part =
      next != nullptr && next->is_new && next->call == drawing.parts[next->part].calls.front();
  const bool sees_new = !exchanges.empty() && own.past.seen_at == exchanges.size();

  Writer writer(begins_part || sees_new ? thought(request, own, prospect) : "", own.with_id);
  const std::string learnt = say_what_was_heard(writer, request, own);
  if (is_finished) {
    writer.say(result_text(drawing, prospect.drawn, prospect, own.past.picture != nullptr));
  } else if (prospect.look) {
    if (learnt.empty()) writer.say("I look whether everything is where it should be.");
    writer.call({std::string(kLook), "{}"});
  } else if (is_failed(own, "invalid_key") && has_tool(request, kKey)) {
    writer.call({std::string(kKey), JsonObject().text("key", kRightKey).finish()});
  } else {
    if (begins_part) {
      writer.say(drawing.parts[next->part].plan);
    } else if (!next->is_new && learnt.empty()) {
      writer.say("This is not in the picture: once more.");
    }
    write_stroke(writer, drawing, prospect, choose_tool_call_slip(request, own, prospect));
  }
  return std::move(writer).take();
}
}  // namespace franz::demo_vlm
