#include "common/settings/ini.h"
#include <unordered_map>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/utf8.h"

namespace franz {
static constexpr std::string_view kBlank = " \t\r\f\v";
static constexpr std::size_t kMaxSectionName = 64;  // bytes of a section's name

static bool is_blank(char c) { return kBlank.find(c) != std::string_view::npos; }

static bool begins_comment(char c) { return c == ';' || c == '#'; }

static std::string_view word_at_front(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
          (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))) {
    ++end;
  }
  return text.substr(0, end);
}

// The text before a comment, which begins at a ; or # after white space.
static std::string_view before_comment(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (begins_comment(text[i]) && is_blank(text[i - 1])) return text.substr(0, i);
  }
  return text;
}

// What may follow a closing quote or bracket.
static bool is_blank_or_comment(std::string_view text) {
  text = trimmed(text, kBlank);
  return text.empty() || begins_comment(text[0]);
}

// As before_comment(), for JSON: its strings may contain a ; or #.
static std::string_view json_before_comment(std::string_view text) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && begins_comment(text[i]) && is_blank(text[i - 1])) {
      return text.substr(0, i);  // i > 0: the front is { or [
    }
  }
  return text;
}

static void read_quoted(std::string_view text, IniEntry& entry) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') {
      entry.value += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '"') {
      entry.value += text[i++];
    } else {
      if (!is_blank_or_comment(text.substr(i + 1))) entry.problem = "text after the closing quote";
      return;
    }
  }
  entry.problem = "the closing quote is missing";
}

static void read_value(std::string_view text, IniEntry& entry) {
  const std::string_view value = trimmed(text, kBlank);
  if (!value.empty() && value[0] == '"') return read_quoted(value, entry);
  const bool json = !value.empty() && (value[0] == '{' || value[0] == '[');
  entry.value = trimmed(json ? json_before_comment(value) : before_comment(text), kBlank);
}

// `line` is trimmed, not empty and not a comment.
static IniEntry read_entry(std::string_view line) {
  IniEntry entry;
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos ||
      trimmed(line.substr(0, equals), kBlank) != word_at_front(line) || equals == 0) {
    // The first word is probably the key; the caller then keeps that key's value.
    entry.key = ascii_lower(word_at_front(line));
    entry.problem = "expected key = value";
    return entry;
  }
  entry.key = ascii_lower(word_at_front(line));
  read_value(line.substr(equals + 1), entry);
  return entry;
}

static IniSection read_header(std::string_view line) {
  IniSection section;
  const std::size_t close = line.find(']');
  if (close == std::string_view::npos) {
    section.name = ascii_lower(trimmed(before_comment(line).substr(1), kBlank));
    section.problem = "the ] is missing";
  } else {
    section.name = ascii_lower(trimmed(line.substr(1, close - 1), kBlank));
    if (!is_blank_or_comment(line.substr(close + 1))) section.problem = "text after the ]";
  }
  // Each entry of the section holds a copy: an unlimited name would make the time quadratic.
  if (section.name.size() > kMaxSectionName) {
    section.name.clear();
    section.problem = "the name is too long";
  }
  return section;
}

static std::string why_no_text(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return "the file is UTF-16; save it as UTF-8";
  }
  if (text.find('\0') != std::string_view::npos) return "not a text file";
  return {};
}

IniFile parse_ini(std::string_view bytes) {
  IniFile file;
  file.failure = why_no_text(bytes);
  if (!file.failure.empty()) return file;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  const std::string whole = to_valid_utf8(bytes);
  std::string_view text = whole;

  std::vector<IniEntry> entries;
  std::unordered_map<std::string, std::size_t> last;  // section]key -> its latest entry
  std::string section;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end), kBlank);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || begins_comment(line[0])) continue;
    if (line[0] == '[') {
      file.sections.push_back(read_header(line));
      file.sections.back().line = number;
      section = file.sections.back().name;
      continue;
    }
    IniEntry entry = read_entry(line);
    entry.section = section;
    entry.line = number;
    if (!entry.key.empty()) {
      const auto [place, is_new] = last.try_emplace(section + ']' + entry.key, entries.size());
      if (!is_new) {
        entry.repeated = entries[place->second].line;
        entries[place->second].line = 0;  // replaced
        place->second = entries.size();
      }
    }
    entries.push_back(std::move(entry));
  }
  for (IniEntry& entry : entries) {
    if (entry.line != 0) file.entries.push_back(std::move(entry));
  }
  return file;
}
}  // namespace franz
