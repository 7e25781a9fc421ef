#include "proxy/demo_vlm/screen/screen_steps.h"
#include <cmath>
#include "common/base/json.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
std::string step_json(std::string_view tool, const std::string& arguments, const std::string& why) {
  return JsonObject()
      .text("tool", tool)
      .raw("args", arguments)
      .text("human_readable_justification", why)
      .finish();
}

std::string mouse_json(const ScreenPlace& at, std::string_view action) {
  return JsonObject()
      .number("x", static_cast<long long>(std::lround(at.x)))
      .number("y", static_cast<long long>(std::lround(at.y)))
      .text("action", action)
      .finish();
}

std::string action_json(const ScreenAction& action, const std::string& why) {
  if (action.kind == ScreenAction::Kind::type)
    return step_json("write", JsonObject().text("text", action.text).finish(), why);
  return step_json("mouse", mouse_json(action.at, "click"), why);
}

// Nothing is done by it, and a reply without a step would be taken for a mistake.
std::string waiting_json(const SeenRequest& request, const ScreenSeen& seen,
                         const std::string& why) {
  if (request.system.find("sleep(") != request.system.npos)
    return step_json("sleep", JsonObject().number("secs", 1LL).finish(), why);
  const ScreenPlace corner{seen.picture.width - 1.0, seen.picture.height - 1.0};
  return step_json("mouse", mouse_json(corner, "move"), why);
}

std::string words_in_answer(const StepsContext& context) {
  std::string words;
  if (!context.note.empty())
    words = "The operator says: \"" + one_line(context.note, kMaxRepeated) + "\" Noted. ";
  if (!context.complaints.empty())
    words += "I was told: \"" + one_line(context.complaints.front(), kMaxRepeated) + "\" ";
  return words;
}
}  // namespace

Reply reply_with_screen_steps(const SeenRequest& request, const StepsContext& context) {
  std::string steps;
  std::optional<std::string> done;
  const std::string words = words_in_answer(context);
  if (!request.picture) {
    const std::string why = words + "I see nothing: I wait for a picture.";
    steps = waiting_json(request, {context.picture, {}, {}}, why);
  } else {
    const ScreenSeen seen = look_at_screen(*request.picture);
    const ScreenPlan plan =
        plan_on_screen(seen, context.objective, read_screen_past(said_in(context)));
    const std::string why = words + plan.seen + " " + plan.next;
    switch (plan.state) {
      case ScreenPlan::State::done: done = why; break;
      case ScreenPlan::State::wait: steps = waiting_json(request, seen, why); break;
      case ScreenPlan::State::act:
        for (const ScreenAction& action : plan.actions)
          steps += steps.empty() ? action_json(action, why)
                                 : ",\n " + action_json(action, "In " + action.label + ".");
        break;
    }
  }
  JsonObject json;
  json.raw("steps", "[" + steps + "]");
  if (done) {
    json.text("done", *done);
  } else {
    json.null("done");
  }
  return {std::move(json).finish()};
}
}  // namespace franz::demo_vlm
