#include <algorithm>
#include <array>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/step_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxSteps = 4;  // of a reply
constexpr std::string_view kMisspelt = "clik";
constexpr std::string_view kNotDone = "It is not done yet.";  // shows that `done` was false

// ---- mistakes

// In the order in which they are made, spread over the drawing.
enum class StepsSlip {
  done_false,
  code_fence,
  misspelt_tool,
  five_steps,
  prose,
  trailing_comma,
  place_with_unit,
  no_justification,
  none,
};
constexpr std::size_t kStepsSlips = static_cast<std::size_t>(StepsSlip::none);

// Those that cost a step, or nothing; the others cost the whole reply, since none is performed.
bool costs_reply(StepsSlip slip) {
  return slip != StepsSlip::done_false && slip != StepsSlip::misspelt_tool;
}

// What the request says and what follows from it.
struct Situation {
  StepsContext context;
  const Drawing& drawing;
  OwnSteps own;
  Prospect prospect;
  std::vector<PlannedStep> steps;  // all that are still to be made
};

std::size_t replies_for(std::size_t steps) { return (steps + kMaxSteps - 1) / kMaxSteps; }

bool was_steps_slip_made(const Situation& now, StepsSlip slip) {
  const std::vector<ToldStep>& told = now.context.steps;
  if (slip == StepsSlip::done_false)
    return std::ranges::any_of(
        told, [](const ToldStep& step) { return step.why.find(kNotDone) != step.why.npos; });
  if (slip == StepsSlip::misspelt_tool)
    return std::ranges::find(told, kMisspelt, &ToldStep::tool) != told.end();
  // Replies that come to nothing leave a gap in the list: so many of those slips were made.
  std::size_t before = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(slip); ++i)
    before += costs_reply(static_cast<StepsSlip>(i)) ? 1 : 0;
  return before < now.own.lost_replies;
}

// The last of the replies that are left may not be performed any more.
bool is_affordable(const Situation& now, StepsSlip slip) {
  if (!now.context.turns_left) return true;
  const auto left = static_cast<std::size_t>(std::max(0, *now.context.turns_left));
  const std::size_t steps = now.steps.size();
  if (slip == StepsSlip::done_false) return left > 1;
  return left > (costs_reply(slip) ? replies_for(steps) + 1 : replies_for(steps + 1));
}

StepsSlip choose_steps_slip(const Situation& now) {
  const bool is_mending = !now.context.complaints.empty();
  if (is_mending || now.context.left_out || now.steps.empty()) return StepsSlip::none;
  const std::size_t all = now.prospect.drawn + now.prospect.to_do.size();
  for (std::size_t i = 0; i < kStepsSlips; ++i) {
    // Earlier than evenly: a right reply is between any two of them.
    if (now.prospect.drawn < i * all / (kStepsSlips + 3)) break;
    const auto slip = static_cast<StepsSlip>(i);
    const bool is_possible = slip != StepsSlip::five_steps || now.steps.size() > kMaxSteps;
    if (is_possible && !was_steps_slip_made(now, slip) && is_affordable(now, slip)) return slip;
  }
  return StepsSlip::none;
}

// ---- words

void add_sentence(std::string& text, const std::string& sentence) {
  if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
}

std::string reason(const Situation& now, std::size_t index) {
  const PlannedStep& step = now.steps[index];
  const Prospect::Stroke& stroke = now.prospect.to_do[step.stroke];
  const Part& part = now.drawing.parts[stroke.part];
  const bool begins_stroke = index == 0 || now.steps[index - 1].stroke != step.stroke;
  return (!stroke.is_new                                       ? "Once more: " + part.name + "."
          : stroke.call == part.calls.front() && begins_stroke ? part.plan
          : step.kind == PlannedStep::Kind::move               ? "To where the next line begins."
                                                               : "Draw " + part.seen + ".") +
         " " + stroke_name(stroke.number, strokes_of(now.drawing).size());
}

// ---- JSON

std::string step_json(std::string_view tool, const std::string& arguments,
                      const std::optional<std::string>& why) {
  JsonObject json;
  json.text("tool", tool).raw("args", arguments);
  if (why) json.text("human_readable_justification", *why);
  return json.finish();
}

std::string mouse_json(Point at, std::string_view action, std::string_view unit = "") {
  JsonObject json;
  if (unit.empty())
    json.number("x", static_cast<long long>(at.x));
  else
    json.text("x", std::to_string(at.x) + std::string(unit));
  return json.number("y", static_cast<long long>(at.y)).text("action", action).finish();
}

std::string plan_json(const std::string& steps, const std::optional<std::string>& done) {
  return JsonObject().raw("steps", steps).text_or_null("done", done).finish();
}

// The next steps, with the slip.
std::string steps_json(const Situation& now, StepsSlip slip, const std::string& words) {
  constexpr std::array<std::string_view, 3> kMouseActions{"move", "drag", "click"};
  const std::size_t most = kMaxSteps + (slip == StepsSlip::five_steps ? 1 : 0);
  const std::size_t count = std::min(now.steps.size(), most);
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) {
    const PlannedStep& step = now.steps[i];
    const bool first = i == 0, last = i + 1 == count;
    std::optional<std::string> why = first ? words : "";
    add_sentence(*why, reason(now, i));
    if (slip == StepsSlip::no_justification && last) why.reset();
    list += (first ? "" : ",\n ") +
            step_json(slip == StepsSlip::misspelt_tool && last ? kMisspelt : "mouse",
                      mouse_json(pixel_of(step.at, now.context.picture),
                                 kMouseActions[static_cast<std::size_t>(step.kind)],
                                 slip == StepsSlip::place_with_unit && first ? "px" : ""),
                      why);
  }
  return list + (slip == StepsSlip::trailing_comma ? ",]" : "]");
}

// ---- on a real screen: places are pixels of the picture

std::string action_json(const ScreenAction& action, const std::string& why) {
  if (action.kind == ScreenAction::Kind::type)
    return step_json("write", JsonObject().text("text", action.text).finish(), why);
  return step_json("mouse", mouse_json(action.pixel, "click"), why);
}

// Nothing is done by it, and a reply without a step would be taken for a mistake.
std::string waiting_json(const SeenRequest& request, Size picture, const std::string& why) {
  if (request.system.find("sleep(") != request.system.npos)
    return step_json("sleep", JsonObject().number("secs", 1LL).finish(), why);
  return step_json("mouse", mouse_json({picture.width - 1, picture.height - 1}, "move"), why);
}

std::string screen_steps(const SeenRequest& request, const StepsContext& context) {
  const ScreenPlan plan = plan_for(request, context.objective, said_in(context));
  const std::string why =
      words_about(context.note, context.complaints.empty() ? "" : context.complaints.front()) +
      plan.seen + " " + plan.next;
  if (plan.state == ScreenPlan::State::done) return plan_json("[]", why);
  std::string steps;
  for (const ScreenAction& action : plan.actions)
    steps += steps.empty() ? action_json(action, why)
                           : ",\n " + action_json(action, "In " + action.label + ".");
  if (steps.empty()) steps = waiting_json(request, context.picture, why);
  return plan_json("[" + steps + "]", std::nullopt);
}

Situation look(const SeenRequest& request, StepsContext context) {
  const Drawing& drawing = drawing_in_few_steps(context.objective);
  OwnSteps own = read_own_steps(context, drawing);
  Prospect prospect = look_at_steps(drawing, own, request.picture ? &*request.picture : nullptr);
  // Places are pixels of the picture; of one without a size there are none.
  if (context.picture.width < 1 || context.picture.height < 1) prospect.to_do.clear();
  std::vector<PlannedStep> steps = planned_steps(prospect, own.pointer);
  return {std::move(context), drawing, std::move(own), std::move(prospect), std::move(steps)};
}
}  // namespace

bool asks_for_steps(const SeenRequest& request) {
  return read_steps_context(request.texts).has_value();
}

Reply reply_with_steps(const SeenRequest& request) {
  StepsContext context = *read_steps_context(request.texts);
  if (is_on_screen(request)) return {screen_steps(request, context)};
  const Situation now = look(request, std::move(context));
  const StepsSlip slip = choose_steps_slip(now);
  std::string words(trimmed(words_about(now.context.note)));
  add_sentence(words, rule_of_complaints(now.context.complaints));
  if (slip == StepsSlip::done_false) add_sentence(words, std::string(kNotDone));
  std::optional<std::string> done;
  // In the last reply there is no other one to say it in.
  const bool is_last = now.context.turns_left == 1 && now.steps.size() <= kMaxSteps;
  if (now.steps.empty() || is_last) {
    done = now.steps.empty() ? words : "";
    add_sentence(*done, result_text(now.drawing, now.prospect.drawn + now.prospect.to_do.size(),
                                    now.prospect, request.picture && now.prospect.to_do.empty()));
  }
  std::string json = plan_json(steps_json(now, slip, words), done);
  if (slip == StepsSlip::done_false) json.replace(json.rfind("null"), 4, "false");
  if (slip == StepsSlip::code_fence) return {"```json\n" + json + "\n```"};
  if (slip == StepsSlip::prose) return {"Here are my next steps:\n" + json};
  return {json};
}
}  // namespace franz::demo_vlm
