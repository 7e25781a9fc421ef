#include "proxy/demo_vlm/story_policy.h"
#include <algorithm>
#include "proxy/demo_vlm/describe.h"
#include "proxy/demo_vlm/rules.h"
#include "proxy/demo_vlm/screen/screen_policy.h"
#include "proxy/demo_vlm/screen/screen_replies.h"

namespace franz::demo_vlm {
namespace {
constexpr int kMaxExtraStars = 12;
constexpr int kStarRoom = 24;  // of 1000: black around a new star, so that it touches nothing

// What the next reply does.
struct StoryStep {
  std::size_t part;  // of the drawing; the number of parts: none of them
  std::vector<PlannedCall> calls;
  Mistake mistake = Mistake::none;
  std::string why;  // NEXT STEP
};

// The call of the plan that a failed one was meant to be: the one that begins most like it, with
// the tool's name put right.
std::string corrected(const FailedCall& failed, const Part& part) {
  const std::size_t open = failed.source.find('(');
  if (open == failed.source.npos) return {};
  const std::string meant =
      (failed.suggestion.empty() ? failed.source.substr(0, open) : failed.suggestion) +
      failed.source.substr(open);
  std::string best;
  std::size_t best_length = 0;
  for (const PlannedCall& call : part.calls) {
    const std::string text = to_text(call);
    const auto [end, other] = std::mismatch(text.begin(), text.end(), meant.begin(), meant.end());
    const auto length = static_cast<std::size_t>(end - text.begin());
    if (length <= best_length ||
        tool_of(call) != text.substr(0, std::min(length, text.find('(')))) {
      continue;
    }
    best = text;
    best_length = length;
  }
  return best;
}

// The calls of this part that the last reply wrote and that were not run: the line that failed and,
// where it ended the turn, all below it.
std::vector<std::string> calls_not_run(const Findings& findings, const Part& part) {
  const Feedback& feedback = findings.feedback;
  if (!feedback.failed || feedback.failed->line < 1) return {};
  std::vector<std::string> calls{corrected(*feedback.failed, part)};
  if (feedback.others_ran) return calls;
  for (auto i = static_cast<std::size_t>(feedback.failed->line); i < findings.memory.calls.size();
       ++i) {
    calls.push_back(findings.memory.calls[i]);
  }
  return calls;
}

PartSeen look_for_part(const Findings& findings, std::size_t index) {
  const Part& part = findings.drawing.parts[index];
  const Progress progress = findings.memory.parts[index];
  std::vector<std::string> not_run;
  if (progress == Progress::drawing) not_run = calls_not_run(findings, part);
  PartSeen seen;
  for (std::size_t i = 0; i < part.calls.size(); ++i) {
    const Sight sight = look_for(*findings.request.picture, part.calls[i]);
    // Below marks, the memory of having drawn it is believed until the marks are gone.
    const bool believed = sight == Sight::hidden && progress != Progress::to_do;
    const bool run =
        std::find(not_run.begin(), not_run.end(), to_text(part.calls[i])) == not_run.end();
    if (!run || (sight != Sight::there && !believed)) seen.missing.push_back(i);
  }
  seen.whole = !part.calls.empty() && seen.missing.empty();
  return seen;
}

// Remembered as drawn and still there; or, with no memory to go by, simply there.
bool is_done(const Findings& findings, std::size_t part) {
  if (!findings.memory.understood) return findings.parts[part].whole;
  return findings.memory.parts[part] != Progress::to_do && findings.parts[part].missing.empty();
}

// Halton's sequence in base `base`: places that keep apart from each other, 0 to 1.
double spread(int index, int base) {
  double fraction = 1, result = 0;
  for (; index > 0; index /= base) {
    fraction /= base;
    result += fraction * (index % base);
  }
  return result;
}

std::optional<PlanPoint> dark_place(const Picture& picture, int from) {
  for (int i = from; i < from + 80; ++i) {
    const PlanPoint place{30 + static_cast<int>(940 * spread(i, 2)),
                          40 + static_cast<int>(520 * spread(i, 3))};
    if (is_dark_around(picture, place, kStarRoom)) return place;
  }
  return std::nullopt;
}

StoryStep step_for_part(const Findings& findings, const std::vector<std::string>& rules,
                        std::size_t index) {
  const Part& part = findings.drawing.parts[index];
  const PartSeen& seen = findings.parts[index];
  const bool again = findings.memory.parts[index] != Progress::to_do;
  StoryStep step{index, {}, Mistake::none, part.plan};
  if (!again && findings.memory.understood) {
    step.calls = part.calls;
    if (!is_learnt(part.mistake, rules)) step.mistake = part.mistake;
    return step;
  }
  for (const std::size_t call : seen.missing) {
    // A text needs the click before it, even where its dot is there already.
    if (part.calls[call].kind == PlannedCall::Kind::type && call > 0 &&
        (step.calls.empty() || step.calls.back().kind != PlannedCall::Kind::left_click)) {
      step.calls.push_back(part.calls[call - 1]);
    }
    step.calls.push_back(part.calls[call]);
  }
  if (!again) return step;
  const bool failed = findings.memory.parts[index] == Progress::drawing && findings.feedback.failed;
  const std::string right = failed ? corrected(*findings.feedback.failed, part) : std::string();
  step.why = "I draw what is missing of this step again: " + part.name + ".";
  if (!right.empty()) {
    step.why = "I write the failed line as " + right +
               ", with what is missing around it: " + part.name + ".";
  }
  return step;
}

StoryStep choose_step(const Findings& findings, const std::vector<std::string>& rules) {
  const std::vector<Part>& plan = findings.drawing.parts;
  std::size_t next = 0;
  while (next < plan.size() && is_done(findings, next)) ++next;
  const std::size_t name = part_named(plan, "name");
  // Once, with the first part there and nothing clicked yet, the signature seems a good idea.
  if (next == 1 && findings.memory.parts[0] == Progress::drawing && !findings.feedback.failed &&
      !is_click_before_type_learnt(rules)) {
    return {name,
            {plan[name].calls.back()},
            Mistake::none,
            "Before I go on I sign the picture, so that nobody takes it for another's."};
  }
  if (next < plan.size()) return step_for_part(findings, rules, next);
  if (findings.memory.extra_stars < kMaxExtraStars) {
    const int star = findings.memory.extra_stars + 1;
    if (const auto place = dark_place(*findings.request.picture, star)) {
      return {plan.size(),
              {{PlannedCall::Kind::left_click, *place, *place, {}}},
              Mistake::none,
              "Everything is drawn. One more star, at a place in the sky that is still dark."};
    }
  }
  return {plan.size(), {}, Mistake::none, "Everything is drawn. I rest and look."};
}

std::vector<std::vector<std::string>> write_calls(const StoryStep& step) {
  std::vector<std::string> calls;
  for (const PlannedCall& call : step.calls) calls.push_back(to_text(call));
  if (calls.empty()) return {{kScreenshotCall}};
  const std::size_t middle = calls.size() / 2;
  switch (step.mistake) {
    case Mistake::none: break;
    case Mistake::out_of_range: {
      const PlannedCall& line = step.calls.front();
      calls.front() =
          to_text({line.kind, {line.from.x - 20, line.from.y}, {line.to.x + 20, line.to.y}, {}});
      break;
    }
    case Mistake::missing_argument:
      calls[middle].replace(calls[middle].rfind(", "), std::string::npos, ")");
      break;
    case Mistake::misspelt_tool: calls[middle].replace(0, calls[middle].find('('), "drg"); break;
    case Mistake::two_blocks: {
      const auto half = calls.begin() + static_cast<std::ptrdiff_t>(middle);
      return {{calls.begin(), half}, {half, calls.end()}};
    }
  }
  return {calls};
}

// The first tool that the calls need and the rules do not name; empty: none.
std::string unknown_planned_tool(const std::vector<PlannedCall>& calls,
                                 const std::vector<std::string>& rules) {
  for (const PlannedCall& call : calls) {
    if (help_of(tool_of(call), rules).empty()) return std::string(tool_of(call));
  }
  if (calls.empty() && help_of("screenshot", rules).empty()) return "screenshot";
  return {};
}

void fill_story(Story& story, const Findings& findings, const StoryStep& step) {
  Memory& memory = story.memory;
  const std::string unknown = unknown_planned_tool(step.calls, memory.rules);
  for (std::size_t i = 0; i < memory.parts.size(); ++i) {
    memory.parts[i] = is_done(findings, i) ? Progress::done : Progress::to_do;
  }
  story.next_step = step.why;
  if (unknown.empty()) {
    story.blocks = write_calls(step);
    if (step.part < memory.parts.size()) {
      memory.parts[step.part] = Progress::drawing;
    } else {
      memory.extra_stars += static_cast<int>(step.calls.size());
    }
  } else if (findings.feedback.help.empty()) {
    // The list of tools comes with the complaint about a reply without a block.
    story.next_step = "I know no tool called " + unknown +
                      ". I write no calls, so that the feedback tells me my tools.";
  } else {
    story.next_step = "The list has no " + unknown + ", so I cannot draw this. I wait and look.";
    if (!help_of("screenshot", memory.rules).empty()) story.blocks = {{kScreenshotCall}};
  }
}
}  // namespace

Reply reply_with_story(const SeenRequest& request, const StoryForm& form) {
  if (is_on_screen(request)) return reply_with_screen_story(request, form);
  const Drawing& drawing = drawing_for(request.system);
  const Memory memory = form.read_memory(request, drawing);
  const Feedback feedback = form.read_feedback(request, memory);
  Findings findings{request, drawing, memory, feedback, {}, {}};
  if (request.picture) {
    findings.ink = look_at_ink(*request.picture);
    for (std::size_t i = 0; i < drawing.parts.size(); ++i) {
      findings.parts.push_back(look_for_part(findings, i));
    }
  }
  Story story;
  story.memory = memory;
  story.memory.rules = learn(memory.rules, feedback, findings.ink.marks);
  story.seen = describe(findings);
  if (request.picture) {
    StoryStep step = choose_step(findings, story.memory.rules);
    // The rest is missing from the next picture, and drawn then.
    if (step.calls.size() > form.max_calls) step.calls.resize(form.max_calls);
    fill_story(story, findings, step);
  } else {
    // Drawing blind would spoil the picture: the progress stays as it was until it can be checked.
    story.next_step = "I cannot draw without seeing. I ask for a picture.";
    if (!help_of("screenshot", story.memory.rules).empty()) story.blocks = {{kScreenshotCall}};
  }
  return {form.write(story, drawing)};
}
}  // namespace franz::demo_vlm
