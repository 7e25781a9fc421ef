#include "proxy/demo_vlm/progress.h"
#include <algorithm>
#include <optional>

namespace franz::demo_vlm {
static constexpr std::size_t kMaxParts = 100;

static char box_of(Progress progress) {
  switch (progress) {
    case Progress::to_do: return ' ';
    case Progress::drawing: return '>';
    case Progress::done: return 'x';
  }
  return ' ';
}

void read_progress(std::string_view line, std::vector<NamedProgress>& list) {
  while (line.size() >= 4 && list.size() < kMaxParts) {
    const std::size_t open = line.find('[');
    if (open == line.npos || open + 4 > line.size()) return;
    line.remove_prefix(open);
    if (line.substr(2, 2) != "] ") {
      line.remove_prefix(1);
      continue;
    }
    const char box = line[1];
    line.remove_prefix(4);
    if (box != ' ' && box != '>' && box != 'x') continue;
    list.emplace_back(line.substr(0, line.find("  ")), box == 'x'   ? Progress::done
                                                       : box == '>' ? Progress::drawing
                                                                    : Progress::to_do);
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
    text += box_of(parts[i]);
    text += "] " + drawing.parts[i].name;
  }
  return text;
}
}  // namespace franz::demo_vlm
