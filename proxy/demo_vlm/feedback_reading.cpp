#include "proxy/demo_vlm/feedback_reading.h"
#include <algorithm>
#include <cctype>
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kOperatorMark = "OPERATOR: ";
constexpr std::size_t kMaxKeptText = 300;  // bytes that are kept of a note or a call

// "TypeError: drag() …" and its like: a capitalised name that ends with Error, at a line's start.
std::optional<FailedCall> read_exception(std::string_view line) {
  const std::size_t colon = line.find("Error: ");
  if (colon == std::string_view::npos || line[0] < 'A' || line[0] > 'Z') return std::nullopt;
  const std::string_view kind = line.substr(0, colon + 5);
  if (!std::ranges::all_of(kind,
                           [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }))
    return std::nullopt;
  return FailedCall{0, "", std::string(kind), one_line(line.substr(colon + 7), kMaxKeptText),
                    std::string(between(line, "Did you mean: '", "'"))};
}
}  // namespace

Feedback read_feedback(std::string_view text) {
  Feedback feedback;
  int line_number = 0;
  std::string source;
  bool in_help = false;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with(kOperatorMark)) {
      // The note is the last thing in the text, and may have many lines.
      const auto from = static_cast<std::size_t>(line.data() - text.data()) + kOperatorMark.size();
      feedback.note = one_line(text.substr(from), kMaxKeptText);
      break;
    }
    if (in_help) {
      if (line.starts_with("  ") && line.find('(') != std::string_view::npos) {
        feedback.help.emplace_back(one_line(line.substr(2), kMaxKeptText));
        continue;
      }
      in_help = false;
    }
    if (line == "Available tools:") {
      in_help = true;
    } else if (line.starts_with("  Line ")) {
      const std::size_t colon = line.find(": ");
      if (colon == std::string_view::npos) continue;
      line_number = small_number(line.substr(7, colon - 7));
      source = one_line(line.substr(colon + 2), kMaxKeptText);
    } else if (line.starts_with("WARNING: ") && line.find("blocks found") != line.npos) {
      feedback.two_blocks = true;
    } else if (line.starts_with("NOTE: clamped to ")) {
      const std::size_t colon = line.find(": ", 17);
      const std::string_view call = line.substr(colon == line.npos ? 17 : colon + 2);
      feedback.clamped.push_back(one_line(call, kMaxKeptText));
    } else if (line.starts_with("ERROR: ")) {
      feedback.trouble = one_line(line.substr(7), kMaxKeptText);
    } else if (!line.empty() && !feedback.failed) {
      feedback.failed = read_exception(line);
      if (!feedback.failed) continue;
      feedback.failed->line = line_number;
      feedback.failed->source = source;
      feedback.no_block = line.find("block found in your reply") != line.npos;
      feedback.type_without_click = line.starts_with("RuntimeError: type(");
    }
  }
  return feedback;
}

bool is_tool_line(std::string_view line) { return line.find(kToolMark) != line.npos; }

std::string help_of(std::string_view tool, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    std::string_view rest = line;
    if (rest.starts_with("- ")) rest.remove_prefix(2);
    if (rest.starts_with(std::string(tool) + "(") && is_tool_line(rest)) return std::string(rest);
  }
  return {};
}
}  // namespace franz::demo_vlm
