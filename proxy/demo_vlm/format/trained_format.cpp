#include <algorithm>
#include <optional>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxRememberedTries = 4;  // of one stroke, as far as is remembered
constexpr std::string_view kCannotGoOn = "I cannot go on: ";

// What is in `text` after `begin` up to `end`, or to its end; empty: there is no `begin`.
std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == text.npos) return {};
  text.remove_prefix(at + begin.size());
  return std::string(text.substr(0, text.find(end)));
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

// The complaint about its last reply, and the operator's note.
struct Heard {
  std::string complaint, note;
};

Heard heard_in(const SeenRequest& request) {
  Heard heard;
  std::vector<std::string> texts = request.told;
  if (!request.conversation.exchanges.empty())
    for (const auto& call : request.conversation.exchanges.back().calls)
      texts.push_back(call.answer);
  for (const std::string& text : texts) {
    if (const std::string note = read_feedback(text).note; !note.empty()) heard.note = note;
    for (const std::string_view line : split_lines(text))
      if (heard.complaint.empty() && (line.starts_with("NOT DONE:") || line.starts_with("ERROR:")))
        heard.complaint = line;
  }
  return heard;
}

MapPoint map_point(PlanPoint at) { return {static_cast<double>(at.x), static_cast<double>(at.y)}; }

// ---- drawing

struct NextStroke {
  const PlannedCall* call = nullptr;  // null: all of them are drawn or given up
  const Part* part = nullptr;
  std::string name;  // "stroke 3 of 71"
  std::size_t tries = 0, drawn = 0, given_up = 0, all = 0;
};

NextStroke next_stroke(const Drawing& drawing, const SeenRequest& request) {
  NextStroke next;
  for (const Part& part : drawing.parts) next.all += part.calls.size();
  std::size_t number = 0;
  for (const Part& part : drawing.parts) {
    for (const PlannedCall& call : part.calls) {
      ++number;
      const std::string name =
          "stroke " + std::to_string(number) + " of " + std::to_string(next.all) + ",";
      const std::size_t tries = count_of(request.words, name);
      const Sight sight = look_for(*request.picture, call);
      // Under a mark, the memory of it is believed.
      if (sight == Sight::there || (sight == Sight::hidden && tries > 0)) {
        ++next.drawn;
      } else if (tries >= kMaxRememberedTries) {
        ++next.given_up;
      } else if (next.call == nullptr) {
        next.call = &call;
        next.part = &part;
        next.name = name;
        next.tries = tries;
      }
    }
  }
  return next;
}

Speech draw(const Voice& family, const SeenRequest& request, const Drawing& drawing,
            const Heard& heard) {
  const NextStroke next = next_stroke(drawing, request);
  Speech speech;
  speech.seen = words_about(heard.note, heard.complaint) + std::to_string(next.drawn) + " of " +
                std::to_string(next.all) + " strokes are there.";
  if (next.call == nullptr) {
    std::string result = "The " + drawing.name + " is finished: " + drawing.whole + ".";
    if (next.given_up > 0)
      result += " " + std::to_string(next.given_up) + " strokes I have tried and cannot see.";
    speech.action = "Finish.";
    speech.actions = {{SpokenAction::Kind::finish, {}, {}, result, next.given_up == 0}};
    return speech;
  }
  speech.action = "Draw " + next.name + " " + next.part->name + ".";
  switch (next.call->kind) {
    case PlannedCall::Kind::drag:
      speech.actions = {
          {SpokenAction::Kind::drag, map_point(next.call->from), map_point(next.call->to)}};
      break;
    case PlannedCall::Kind::left_click:
      speech.actions = {{SpokenAction::Kind::click, map_point(next.call->from)}};
      break;
    case PlannedCall::Kind::type:
      speech.actions = {{SpokenAction::Kind::click, map_point(next.call->from)},
                        {SpokenAction::Kind::type, {}, {}, next.call->text}};
      break;
  }
  const bool may_slip =
      next.call->kind == PlannedCall::Kind::drag && next.tries == 0 && heard.complaint.empty();
  for (std::size_t i = 1; may_slip && i <= family.slips; ++i)
    if (next.drawn == i * next.all / (family.slips + 1)) speech.slip = i;
  return speech;
}

// ---- on a real screen

Speech act_on_screen(const SeenRequest& request, const std::string& objective, const Heard& heard) {
  const ScreenSeen seen = look_at_screen(*request.picture);
  const ScreenPlan plan = plan_on_screen(seen, objective, read_screen_past(request.words));
  Speech speech{words_about(heard.note, heard.complaint) + plan.seen, plan.next, {}, 0};
  const auto exact_thousandths = [&](const ScreenPlace& at) {
    return MapPoint{at.x * kFullScale / std::max(1, seen.picture.width - 1),
                    at.y * kFullScale / std::max(1, seen.picture.height - 1)};
  };
  switch (plan.state) {
    case ScreenPlan::State::done:
      speech.actions = {{SpokenAction::Kind::finish, {}, {}, plan.next, plan.success}};
      break;
    case ScreenPlan::State::wait: speech.actions = {{SpokenAction::Kind::wait}}; break;
    case ScreenPlan::State::act:
      for (const ScreenAction& action : plan.actions)
        speech.actions.push_back(
            action.kind == ScreenAction::Kind::click
                ? SpokenAction{SpokenAction::Kind::click, exact_thousandths(action.at)}
                : SpokenAction{SpokenAction::Kind::type, {}, {}, action.text});
      break;
  }
  return speech;
}

// What it cannot go on without; empty: it can. The action is left out, since an end that quotes a
// call is none. Where the end is asked back, it is what the last reply said.
std::string why_not_on(const SeenRequest& request, const Heard& heard) {
  constexpr std::string_view kWhy = " -- ";
  if (heard.complaint.find("switched off") != std::string::npos) {
    const std::size_t why = heard.complaint.rfind(kWhy);
    return why == std::string::npos ? heard.complaint : heard.complaint.substr(why + kWhy.size());
  }
  const bool is_asked_back = std::ranges::any_of(request.told, [](const std::string& text) {
    return text.find("say that the task is done") != std::string::npos;
  });
  const std::size_t at = request.words.rfind(kCannotGoOn);
  if (!is_asked_back || at == request.words.npos) return {};
  const std::string_view said = std::string_view(request.words).substr(at + kCannotGoOn.size());
  return std::string(said.substr(0, said.find('\n')));
}

Speech speech_for(const Voice& family, const SeenRequest& request) {
  const Heard heard = heard_in(request);
  if (!request.picture)
    return {words_about(heard.note, heard.complaint) + "I have no picture to look at.",
            "I wait for a picture.",
            {{SpokenAction::Kind::wait}},
            0};
  if (const std::string why = why_not_on(request, heard); !why.empty())
    return {words_about(heard.note, heard.complaint),
            "Finish.",
            {{SpokenAction::Kind::finish, {}, {}, std::string(kCannotGoOn) + why, false}},
            0};
  const std::string objective =
      family.objective_begin.empty()
          ? request.conversation.task
          : between(request.words, family.objective_begin, family.objective_end);
  const Drawing* const drawing = find_drawing(objective, drawings_in_few_strokes());
  if (drawing == nullptr || is_on_screen(request)) return act_on_screen(request, objective, heard);
  return draw(family, request, *drawing, heard);
}
}  // namespace

bool asks_for(const Voice& family, const SeenRequest& request) {
  const std::vector<std::string>& tools = request.conversation.tools;
  const bool has_tool = family.tool.empty() || std::ranges::find(tools, family.tool) != tools.end();
  return has_tool && std::ranges::all_of(family.words, [&](std::string_view each) {
           return request.words.find(each) != std::string::npos;
         });
}

Reply reply_in(const Voice& family, const SeenRequest& request) {
  const Size picture =
      request.picture ? Size{request.picture->width, request.picture->height} : Size{};
  return family.write(speech_for(family, request), {family.coordinates, picture});
}
}  // namespace franz::demo_vlm
