#include "proxy/demo_vlm/story.h"
#include <algorithm>
#include <optional>
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kRules = "RULES I KNOW", kSeen = "WHAT I SEE",
                           kProgress = "MY DRAWING PROGRESS", kNext = "NEXT STEP",
                           kExtraStars = "Extra stars: ";
constexpr std::size_t kMaxParts = 100, kMaxRules = 40;
constexpr std::size_t kMaxRule = 400;  // bytes
}  // namespace

void read_progress(std::string_view line, std::vector<NamedProgress>& list) {
  while (line.size() >= 4 && list.size() < kMaxParts) {
    const std::size_t open = line.find('[');
    if (open == line.npos || open + 4 > line.size()) return;
    line.remove_prefix(open);
    if (line.substr(2, 2) != "] ") {
      line.remove_prefix(1);
      continue;
    }
    const auto progress = static_cast<Progress>(line[1]);
    line.remove_prefix(4);
    if (progress == Progress::to_do || progress == Progress::drawing || progress == Progress::done)
      list.emplace_back(line.substr(0, line.find("  ")), progress);
  }
}

// The progress of each part; nothing where one is missing from the list.
static std::optional<std::vector<Progress>> listed_progress(
    const Drawing& drawing, const std::vector<NamedProgress>& list) {
  std::vector<Progress> parts;
  for (const Part& part : drawing.parts) {
    const auto found = std::ranges::find(list, part.name, &NamedProgress::first);
    if (found == list.end()) return std::nullopt;
    parts.push_back(found->second);
  }
  return parts;
}

bool set_progress(Memory& memory, const std::vector<NamedProgress>& list, const Drawing& drawing) {
  if (auto parts = listed_progress(drawing, list)) {
    memory.parts = *std::move(parts);
    return true;
  }
  for (const Drawing& other : drawings()) {
    if (!listed_progress(other, list)) continue;
    memory.left = other.name;
    memory.extra_stars = 0;
    return true;
  }
  return false;
}

std::string progress_text(const std::vector<Progress>& parts, const Drawing& drawing) {
  std::string text;
  for (std::size_t i = 0; i < drawing.parts.size(); ++i) {
    text += i == 0 ? "[" : "  [";
    text += static_cast<char>(parts[i]);
    text += "] " + drawing.parts[i].name;
  }
  return text;
}

Memory read_story(std::string_view story, const Drawing& drawing) {
  Memory memory;
  memory.parts.assign(drawing.parts.size(), Progress::to_do);
  Memory nothing = memory;
  std::vector<NamedProgress> progress;
  std::string_view section;
  bool rules_found = false;
  int fences = 0;
  for (const std::string_view line : split_lines(story)) {
    if (line.starts_with("```")) {
      ++fences;
    } else if (fences == 1) {
      memory.calls.emplace_back(line);
    } else if (line == kRules || line == kSeen || line == kProgress || line == kNext) {
      section = line;
      rules_found = rules_found || line == kRules;
    } else if (section == kRules && line.starts_with("- ") && memory.rules.size() < kMaxRules) {
      memory.rules.push_back(one_line(line.substr(2), kMaxRule));
    } else if (section == kProgress && line.starts_with(kExtraStars)) {
      memory.extra_stars = std::min(999, small_number(line.substr(kExtraStars.size())));
    } else if (section == kProgress) {
      read_progress(line, progress);
    }
  }
  if (!rules_found) return nothing;
  memory.understood = true;
  return set_progress(memory, progress, drawing) ? memory : nothing;
}

std::string write_story(const Story& story, const Drawing& drawing) {
  std::string text(kRules);
  for (const std::string& rule : story.memory.rules) text += "\n- " + rule;
  text += "\n\n" + std::string(kSeen) + "\n" + story.seen + "\n\n" + std::string(kProgress) + "\n";
  if (story.checklist) {
    text += *story.checklist;
  } else {
    text += progress_text(story.memory.parts, drawing);
    text += "\n" + std::string(kExtraStars) + std::to_string(story.memory.extra_stars);
  }
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
