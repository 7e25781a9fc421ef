#include <algorithm>
#include <cstddef>
#include "common/tools/suggestions.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/format/format.h"
#include "proxy/demo_vlm/story_policy.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kNarrative = "NARRATIVE:";
constexpr std::string_view kActions = "ACTIONS:";
constexpr std::string_view kLearnt = "Learnt: ";
constexpr std::string_view kProgressLine = "Progress: ";
constexpr std::string_view kStars = "; extra stars ";
constexpr std::size_t kMaxLearnt = 4;
constexpr std::size_t kMaxKeptLine = 400;  // bytes
constexpr std::size_t kMaxSeen = 200;      // bytes of what is seen
constexpr const char* kRemark = "and now the other half:";

std::vector<std::string> tools_in(std::string_view system) {
  std::vector<std::string> tools;
  for (const std::string_view line : split_lines(system))
    if (line.starts_with("  ") && is_tool_line(line))
      tools.push_back(one_line(line.substr(2), kMaxKeptLine));
  return tools;
}

std::string_view name_in(std::string_view call) { return call.substr(0, call.find('(')); }

std::ptrdiff_t commas_in(std::string_view call) { return std::ranges::count(call, ','); }

std::vector<std::string> list_in(std::string_view line, std::string_view name) {
  if (!line.starts_with(name)) return {};
  const std::string object = "{\"list\":" + std::string(line.substr(name.size())) + "}";
  Result<MessageFields> read = MessageFields::parse(object);
  return read.ok() ? read.value().texts("/list", 1000) : std::vector<std::string>{};
}

// Why a line of mine was ignored.
FailedCall ignored_call(const std::string& call, const Feedback& feedback) {
  FailedCall failed;
  failed.source = one_line(call, kMaxKeptLine);
  const std::string_view name = name_in(call);
  const std::string help = help_of(name, feedback.help);
  if (help.empty()) {
    std::vector<std::string_view> names;
    for (const std::string& each : feedback.help) names.push_back(name_in(each));
    failed.kind = "NameError";
    failed.text = "no tool has the name " + std::string(name);
    failed.suggestion = nearest_name(name, names);
  } else if (commas_in(call) < commas_in(help.substr(0, help.find(kToolMark)))) {
    failed.kind = "TypeError";
    failed.text = std::string(name) + "() is missing an argument";
  } else {
    failed.kind = "RuntimeError";
    failed.text = "it had no effect";
  }
  return failed;
}

// A rule is known by its beginning; what the operator said stays whole.
std::string_view shortened_rule(std::string_view rule) {
  return rule.starts_with("The operator") ? rule : rule.substr(0, rule.find_first_of(":,"));
}

// The first sentences, as many as fit.
std::string shortened(const std::string& text, std::size_t max) {
  std::string flat;
  for (const char c : text) flat += c == '\n' ? ' ' : c;
  if (flat.size() <= max) return flat;
  const std::size_t end = flat.rfind(". ", max);
  return end == flat.npos ? one_line(flat, max) : flat.substr(0, end + 1);
}
}  // namespace

bool asks_for_actions(const SeenRequest& request) {
  const auto lines = split_lines(request.system);
  return std::ranges::find(lines, kNarrative) != lines.end() &&
         std::ranges::find(lines, kActions) != lines.end();
}

Memory read_narrative(const SeenRequest& request, const Drawing& drawing) {
  Memory memory;
  memory.parts.assign(drawing.parts.size(), Progress::to_do);
  const Memory nothing = memory;
  std::vector<NamedProgress> progress;
  bool in_actions = false;
  for (const std::string_view line : split_lines(request.story)) {
    if (line == kActions || line == kNarrative) {
      in_actions = line == kActions;
    } else if (in_actions) {
      if (!line.empty()) memory.calls.emplace_back(line);
    } else if (line.starts_with(kLearnt) && memory.rules.size() < kMaxLearnt) {
      memory.rules.push_back(one_line(line.substr(kLearnt.size()), kMaxKeptLine));
    } else if (line.starts_with(kProgressLine)) {
      const std::size_t end = std::min(line.find(kStars), line.size());
      read_progress(line.substr(kProgressLine.size(), end - kProgressLine.size()), progress);
      memory.extra_stars =
          end < line.size() ? std::min(999, small_number(line.substr(end + kStars.size()))) : 0;
    }
  }
  memory.understood = set_progress(memory, progress, drawing);
  return memory.understood ? memory : nothing;
}

Feedback read_lists(const SeenRequest& request, const Memory& memory) {
  Feedback feedback = read_feedback(request.feedback);  // notes, trouble, the operator
  feedback.help = tools_in(request.system);
  feedback.failed.reset();
  feedback.others_ran = true;
  for (const std::string_view line : split_lines(request.feedback)) {
    for (const std::string& call : list_in(line, "ignored=")) {
      if (call == "screenshot()" || call == kRemark || feedback.failed) continue;
      feedback.failed = ignored_call(call, feedback);
      const auto place = std::ranges::find(memory.calls, call);
      if (place != memory.calls.end())
        feedback.failed->line = static_cast<int>(place - memory.calls.begin()) + 1;
      feedback.type_without_click = call.starts_with("type(");
    }
  }
  return feedback;
}

std::string write_narrative(const Story& story, const Drawing& drawing) {
  std::string text = std::string(kNarrative) + "\n" + shortened(story.seen, kMaxSeen) + "\n" +
                     story.next_step + "\n";
  std::size_t learnt = 0;
  for (const std::string& rule : story.memory.rules) {
    // What every request repeats needs no memory.
    if (is_tool_line(rule) || rule.starts_with("Coordinates run") ||
        rule.starts_with("Red marks") || ++learnt > kMaxLearnt)
      continue;
    text += std::string(kLearnt) + std::string(shortened_rule(rule)) + "\n";
  }
  text += std::string(kProgressLine);
  text += story.checklist ? *story.checklist
                          : progress_text(story.memory.parts, drawing) + std::string(kStars) +
                                std::to_string(story.memory.extra_stars);
  text += "\n\n" + std::string(kActions);
  for (std::size_t i = 0; i < story.blocks.size(); ++i) {
    if (i > 0) text += std::string("\n") + kRemark;
    for (const std::string& call : story.blocks[i]) text += "\n" + call;
  }
  return text;
}

Reply reply_with_narrative(const SeenRequest& request) {
  constexpr StoryForm kNarrativeForm{read_narrative, read_lists, write_narrative, 10};
  return reply_with_story(request, kNarrativeForm);
}
}  // namespace franz::demo_vlm
