#include "proxy/demo_vlm/describe.h"
#include <cmath>

namespace franz::demo_vlm {
namespace {
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
  if (!findings.memory.left.empty()) {
    return "My objective is another one: I leave the " + findings.memory.left + " and draw a " +
           findings.drawing.name + ".\n";
  }
  if (findings.memory.understood) return {};
  const std::string rest = findings.ink.share > 0
                               ? " There is a drawing that I do not remember: I go by what I see.\n"
                               : "\n";
  if (findings.request.story.empty()) return "I remember nothing: my story is empty." + rest;
  return "My story is garbled: I cannot find my rules and my progress in it." + rest;
}

std::string ink_sentence(const InkSeen& ink) {
  if (ink.share <= 0) return "The picture is black: there is no ink in it.\n";
  const int tenths = static_cast<int>(std::lround(ink.share * 1000));
  return "White ink covers about " + std::to_string(tenths / 10) + "." +
         std::to_string(tenths % 10) + " % of the picture, from " + point_text(ink.left, ink.top) +
         " to " + point_text(ink.right, ink.bottom) + ".\n";
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
    if (part.missing.empty()) {
      last = "My last step, " + plan[i].name + ", is there.\n";
    } else {
      last = "Of my last step, " + plan[i].name + ", " + std::to_string(part.missing.size()) +
             " of " + std::to_string(plan[i].calls.size()) + " strokes are not in the picture.\n";
    }
  }
  std::string text;
  if (!there.empty()) text += "I can make out " + join(there) + ".\n";
  text += last;
  if (!gone.empty()) text += "Gone, although I had drawn it: " + join(gone) + ".\n";
  return text;
}

}  // namespace

std::string point_text(int x, int y) {
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ")";
}

std::string feedback_sentences(const Feedback& feedback) {
  std::string text;
  if (!feedback.trouble.empty())
    text += "Something failed outside of me: " + feedback.trouble + "\n";
  if (feedback.two_blocks) text += "I wrote two blocks, and only the first was run.\n";
  for (const std::string& call : feedback.clamped) {
    text += "I went outside the picture, and it was clamped: " + call + "\n";
  }
  if (feedback.no_block) {
    text += "The feedback found no python block in my reply.";
    text += feedback.help.empty() ? "\n" : " It lists the tools: now they are in my rules.\n";
  } else if (feedback.failed) {
    const FailedCall& failed = *feedback.failed;
    if (!failed.source.empty()) {
      text +=
          "Line " + std::to_string(failed.line) + " of my calls failed: " + failed.source + "\n";
    }
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
std::string describe(const Findings& findings) {
  std::string text;
  if (!findings.feedback.note.empty()) {
    text += "The operator says: \"" + findings.feedback.note + "\" I take note of it.\n";
  }
  text += memory_sentence(findings);
  if (findings.request.picture) {
    text += ink_sentence(findings.ink) + parts_sentences(findings);
  } else if (findings.request.picture_problem.empty()) {
    text += "I see nothing: there is no picture in this request.\n";
  } else {
    text += "I see nothing: the picture " + findings.request.picture_problem + ".\n";
  }
  text += feedback_sentences(findings.feedback);
  text.pop_back();
  return text;
}
}  // namespace franz::demo_vlm
