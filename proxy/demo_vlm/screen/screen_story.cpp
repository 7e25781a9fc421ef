#include "proxy/demo_vlm/screen/screen_story.h"
#include <cmath>
#include "common/tools/call.h"
#include "proxy/demo_vlm/describe.h"
#include "proxy/demo_vlm/lessons.h"
#include "proxy/demo_vlm/screen/screen_policy.h"

namespace franz::demo_vlm {
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
}  // namespace franz::demo_vlm
