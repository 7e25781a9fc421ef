#include <algorithm>
#include <array>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/screen/screen_replies.h"
#include "proxy/demo_vlm/step_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxSteps = 4;  // of a reply
constexpr std::string_view kMisspelt = "clik";
constexpr std::string_view kNotDone = "It is not done yet.";  // shows that `done` was false

// ---- mistakes

enum class StepsSlip {
  none,
  done_false,
  code_fence,
  misspelt_tool,
  prose,
  trailing_comma,
  place_with_unit,
  five_steps,
  no_justification,
};

// What it takes: nothing, a step of the reply, or all of them, since none is performed.
enum class Cost { nothing, step, reply };

struct StepsSlipRow {
  StepsSlip slip;
  Cost cost;
};

// In the order in which they are made, spread over the drawing.
constexpr std::array kStepsSlips{
    StepsSlipRow{StepsSlip::done_false, Cost::nothing},
    StepsSlipRow{StepsSlip::code_fence, Cost::reply},
    StepsSlipRow{StepsSlip::misspelt_tool, Cost::step},
    StepsSlipRow{StepsSlip::five_steps, Cost::reply},
    StepsSlipRow{StepsSlip::prose, Cost::reply},
    StepsSlipRow{StepsSlip::trailing_comma, Cost::reply},
    StepsSlipRow{StepsSlip::place_with_unit, Cost::reply},
    StepsSlipRow{StepsSlip::no_justification, Cost::reply},
};

// What the request says and what follows from it.
struct Situation {
  StepsContext context;
  const Drawing& drawing;
  OwnSteps own;
  Prospect prospect;
  std::vector<PlannedStep> steps;  // all that are still to be made
};

std::size_t replies_for(std::size_t steps) { return (steps + kMaxSteps - 1) / kMaxSteps; }

// Replies that come to nothing leave a gap in the list: so many of those slips were made.
bool was_steps_slip_made(const Situation& now, std::size_t row) {
  const std::vector<ToldStep>& told = now.context.steps;
  if (kStepsSlips[row].slip == StepsSlip::done_false)
    return std::ranges::any_of(
        told, [](const ToldStep& step) { return step.why.find(kNotDone) != step.why.npos; });
  if (kStepsSlips[row].slip == StepsSlip::misspelt_tool)
    return std::ranges::find(told, kMisspelt, &ToldStep::tool) != told.end();
  const auto before =
      std::count_if(kStepsSlips.begin(), kStepsSlips.begin() + static_cast<std::ptrdiff_t>(row),
                    [](const StepsSlipRow& each) { return each.cost == Cost::reply; });
  return static_cast<std::size_t>(before) < now.own.lost_replies;
}

// The last of the replies that are left may not be performed any more.
bool is_affordable(const Situation& now, Cost cost) {
  if (!now.context.turns_left) return true;
  const auto left = static_cast<std::size_t>(std::max(0, *now.context.turns_left));
  const std::size_t steps = now.steps.size();
  switch (cost) {
    case Cost::nothing: return left > 1;
    case Cost::step: return left > replies_for(steps + 1);
    case Cost::reply: return left > replies_for(steps) + 1;
  }
  return false;
}

bool is_possible(const Situation& now, StepsSlip slip) {
  if (slip == StepsSlip::five_steps) return now.steps.size() > kMaxSteps;
  // A line would begin in another place without the move or the line in front of it: only the last
  // step can be left out.
  const std::size_t last = std::min(now.steps.size(), kMaxSteps) - 1;
  return slip != StepsSlip::misspelt_tool || now.steps[last].kind != PlannedStep::Kind::write;
}

StepsSlip choose_steps_slip(const Situation& now) {
  const bool is_mending = !now.context.complaints.empty();
  if (is_mending || now.context.left_out || now.steps.empty()) return StepsSlip::none;
  const std::size_t all = now.prospect.drawn + now.prospect.to_do.size();
  for (std::size_t i = 0; i < kStepsSlips.size(); ++i) {
    // Earlier than evenly: a right reply is between any two of them.
    if (now.prospect.drawn < i * all / (kStepsSlips.size() + 3)) break;
    const StepsSlipRow& row = kStepsSlips[i];
    if (!was_steps_slip_made(now, i) && is_affordable(now, row.cost) && is_possible(now, row.slip))
      return row.slip;
  }
  return StepsSlip::none;
}

// ---- words

// What the complaints about the last reply teach; empty: there are none.
std::string rule_of_complaints(const std::vector<std::string>& complaints) {
  if (complaints.empty()) return {};
  const struct {
    std::string_view part, words;
  } rules[] = {
      {"code fence", "The JSON stands alone, without a code fence: once more."},
      {"text before it", "Nothing stands before the JSON: once more."},
      {"comma before", "No comma stands behind the last step: once more."},
      {"px\"", "Places are plain numbers, without a unit: once more."},
      {"at most 4", "Four steps are the most: once more."},
      {"there is no tool", "There is no such tool, it is called mouse: once more."},
      {"human_readable_justification", "Each step needs its justification: once more."},
      {"done:", "While there is something to do, done is null."},
  };
  for (const std::string& complaint : complaints)
    for (const auto& each : rules)
      if (complaint.find(each.part) != complaint.npos) return std::string(each.words);
  return words_about({}, complaints.front()) + "Once more.";
}

void add_sentence(std::string& text, const std::string& sentence) {
  if (!sentence.empty()) text += (text.empty() ? "" : " ") + sentence;
}

std::string reason(const Situation& now, std::size_t index) {
  const PlannedStep& step = now.steps[index];
  const Prospect::Stroke& stroke = now.prospect.to_do[step.stroke];
  const Part& part = now.drawing.parts[stroke.part];
  std::size_t before = 0, all = 0;  // strokes in the parts before and in all
  for (const Part& each : now.drawing.parts) {
    if (&each == &part) before = all;
    all += each.calls.size();
  }
  const auto number =
      static_cast<std::size_t>(std::ranges::find(part.calls, stroke.call) - part.calls.begin()) + 1;
  const bool begins_stroke = index == 0 || now.steps[index - 1].stroke != step.stroke;
  return (!stroke.is_new                         ? "Once more: " + part.name + "."
          : number == 1 && begins_stroke         ? part.plan
          : step.kind == PlannedStep::Kind::move ? "To where the next line begins."
                                                 : "Draw " + part.seen + ".") +
         " " + stroke_name(before + number, all);
}

// ---- JSON

std::string_view action_of(PlannedStep::Kind kind) {
  switch (kind) {
    case PlannedStep::Kind::move: return "move";
    case PlannedStep::Kind::drag: return "drag";
    case PlannedStep::Kind::click:
    case PlannedStep::Kind::write: break;
  }
  return "click";
}

std::string arguments(const PlannedStep& step, Size picture, std::string_view unit) {
  if (step.kind == PlannedStep::Kind::write) return JsonObject().text("text", step.text).finish();
  const Pixel at = pixel_of(step.at, picture);
  JsonObject json;
  if (unit.empty()) {
    json.number("x", static_cast<long long>(at.x));
  } else {
    json.text("x", std::to_string(at.x) + std::string(unit));
  }
  json.number("y", static_cast<long long>(at.y)).text("action", action_of(step.kind));
  return json.finish();
}

// The next steps, with the slip.
std::string steps_json(const Situation& now, StepsSlip slip, const std::string& words) {
  const std::size_t most = kMaxSteps + (slip == StepsSlip::five_steps ? 1 : 0);
  const std::size_t count = std::min(now.steps.size(), most);
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) {
    const PlannedStep& step = now.steps[i];
    const bool first = i == 0, last = i + 1 == count;
    const bool writes = step.kind == PlannedStep::Kind::write;
    std::string why = first ? words : "";
    add_sentence(why, reason(now, i));
    const std::string_view unit = slip == StepsSlip::place_with_unit && first ? "px" : "";
    JsonObject json;
    json.text("tool", slip == StepsSlip::misspelt_tool && last ? kMisspelt
                      : writes                                 ? "write"
                                                               : "mouse");
    json.raw("args", arguments(step, now.context.picture, unit));
    if (slip != StepsSlip::no_justification || !last)
      json.text("human_readable_justification", why);
    list += (first ? "" : ",\n ") + json.finish();
  }
  return list + (slip == StepsSlip::trailing_comma ? ",]" : "]");
}

std::string steps_reply(const std::string& json, StepsSlip slip) {
  if (slip == StepsSlip::code_fence) return "```json\n" + json + "\n```";
  return slip == StepsSlip::prose ? "Here are my next steps:\n" + json : json;
}

Situation look(const SeenRequest& request) {
  StepsContext context = *read_steps_context(request.texts);
  const Drawing& drawing = drawing_in_few_steps(context.objective);
  OwnSteps own = read_own_steps(context, drawing);
  Prospect prospect = look_at_steps(drawing, own, request.picture ? &*request.picture : nullptr);
  // Places are pixels of the picture; of one without a size there are none.
  if (context.picture.width < 1 || context.picture.height < 1) prospect.to_do.clear();
  std::vector<PlannedStep> steps = planned_steps(prospect, own.pointer);
  return {std::move(context), drawing, std::move(own), std::move(prospect), std::move(steps)};
}
}  // namespace

bool asks_for_steps(const SeenRequest& request) { return has_steps_context(request.texts); }

Reply reply_with_steps(const SeenRequest& request) {
  if (is_on_screen(request))
    return reply_with_screen_steps(request, *read_steps_context(request.texts));
  const Situation now = look(request);
  const StepsSlip slip = choose_steps_slip(now);
  std::string words(trimmed(words_about(now.context.note)));
  add_sentence(words, rule_of_complaints(now.context.complaints));
  if (slip == StepsSlip::done_false) add_sentence(words, std::string(kNotDone));
  // In the last reply there is no other one to say it in.
  const bool is_last = now.context.turns_left == 1 && now.steps.size() <= kMaxSteps;
  JsonObject json;
  json.raw("steps", steps_json(now, slip, words));
  if (now.steps.empty() || is_last) {
    std::string told = now.steps.empty() ? words : "";
    add_sentence(told, result_text(now.drawing, now.prospect.drawn + now.prospect.to_do.size(),
                                   now.prospect, request.picture && now.prospect.to_do.empty()));
    json.text("done", told);
  } else if (slip == StepsSlip::done_false) {
    json.boolean("done", false);
  } else {
    json.null("done");
  }
  return {steps_reply(std::move(json).finish(), slip)};
}
}  // namespace franz::demo_vlm
