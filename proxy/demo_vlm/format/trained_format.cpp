#include <algorithm>
#include <optional>
#include "proxy/demo_vlm/feedback_reading.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/stroke_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kCannotGoOn = "I cannot go on: ";

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

// ---- drawing

std::string stroke_words(std::size_t number, std::size_t all) {
  return "stroke " + std::to_string(number) + " of " + std::to_string(all) + ",";
}

// By the strokes that its sentences name, as far as the request has them.
Past strokes_said(const SeenRequest& request, const std::vector<PlannedCall>& strokes) {
  Past past;
  past.is_partial = true;
  past.picture = &*request.picture;
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    const std::string name = stroke_words(i + 1, strokes.size());
    for (std::size_t at = request.words.find(name); at != std::string::npos;
         at = request.words.find(name, at + name.size()))
      past.deeds.push_back({strokes[i], 0, Deed::Outcome::unknown});
  }
  return past;
}

SpokenAction spoken(const PlannedCall& call) {
  const auto place = [](PlanPoint at) {
    return MapPoint{static_cast<double>(at.x), static_cast<double>(at.y)};
  };
  switch (call.kind) {
    case PlannedCall::Kind::drag:
      return {SpokenAction::Kind::drag, place(call.from), place(call.to)};
    case PlannedCall::Kind::left_click: return {SpokenAction::Kind::click, place(call.from)};
    case PlannedCall::Kind::type: break;
  }
  return {SpokenAction::Kind::type, {}, {}, call.text};
}

Speech draw(const Voice& family, const SeenRequest& request, const Drawing& drawing,
            const Heard& heard) {
  const std::vector<PlannedCall> strokes = strokes_of(drawing);
  const Prospect prospect = look_ahead(drawing, strokes_said(request, strokes), {.look = false});
  const std::size_t all = strokes.size();
  Speech speech;
  speech.seen =
      std::to_string(prospect.drawn) + " of " + std::to_string(all) + " strokes are there.";
  if (prospect.to_do.empty()) {
    std::string result = "The " + drawing.name + " is finished: " + drawing.whole + ".";
    if (prospect.given_up > 0)
      result += " " + std::to_string(prospect.given_up) + " strokes I have tried and cannot see.";
    speech.action = "Finish.";
    speech.actions = {{SpokenAction::Kind::finish, {}, {}, result, prospect.given_up == 0}};
    return speech;
  }
  const Prospect::Stroke& next = prospect.to_do.front();
  speech.action =
      "Draw " + stroke_words(next.number, all) + " " + drawing.parts[next.part].name + ".";
  // A text goes with the click in front of it.
  for (const Prospect::Stroke& stroke : prospect.to_do)
    if (stroke.number == next.number) speech.actions.push_back(spoken(stroke.call));
  const bool may_slip =
      next.call.kind == PlannedCall::Kind::drag && next.is_new && heard.complaint.empty();
  for (std::size_t i = 1; may_slip && i <= family.slips; ++i)
    if (prospect.drawn == i * all / (family.slips + 1)) speech.slip = i;
  return speech;
}

// ---- on a real screen

Speech act_on_screen(const SeenRequest& request, const std::string& objective) {
  const ScreenPlan plan = plan_for(request, objective, request.words);
  Speech speech{plan.seen, plan.next, {}};
  for (const ScreenAction& action : plan.actions) {
    const MapPoint at{action.at.x * kFullScale / std::max(1, request.picture->width - 1),
                      action.at.y * kFullScale / std::max(1, request.picture->height - 1)};
    speech.actions.push_back(action.kind == ScreenAction::Kind::click
                                 ? SpokenAction{SpokenAction::Kind::click, at}
                                 : SpokenAction{SpokenAction::Kind::type, {}, {}, action.text});
  }
  if (plan.state == ScreenPlan::State::done)
    speech.actions = {{SpokenAction::Kind::finish, {}, {}, plan.next, plan.success}};
  if (plan.state == ScreenPlan::State::wait) speech.actions = {{SpokenAction::Kind::wait}};
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
  return std::string(between(std::string_view(request.words).substr(at), kCannotGoOn, "\n"));
}

Speech speech_for(const Voice& family, const SeenRequest& request, const Heard& heard) {
  if (!request.picture)
    return {"I have no picture to look at.", "I wait for a picture.", {{SpokenAction::Kind::wait}}};
  if (const std::string why = why_not_on(request, heard); !why.empty())
    return {"",
            "Finish.",
            {{SpokenAction::Kind::finish, {}, {}, std::string(kCannotGoOn) + why, false}}};
  const std::string objective =
      family.objective_begin.empty()
          ? request.conversation.task
          : std::string(between(request.words, family.objective_begin, family.objective_end));
  const Drawing* const drawing = find_drawing(objective, drawings_in_few_strokes());
  if (drawing == nullptr || is_on_screen(request)) return act_on_screen(request, objective);
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
  const Heard heard = heard_in(request);
  Speech speech = speech_for(family, request, heard);
  speech.seen = words_about(heard.note, heard.complaint) + speech.seen;
  const Size picture = request.picture ? size_of(*request.picture) : Size{};
  return family.write(speech, {family.coordinates, picture});
}
}  // namespace franz::demo_vlm
