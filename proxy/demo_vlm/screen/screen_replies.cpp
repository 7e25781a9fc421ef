#include "proxy/demo_vlm/screen/screen_replies.h"
#include <algorithm>
#include <cmath>
#include "common/base/json.h"
#include "common/tools/call.h"
#include "proxy/demo_vlm/describe.h"
#include "proxy/demo_vlm/rules.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
// ---- by its last reply

namespace {
// A drawing that nothing belongs to: the story's own parts are those of the form.
const Drawing& no_drawing() {
  static const Drawing none{"screen", {}, {}, {}, {}, {}};
  return none;
}

std::string call_text(const ScreenAction& action, Size picture) {
  Call call;
  if (action.kind == ScreenAction::Kind::type) {
    call = {ToolId::type, {action.text}};
  } else {
    const PlanPoint at = thousandths(action.at, picture);
    call = {
        ToolId::left_click,
        {number_argument(static_cast<double>(at.x)), number_argument(static_cast<double>(at.y))}};
  }
  return canonical_text(call);
}

// The first call whose tool is not in the rules; empty: they have them all.
std::string unknown_called_tool(const std::vector<std::string>& calls,
                                const std::vector<std::string>& rules) {
  for (const std::string& call : calls) {
    std::string tool = call.substr(0, call.find('('));
    if (help_of(tool, rules).empty()) return tool;
  }
  return {};
}
}  // namespace

Reply reply_with_screen_story(const SeenRequest& request, const StoryForm& form) {
  const Memory memory = form.read_memory(request, no_drawing());
  const Feedback feedback = form.read_feedback(request, memory);
  Story story;
  story.memory.understood = true;
  story.memory.rules = learn(memory.rules, feedback, false);
  if (!feedback.note.empty())
    story.seen = "The operator says: \"" + feedback.note + "\" I take note of it.\n";
  std::vector<std::string> calls;
  if (request.picture) {
    const ScreenSeen seen = look_at_screen(*request.picture);
    const ScreenPlan plan =
        plan_on_screen(seen, objective_in(request.system), read_screen_past(request.story));
    story.seen += plan.seen;
    story.next_step = plan.next;
    story.checklist = plan.progress;
    for (const ScreenAction& action : plan.actions)
      if (calls.size() < form.max_calls) calls.push_back(call_text(action, seen.picture));
  } else {
    story.seen += request.picture_problem.empty()
                      ? "I see nothing: there is no picture in this request."
                      : "I see nothing: the picture " + request.picture_problem + ".";
    story.next_step = "I cannot act without seeing. I ask for a picture.";
    story.checklist = "[ ] nothing seen";
  }
  if (const std::string told = feedback_sentences(feedback); !told.empty())
    story.seen += "\n" + told.substr(0, told.size() - 1);
  if (calls.empty()) calls.emplace_back(kScreenshotCall);
  const std::string unknown = unknown_called_tool(calls, story.memory.rules);
  if (unknown.empty()) {
    story.blocks = {calls};
  } else if (feedback.help.empty()) {
    story.next_step = "I know no tool called " + unknown +
                      ". I write no calls, so that the feedback tells me my tools.";
  } else {
    story.next_step = "The list has no " + unknown + ", so I cannot do this. I wait and look.";
    if (!help_of("screenshot", story.memory.rules).empty()) story.blocks = {{kScreenshotCall}};
  }
  return {form.write(story, no_drawing())};
}

// ---- by the list of its steps

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

}  // namespace

Reply reply_with_screen_steps(const SeenRequest& request, const StepsContext& context) {
  std::string steps;
  std::optional<std::string> done;
  const std::string words =
      words_about(context.note, context.complaints.empty() ? "" : context.complaints.front());
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

// ---- by the conversation

namespace {
bool is_made(const Deed& deed) { return deed.outcome != Deed::Outcome::failed; }

// What it said before the newest picture.
std::string said_in(const SeenRequest& request) {
  std::string said;
  const std::vector<Exchange>& exchanges = request.conversation.exchanges;
  for (std::size_t i = 0; i < std::min(request.conversation.seen_at, exchanges.size()); ++i)
    said += exchanges[i].text + "\n";
  return said;
}

bool was_done(const ScreenAction& action, const OwnCalls& own, Size picture) {
  return std::ranges::any_of(own.past.deeds, [&](const Deed& deed) {
    const bool is_type = action.kind == ScreenAction::Kind::type;
    return is_made(deed) && deed.reply >= own.past.seen_at &&
           is_type == (deed.stroke.kind == PlannedCall::Kind::type) &&
           deed.stroke.to == thousandths(action.at, picture);
  });
}
}  // namespace

ScreenTurn screen_turn(const SeenRequest& request, const OwnCalls& own) {
  ScreenTurn turn;
  if (!request.picture) {
    turn.look = true;
    turn.plan.seen = "I have no picture to look at.";
    return turn;
  }
  const ScreenSeen seen = look_at_screen(*request.picture);
  turn.plan = plan_on_screen(seen, request.conversation.task, read_screen_past(said_in(request)));
  for (const ScreenAction& action : turn.plan.actions)
    if (!turn.action && !was_done(action, own, seen.picture)) turn.action = action;
  const bool has_acted = std::ranges::any_of(own.past.deeds, [&](const Deed& deed) {
    return is_made(deed) && deed.reply >= own.past.seen_at;
  });
  // An old picture only shows what is left of the actions that were planned by it.
  turn.look = !turn.action && (has_acted || turn.plan.state != ScreenPlan::State::done);
  return turn;
}
}  // namespace franz::demo_vlm
