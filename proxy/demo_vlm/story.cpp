#include "proxy/demo_vlm/story.h"
#include <algorithm>
#include "proxy/demo_vlm/drawing_plan.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kRules = "RULES I KNOW";
constexpr std::string_view kSeen = "WHAT I SEE";
constexpr std::string_view kProgress = "MY DRAWING PROGRESS";
constexpr std::string_view kNext = "NEXT STEP";
constexpr std::string_view kExtraStars = "Extra stars: ";
constexpr std::size_t kMaxRules = 40;
constexpr std::size_t kMaxRule = 400;  // bytes

char box_of(Progress progress) {
  switch (progress) {
    case Progress::to_do: return ' ';
    case Progress::drawing: return '>';
    case Progress::done: return 'x';
  }
  return ' ';
}

// "[x] wall  [>] moon": each box and the name after it, up to two blanks or the line's end. Returns
// how many were known.
int read_progress(std::string_view line, std::vector<Progress>& parts) {
  int known = 0;
  while (line.size() >= 4) {
    const std::size_t open = line.find('[');
    if (open == line.npos || open + 4 > line.size()) break;
    line.remove_prefix(open);
    if (line.substr(2, 2) != "] ") {
      line.remove_prefix(1);
      continue;
    }
    const char box = line[1];
    line.remove_prefix(4);
    const std::size_t part = part_named(line.substr(0, line.find("  ")));
    if (part >= parts.size()) continue;
    if (box != ' ' && box != '>' && box != 'x') continue;
    parts[part] = box == 'x' ? Progress::done : box == '>' ? Progress::drawing : Progress::to_do;
    ++known;
  }
  return known;
}
}  // namespace

Memory read_story(std::string_view story) {
  Memory memory;
  memory.parts.assign(drawing_plan().size(), Progress::to_do);
  const Memory nothing = memory;
  std::string_view section;
  bool rules_found = false;
  std::size_t known = 0;
  int fences = 0;
  for (const std::string_view line : split_lines(story)) {
    if (line.substr(0, 3) == "```") {
      ++fences;
    } else if (fences == 1) {
      memory.calls.emplace_back(line);
    } else if (line == kRules || line == kSeen || line == kProgress || line == kNext) {
      section = line;
      rules_found = rules_found || line == kRules;
    } else if (section == kRules && line.substr(0, 2) == "- " && memory.rules.size() < kMaxRules) {
      memory.rules.push_back(one_line(line.substr(2), kMaxRule));
    } else if (section == kProgress && line.substr(0, kExtraStars.size()) == kExtraStars) {
      memory.extra_stars = std::min(999, small_number(line.substr(kExtraStars.size())));
    } else if (section == kProgress) {
      known += static_cast<std::size_t>(read_progress(line, memory.parts));
    }
  }
  memory.understood = rules_found && known == memory.parts.size();
  return memory.understood ? memory : nothing;
}

std::string write_story(const Story& story) {
  std::string text(kRules);
  for (const std::string& rule : story.memory.rules) text += "\n- " + rule;
  text += "\n\n" + std::string(kSeen) + "\n" + story.seen + "\n\n" + std::string(kProgress) + "\n";
  const std::vector<Part>& plan = drawing_plan();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    text += i == 0 ? "[" : "  [";
    text += box_of(story.memory.parts[i]);
    text += "] " + plan[i].name;
  }
  text += "\n" + std::string(kExtraStars) + std::to_string(story.memory.extra_stars);
  text += "\n\n" + std::string(kNext) + "\n" + story.next_step + "\n";
  for (const auto& block : story.blocks) {
    text += "\n```python\n";
    for (const std::string& call : block) text += call + "\n";
    text += "```\n";
  }
  // The fence is the end of the story, as small models write it: no newline after it.
  if (text.back() == '\n') text.pop_back();
  return text;
}
}  // namespace franz::demo_vlm
