#include "proxy/demo_vlm/text_lines.h"
#include "common/base/utf8.h"

namespace franz::demo_vlm {
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t at = text.find(begin);
  if (at == text.npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find(end));
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
  std::string line;
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    if (line.size() + next.length > max_bytes) return line + "...";
    text.remove_prefix(next.length);
    if (next.code < 0x20 || next.code == 0x7F) {
      if (!line.empty() && line.back() != ' ') line += ' ';
    } else {
      append_utf8(line, next.code == U'`' ? U'\'' : next.code);
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string words_about(std::string_view note, std::string_view complaint) {
  std::string words;
  if (!note.empty()) words = "The operator says: \"" + one_line(note, kMaxRepeated) + "\" Noted. ";
  if (!complaint.empty()) words += "I was told: \"" + one_line(complaint, kMaxRepeated) + "\" ";
  return words;
}

int small_number(std::string_view text) {
  int number = 0;
  for (std::size_t i = 0; i < text.size() && i < 6 && text[i] >= '0' && text[i] <= '9'; ++i) {
    number = number * 10 + (text[i] - '0');
  }
  return number;
}
}  // namespace franz::demo_vlm
