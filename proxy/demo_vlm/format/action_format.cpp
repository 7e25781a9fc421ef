#include <algorithm>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/step_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kForm = "\"action\":";  // of a reply, as the prompt shows it
constexpr std::string_view kTypeHelp = "  type(";  // in the prompt where texts may be typed
constexpr std::size_t kMaxDots = 18;               // of a drawing
constexpr std::size_t kMaxNoops = 2;               // in a row: with a third, runs end
constexpr int kTurnsForMistakes = 4;               // that are left, at least

struct Said {
  std::string_view action;  // "click", "type", "noop", "done"
  Point at = {};            // click
  std::string text = {};    // type
  bool ends = false;        // "done": true
  std::string why;
};

// What it did.
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

// ---- in a window

// The place of the last click, if nothing was typed since.
std::optional<Point> focus_in(const StepsContext& context) {
  std::optional<Point> focus;
  for (const ToldStep& step : context.steps) {
    if (!was_performed(step)) continue;
    if (step.tool == "type") focus.reset();
    if (step.tool != "click") continue;
    Result<MessageFields> read = MessageFields::parse(step.arguments);
    if (!read.ok()) continue;
    const auto x = read.value().integer("/x", 0, kLargestPlace);
    const auto y = read.value().integer("/y", 0, kLargestPlace);
    if (read.value().failure().empty()) focus = Point{static_cast<int>(x), static_cast<int>(y)};
  }
  return focus;
}

Said look_at_window(const SeenRequest& request, const StepsContext& context,
                    std::size_t noops_in_a_row) {
  const bool types = request.system.find(kTypeHelp) != request.system.npos;
  const ScreenPlan plan = plan_for(request, context.objective, said_in(context), types);
  const std::string why = plan.seen + " " + plan.next;
  if (plan.state == ScreenPlan::State::done) return {"done", {}, {}, true, why};
  if (plan.state == ScreenPlan::State::wait) {
    if (noops_in_a_row < kMaxNoops) return {"noop", {}, {}, false, why};
    if (!request.picture) return {"done", {}, {}, true, "I see nothing, however often I look."};
    return {"done",
            {},
            {},
            true,
            plan.seen + " I have looked " + count_text(noops_in_a_row, "time") +
                " and see nothing more to do."};
  }
  // The first of the plan's actions that has not been done: a text needs the click in front of it.
  const ScreenAction& first = plan.actions.front();
  if (plan.actions.size() < 2 || plan.actions[1].kind != ScreenAction::Kind::type)
    // With the button that confirms, everything is done.
    return {"click", first.pixel, {}, first.label == kConfirmingButton, why};
  if (focus_in(context) == first.pixel) return {"type", {}, plan.actions[1].text, false, why};
  return {"click", first.pixel, {}, false, why.substr(0, why.rfind(", and type ")) + "."};
}

// ---- on a canvas

// The corners of the drawing in its order, or as many of them, evenly spread, as there are clicks.
Drawing dots_of(const Drawing& drawing) {
  std::vector<PlannedCall> all, some;
  for (const PlannedCall& call : strokes_of(drawing))
    for (const PlanPoint& corner : {call.from, call.to})
      if (std::ranges::find(all, corner, &PlannedCall::from) == all.end())
        all.push_back({PlannedCall::Kind::left_click, corner, corner, {}});
  const std::size_t count = std::min(all.size(), kMaxDots);
  for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return {drawing.name, {}, {{"dots", {}, {}, Mistake::none, some}}, {}, {}, {}};
}

Said look_at_canvas(const StepsContext& context) {
  const Drawing dots = dots_of(drawing_in_few_steps(context.objective));
  const Prospect prospect = look_ahead(dots, read_own_steps(context, dots).past, {.look = false});
  // Places are pixels of the picture; of one without a size there are none.
  const bool has_places = context.picture.width > 0 && context.picture.height > 0;
  if (has_places && !prospect.to_do.empty()) {
    const Prospect::Stroke& next = prospect.to_do.front();
    return {"click",
            pixel_of(next.call.from, context.picture),
            {},
            false,
            "I can only click here, so the " + dots.name + " is made of dots. " +
                stroke_name(next.number, dots.parts.front().calls.size())};
  }
  return {"done",
          {},
          {},
          true,
          prospect.drawn == 0
              ? "I could set no dot."
              : "The " + dots.name + " is finished, as far as clicks can draw it: " +
                    count_text(prospect.drawn, "dot") + " at its corners."};
}

// ---- mistakes

enum class ActionSlip { none, code_fence, words_before, noop };

// At most one thing that is wrong in a row, and only where turns are left to correct it.
ActionSlip choose_action_slip(const StepsContext& context, const Deeds& deeds, const Said& said) {
  const bool is_action = said.action == "click" || said.action == "type";
  const bool is_mending = !context.complaints.empty();
  if (!is_action || is_mending || context.left_out) return ActionSlip::none;
  if (context.turns_left && *context.turns_left < kTurnsForMistakes) return ActionSlip::none;
  const std::size_t made = context.steps.size() - deeds.malformed - deeds.noops;
  if (deeds.malformed == 0) return ActionSlip::code_fence;
  if (deeds.noops == 0 && made >= 3) return ActionSlip::noop;
  if (deeds.malformed == 1 && made >= 8) return ActionSlip::words_before;
  return ActionSlip::none;
}
}  // namespace

bool asks_for_action(const SeenRequest& request) {
  return request.system.find(kForm) != request.system.npos && asks_for_steps(request);
}

Reply reply_with_action(const SeenRequest& request) {
  const StepsContext context = *read_steps_context(request.texts);
  const Deeds deeds = count_deeds(context);
  Said said = is_on_screen(request) ? look_at_window(request, context, deeds.noops_in_a_row)
                                    : look_at_canvas(context);
  const ActionSlip slip = choose_action_slip(context, deeds, said);
  if (slip == ActionSlip::noop)
    said = {"noop", {}, {}, false, "I am not sure what came of it: I look once more."};
  std::string why = words_about(context.note);
  if (const std::string rule = rule_of_complaints(context.complaints); !rule.empty())
    why += rule + " ";
  JsonObject json;
  json.text("action", said.action);
  if (said.action == "click")
    json.number("x", static_cast<long long>(said.at.x))
        .number("y", static_cast<long long>(said.at.y));
  if (said.action == "type") json.text("text", said.text);
  json.boolean("done", said.ends).text("why", why + said.why);
  const std::string text = json.number("confidence", said.action == "noop" ? 0.5 : 0.9).finish();
  if (slip == ActionSlip::code_fence) return {"```json\n" + text + "\n```"};
  if (slip == ActionSlip::words_before) return {"My next action is this one:\n" + text};
  return {text};
}
}  // namespace franz::demo_vlm
