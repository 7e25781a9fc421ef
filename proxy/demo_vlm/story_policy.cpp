#include "proxy/demo_vlm/story_policy.h"
#include <algorithm>
#include <cmath>
#include "proxy/demo_vlm/screen/screen_policy.h"

namespace franz::demo_vlm {
namespace {
constexpr int kMaxExtraStars = 12;
constexpr int kStarRoom = 24;  // of 1000: black around a new star, so that it touches nothing
constexpr const char* kScreenshotCall = "screenshot()";  // only looks

// What the picture shows of one part of the plan.
struct PartSeen {
  std::vector<std::size_t> missing;  // the calls to be drawn (again)
  bool whole = false;                // every call's ink is there; a part without calls never is
};

struct Findings {
  const SeenRequest& request;
  const Drawing& drawing;  // that the objective names; on a real screen one without parts
  const Memory& memory;    // as the story has it
  const Feedback& feedback;
  InkSeen ink = {};
  std::vector<PartSeen> parts = {};  // one per part; empty without a picture
};

// What the next reply does.
struct StoryStep {
  std::size_t part = 0;  // of the drawing; the number of parts: none of them
  std::vector<PlannedCall> calls = {};
  std::string why = {};  // NEXT STEP
  Mistake mistake = Mistake::none;
};

// ---- what the picture shows

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
    const auto other = std::ranges::mismatch(text, meant).in1;
    const auto length = static_cast<std::size_t>(other - text.begin());
    if (length <= best_length || length < tool_of(call).size()) continue;
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
  const std::vector<std::string>& written = findings.memory.calls;
  for (auto i = static_cast<std::size_t>(feedback.failed->line);
       !feedback.others_ran && i < written.size(); ++i)
    calls.push_back(written[i]);
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
    const bool run = std::ranges::find(not_run, to_text(part.calls[i])) == not_run.end();
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

// ---- the sentences of WHAT I SEE: each is about this request and nothing else

// "a, b and c"
std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string memory_sentence(const Findings& findings) {
  if (!findings.memory.left.empty())
    return "My objective is another one: I leave the " + findings.memory.left + " and draw a " +
           findings.drawing.name + ".\n";
  if (findings.memory.understood) return {};
  const std::string rest = findings.ink.share > 0
                               ? " There is a drawing that I do not remember: I go by what I see.\n"
                               : "\n";
  return (findings.request.story.empty()
              ? "I remember nothing: my story is empty."
              : "My story is garbled: I cannot find my rules and my progress in it.") +
         rest;
}

std::string ink_sentence(const InkSeen& ink) {
  if (ink.share <= 0) return "The picture is black: there is no ink in it.\n";
  const int tenths = static_cast<int>(std::lround(ink.share * 1000));
  return "White ink covers about " + std::to_string(tenths / 10) + "." +
         std::to_string(tenths % 10) + " % of the picture, " + box_text(ink) + ".\n";
}

std::string parts_sentences(const Findings& findings) {
  const Drawing& drawing = findings.drawing;
  const std::vector<Part>& plan = drawing.parts;
  const std::size_t first = part_named(plan, drawing.first),
                    last_part = part_named(plan, drawing.last);
  bool whole = true;
  for (std::size_t i = first; i <= last_part; ++i) whole = whole && findings.parts[i].whole;
  std::vector<std::string> there, gone;
  std::string last;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PartSeen& part = findings.parts[i];
    const Progress progress = findings.memory.parts[i];
    if (part.whole && (!whole || i < first || i > last_part)) there.push_back(plan[i].seen);
    if (whole && i == first) there.push_back(drawing.whole);
    if (progress == Progress::done && !part.missing.empty()) gone.push_back(plan[i].name);
    if (progress != Progress::drawing || plan[i].calls.empty()) continue;
    last = part.missing.empty()
               ? "My last step, " + plan[i].name + ", is there.\n"
               : "Of my last step, " + plan[i].name + ", " + std::to_string(part.missing.size()) +
                     " of " + std::to_string(plan[i].calls.size()) +
                     " strokes are not in the picture.\n";
  }
  if (!gone.empty()) last += "Gone, although I had drawn it: " + join(gone) + ".\n";
  return (there.empty() ? "" : "I can make out " + join(there) + ".\n") + last;
}

// What the feedback says, a line each; empty: nothing that matters.
std::string feedback_sentences(const Feedback& feedback) {
  std::string text;
  if (!feedback.trouble.empty())
    text += "Something failed outside of me: " + feedback.trouble + "\n";
  if (feedback.two_blocks) text += "I wrote two blocks, and only the first was run.\n";
  for (const std::string& call : feedback.clamped)
    text += "I went outside the picture, and it was clamped: " + call + "\n";
  if (feedback.no_block) {
    text += "The feedback found no python block in my reply.";
    text += feedback.help.empty() ? "\n" : " It lists the tools: now they are in my rules.\n";
  } else if (feedback.failed) {
    const FailedCall& failed = *feedback.failed;
    if (!failed.source.empty())
      text +=
          "Line " + std::to_string(failed.line) + " of my calls failed: " + failed.source + "\n";
    text += feedback.others_ran ? "It was ignored: " + failed.text + ".\n"
                                : "The feedback says " + failed.kind + ": " + failed.text + "\n";
    const std::string tool = failed.suggestion.empty()
                                 ? failed.source.substr(0, failed.source.find('('))
                                 : failed.suggestion;
    const std::string help = help_of(tool, feedback.help);
    if (!help.empty()) text += "The list has " + help + "\n";
  }
  return text;
}

// ---- the next step

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
  const bool again = findings.memory.parts[index] != Progress::to_do;
  if (!again && findings.memory.understood)
    return {index, part.calls, part.plan,
            is_learnt(part.mistake, rules) ? Mistake::none : part.mistake};
  StoryStep step{index, {}, part.plan};
  for (const std::size_t call : findings.parts[index].missing) {
    // A text needs the click before it, even where its dot is there already.
    if (part.calls[call].kind == PlannedCall::Kind::type && call > 0 &&
        (step.calls.empty() || step.calls.back().kind != PlannedCall::Kind::left_click))
      step.calls.push_back(part.calls[call - 1]);
    step.calls.push_back(part.calls[call]);
  }
  if (!again) return step;
  const bool failed = findings.memory.parts[index] == Progress::drawing && findings.feedback.failed;
  const std::string right = failed ? corrected(*findings.feedback.failed, part) : std::string();
  step.why = (right.empty()
                  ? "I draw what is missing of this step again: "
                  : "I write the failed line as " + right + ", with what is missing around it: ") +
             part.name + ".";
  return step;
}

StoryStep choose_step(const Findings& findings, const std::vector<std::string>& rules) {
  const std::vector<Part>& plan = findings.drawing.parts;
  std::size_t next = 0;
  while (next < plan.size() && is_done(findings, next)) ++next;
  const std::size_t name = part_named(plan, "name");
  // Once, with the first part there and nothing clicked yet, the signature seems a good idea.
  if (next == 1 && findings.memory.parts[0] == Progress::drawing && !findings.feedback.failed &&
      !is_learnt(Mistake::type_without_click, rules))
    return {name,
            {plan[name].calls.back()},
            "Before I go on I sign the picture, so that nobody takes it for another's."};
  if (next < plan.size()) return step_for_part(findings, rules, next);
  const int star = findings.memory.extra_stars + 1;
  if (star <= kMaxExtraStars)
    if (const auto place = dark_place(*findings.request.picture, star))
      return {plan.size(),
              {{PlannedCall::Kind::left_click, *place, *place, {}}},
              "Everything is drawn. One more star, at a place in the sky that is still dark."};
  return {plan.size(), {}, "Everything is drawn. I rest and look."};
}

std::vector<std::vector<std::string>> write_calls(const StoryStep& step) {
  std::vector<std::string> calls;
  for (const PlannedCall& call : step.calls) calls.push_back(to_text(call));
  if (calls.empty()) return {{kScreenshotCall}};
  const std::size_t middle = calls.size() / 2;
  switch (step.mistake) {
    case Mistake::type_without_click:
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
std::string_view unknown_tool(const std::vector<PlannedCall>& calls,
                              const std::vector<std::string>& rules) {
  for (const PlannedCall& call : calls)
    if (help_of(tool_of(call), rules).empty()) return tool_of(call);
  return calls.empty() && help_of("screenshot", rules).empty() ? "screenshot" : "";
}

// Writes the step where the rules have its tools; otherwise asks for them.
void fill_story(Story& story, const Findings& findings, const StoryStep& step, const char* to_act) {
  Memory& memory = story.memory;
  for (std::size_t i = 0; i < memory.parts.size(); ++i)
    memory.parts[i] = is_done(findings, i) ? Progress::done : Progress::to_do;
  story.next_step = step.why;
  const std::string unknown(unknown_tool(step.calls, memory.rules));
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
    story.next_step =
        "The list has no " + unknown + ", so I cannot " + to_act + " this. I wait and look.";
    if (!help_of("screenshot", memory.rules).empty()) story.blocks = {{kScreenshotCall}};
  }
}

// On a real screen the story's own parts are those of the form.
StoryStep step_on_screen(const SeenRequest& request, Story& story) {
  const ScreenPlan plan = plan_for(request, objective_in(request.system), request.story);
  story.seen += plan.seen + "\n";
  story.checklist = plan.progress;
  StoryStep step{0, {}, plan.next};
  for (const ScreenAction& each : plan.actions)
    step.calls.push_back({each.kind == ScreenAction::Kind::type ? PlannedCall::Kind::type
                                                                : PlannedCall::Kind::left_click,
                          each.place, each.place, each.text});
  return step;
}
}  // namespace

Reply reply_with_story(const SeenRequest& request, const StoryForm& form) {
  static const Drawing kNoDrawing{"screen", {}, {}, {}, {}, {}};
  const bool is_screen = is_on_screen(request);
  const Drawing& drawing = is_screen ? kNoDrawing : drawing_for(request.system);
  const Memory memory = form.read_memory(request, drawing);
  const Feedback feedback = form.read_feedback(request, memory);
  Findings findings{request, drawing, memory, feedback};
  if (request.picture && !is_screen) findings.ink = look_at_ink(*request.picture);
  for (std::size_t i = 0; request.picture && i < drawing.parts.size(); ++i)
    findings.parts.push_back(look_for_part(findings, i));
  Story story;
  story.memory = memory;
  story.memory.rules = learn(memory.rules, feedback, findings.ink.marks);
  if (!feedback.note.empty())
    story.seen = "The operator says: \"" + feedback.note + "\" I take note of it.\n";
  StoryStep step;
  if (is_screen) {
    step = step_on_screen(request, story);
  } else {
    story.seen += memory_sentence(findings);
    story.seen += request.picture ? ink_sentence(findings.ink) + parts_sentences(findings)
                                  : nothing_seen(request) + "\n";
    if (request.picture) step = choose_step(findings, story.memory.rules);
  }
  story.seen += feedback_sentences(feedback);
  story.seen.pop_back();
  if (request.picture) {
    // The rest is missing from the next picture, and drawn then.
    if (step.calls.size() > form.max_calls) step.calls.resize(form.max_calls);
    fill_story(story, findings, step, is_screen ? "do" : "draw");
  } else {
    // Acting blind would spoil the picture: the progress stays as it was until it can be checked.
    story.next_step = std::string("I cannot ") + (is_screen ? "act" : "draw") +
                      " without seeing. I ask for a picture.";
    if (!help_of("screenshot", story.memory.rules).empty()) story.blocks = {{kScreenshotCall}};
  }
  return {form.write(story, drawing)};
}
}  // namespace franz::demo_vlm
