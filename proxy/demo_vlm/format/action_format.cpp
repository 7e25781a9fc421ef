#include <algorithm>
#include <cmath>
#include <span>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/step_policy.h"
#include "proxy/demo_vlm/steps_context.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kForm = "\"action\":";  // of a reply, as the prompt shows it
constexpr std::string_view kTypeHelp = "  type(";  // in the prompt where texts may be typed
constexpr std::size_t kMaxDots = 18;               // of a drawing
constexpr int kMaxDotTries = 3;                    // of one dot
constexpr std::size_t kMaxNoops = 2;               // in a row: with a third, runs end
constexpr int kTurnsForMistakes = 4;               // that are left, at least
constexpr double kSure = 0.9, kUnsure = 0.5;

struct Said {
  enum class Kind { click, type, noop, done };
  Kind kind = Kind::noop;
  ScreenPlace at;     // click
  std::string text;   // type
  bool ends = false;  // "done": true
  std::string why;
};

// ---- what it did

struct Deeds {
  std::size_t malformed = 0, noops = 0;
  std::size_t noops_in_a_row = 0;  // the newest
};

Deeds count_deeds(const StepsContext& context) {
  Deeds deeds;
  for (const ToldStep& step : context.steps) {
    deeds.malformed += step.outcome == "malformed" ? 1U : 0U;
    const bool is_noop = step.tool == "noop";
    deeds.noops += is_noop ? 1U : 0U;
    deeds.noops_in_a_row = is_noop ? deeds.noops_in_a_row + 1 : 0;
  }
  return deeds;
}

std::optional<ScreenPlace> clicked(const ToldStep& step) {
  if (step.tool != "click" || !was_performed(step)) return std::nullopt;
  Result<MessageFields> read = MessageFields::parse(step.arguments);
  if (!read.ok()) return std::nullopt;
  const auto x = read.value().integer("/x", 0, kLargestPlace);
  const auto y = read.value().integer("/y", 0, kLargestPlace);
  if (!read.value().failure().empty()) return std::nullopt;
  return ScreenPlace{static_cast<double>(x), static_cast<double>(y)};
}

bool is_same_pixel(const ScreenPlace& a, const ScreenPlace& b) {
  return std::lround(a.x) == std::lround(b.x) && std::lround(a.y) == std::lround(b.y);
}

// ---- in a window

// The place of the last click, if nothing was typed since.
std::optional<ScreenPlace> focus_in(const StepsContext& context) {
  std::optional<ScreenPlace> focus;
  for (const ToldStep& step : context.steps) {
    if (const auto at = clicked(step)) focus = at;
    if (step.tool == "type" && was_performed(step)) focus.reset();
  }
  return focus;
}

// The first of the plan's actions that has not been done: a text needs the click in front of it.
Said next_action(const ScreenPlan& plan, const std::optional<ScreenPlace>& focus) {
  const std::string why = plan.seen + " " + plan.next;
  const ScreenAction& first = plan.actions.front();
  const bool types = plan.actions.size() > 1 && plan.actions[1].kind == ScreenAction::Kind::type;
  if (types && focus && is_same_pixel(*focus, first.at))
    return {Said::Kind::type, {}, plan.actions[1].text, false, why};
  const std::size_t end = types ? why.rfind(", and type ") : why.size();
  return {Said::Kind::click, first.at, {}, false, why.substr(0, end) + (types ? "." : "")};
}

Said look_at_window(const SeenRequest& request, const StepsContext& context, const Deeds& deeds) {
  ScreenSeen seen = look_at_screen(*request.picture);
  const bool types = request.system.find(kTypeHelp) != request.system.npos;
  if (seen.form && !types) seen.form->fields.clear();
  const ScreenPlan plan =
      plan_on_screen(seen, context.objective, read_screen_past(said_in(context)));
  Said said;
  said.why = plan.seen + " " + plan.next;
  switch (plan.state) {
    case ScreenPlan::State::done: said.kind = Said::Kind::done; break;
    case ScreenPlan::State::wait:
      if (deeds.noops_in_a_row < kMaxNoops) break;
      said.kind = Said::Kind::done;
      said.why = plan.seen + " I have looked " + count_text(deeds.noops_in_a_row, "time") +
                 " and see nothing more to do.";
      break;
    case ScreenPlan::State::act: {
      said = next_action(plan, focus_in(context));
      // With the button that confirms, everything is done.
      said.ends = !seen.card.there && plan.actions.size() == 1;
      break;
    }
  }
  return said;
}

// ---- on a canvas

// The corners of the drawing in its order, or as many of them, evenly spread, as there are clicks.
std::vector<PlanPoint> dots_of(const Drawing& drawing) {
  std::vector<PlanPoint> all;
  for (const Part& part : drawing.parts)
    for (const PlannedCall& call : part.calls)
      for (const PlanPoint& corner : {call.from, call.to})
        if (std::ranges::find(all, corner) == all.end()) all.push_back(corner);
  if (all.size() <= kMaxDots) return all;
  std::vector<PlanPoint> some;
  for (std::size_t i = 0; i < kMaxDots; ++i) some.push_back(all[i * all.size() / kMaxDots]);
  return some;
}

Said look_at_canvas(const StepsContext& context) {
  const Drawing& drawing = drawing_in_few_steps(context.objective);
  const std::vector<PlanPoint> dots = dots_of(drawing);
  std::size_t set = 0;
  // Places are pixels of the picture; of one without a size there are none.
  const bool has_places = context.picture.width > 0 && context.picture.height > 0;
  for (std::size_t i = 0; has_places && i < dots.size(); ++i) {
    const std::string why = "I can only click here, so the " + drawing.name +
                            " is made of dots: " + std::to_string(i + 1) + " of " +
                            std::to_string(dots.size()) + ".";
    int tries = 0;
    bool is_set = false;
    for (const ToldStep& step : context.steps) {
      if (step.tool != "click" || !step.why.ends_with(why)) continue;
      is_set = is_set || was_performed(step);
      ++tries;
    }
    set += is_set ? 1U : 0U;
    if (is_set || tries >= kMaxDotTries) continue;
    const Pixel pixel = pixel_of(dots[i], context.picture);
    return {Said::Kind::click,
            {static_cast<double>(pixel.x), static_cast<double>(pixel.y)},
            {},
            false,
            why};
  }
  return {Said::Kind::done,
          {},
          {},
          true,
          set == 0 ? "I could set no dot."
                   : "The " + drawing.name + " is finished, as far as clicks can draw it: " +
                         count_text(set, "dot") + " at its corners."};
}

// ---- mistakes and words

enum class ActionSlip { none, code_fence, words_before, noop };

// At most one thing that is wrong in a row, and only where turns are left to correct it.
ActionSlip choose_action_slip(const StepsContext& context, const Deeds& deeds, const Said& said) {
  const bool is_action = said.kind == Said::Kind::click || said.kind == Said::Kind::type;
  const bool is_mending = !context.complaints.empty();
  if (!is_action || is_mending || context.left_out) return ActionSlip::none;
  if (context.turns_left && *context.turns_left < kTurnsForMistakes) return ActionSlip::none;
  const std::size_t made = context.steps.size() - deeds.malformed - deeds.noops;
  if (deeds.malformed == 0) return ActionSlip::code_fence;
  if (deeds.noops == 0 && made >= 3) return ActionSlip::noop;
  if (deeds.malformed == 1 && made >= 8) return ActionSlip::words_before;
  return ActionSlip::none;
}

std::string rule_of_complaint(const StepsContext& context) {
  if (context.complaints.empty()) return {};
  const std::string& complaint = context.complaints.front();
  if (complaint.find("code fence") != complaint.npos)
    return "The JSON stands alone, without a code fence: once more. ";
  if (complaint.find("text before it") != complaint.npos)
    return "Nothing stands before the JSON: once more. ";
  return words_about({}, complaint);
}

std::string json_of(const Said& said, const std::string& why) {
  JsonObject json;
  switch (said.kind) {
    case Said::Kind::click:
      json.text("action", "click");
      json.number("x", static_cast<long long>(std::lround(said.at.x)));
      json.number("y", static_cast<long long>(std::lround(said.at.y)));
      break;
    case Said::Kind::type: json.text("action", "type").text("text", said.text); break;
    case Said::Kind::noop: json.text("action", "noop"); break;
    case Said::Kind::done: json.text("action", "done"); break;
  }
  json.boolean("done", said.ends || said.kind == Said::Kind::done).text("why", why);
  return json.number("confidence", said.kind == Said::Kind::noop ? kUnsure : kSure).finish();
}
}  // namespace

bool asks_for_action(const SeenRequest& request) {
  return request.system.find(kForm) != request.system.npos && has_steps_context(request.texts);
}

Reply reply_with_action(const SeenRequest& request) {
  const StepsContext context = *read_steps_context(request.texts);
  const Deeds deeds = count_deeds(context);
  const bool is_canvas = !is_on_screen(request);
  Said said;
  if (is_canvas) {
    said = look_at_canvas(context);
  } else if (request.picture) {
    said = look_at_window(request, context, deeds);
  } else if (deeds.noops_in_a_row < kMaxNoops) {
    said.why = "I see nothing: I wait for a picture.";
  } else {
    said = {Said::Kind::done, {}, {}, true, "I see nothing, however often I look."};
  }
  const ActionSlip slip = choose_action_slip(context, deeds, said);
  if (slip == ActionSlip::noop)
    said = {Said::Kind::noop, {}, {}, false, "I am not sure what came of it: I look once more."};
  const std::string words = words_about(context.note) + rule_of_complaint(context);
  const std::string json = json_of(said, words + said.why);
  if (slip == ActionSlip::code_fence) return {"```json\n" + json + "\n```"};
  if (slip == ActionSlip::words_before) return {"My next action is this one:\n" + json};
  return {json};
}
}  // namespace franz::demo_vlm
