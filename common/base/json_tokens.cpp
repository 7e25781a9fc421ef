#include "common/base/json_tokens.h"
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include "common/base/byte_runs.h"
#include "common/base/utf8.h"

namespace franz {
namespace {
// Members of our messages and of servers' messages that hold model text or pictures.
constexpr std::array<std::string_view, 13> kUntouched = {
    "arguments", "content", "image_url",      "input", "raw",      "reasoning", "reasoning_content",
    "reply",     "story",   "screenshot_b64", "text",  "thinking", "url"};

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_above_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// The length of a word that is neither a string nor a bracket: it ends where another value may
// begin.
std::size_t word_length(std::string_view text) {
  static constexpr std::array<bool, 256> kEnds = [] {
    std::array<bool, 256> ends{};
    for (const char end : std::string_view(" \t\r\n{}[],:\""))
      ends[static_cast<unsigned char>(end)] = true;
    return ends;
  }();
  std::size_t length = 0;
  while (length < text.size() && !kEnds[static_cast<unsigned char>(text[length])]) ++length;
  return length;
}

std::size_t behind_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_json_space(text[at])) ++at;
  return at;
}

bool has_surrogate_escape(std::string_view token) {
  for (std::size_t at = token.find("\\u"); at != token.npos; at = token.find("\\u", at + 2)) {
    // A preceding \\ may belong to another escape. The string is then cut out needlessly, which is
    // harmless.
    if (at + 2 < token.size() && (token[at + 2] == 'd' || token[at + 2] == 'D')) return true;
  }
  return false;
}

std::string closing(std::string_view text, const std::vector<std::size_t>& open) {
  std::string brackets;
  for (auto each = open.rbegin(); each != open.rend(); ++each)
    brackets += text[*each] == '{' ? '}' : ']';
  return brackets;
}
}  // namespace

bool library_reads(std::string_view token) {
  constexpr std::size_t kLong = 4096;
  return token.size() <= kLong && !has_surrogate_escape(token) &&
         (ascii_length(token) == token.size() || to_valid_utf8(token) == token);
}

std::size_t json_string_length(std::string_view text, std::size_t* stop) {
  const auto stopped = [&](std::size_t at) {
    if (stop != nullptr) *stop = std::min(at, text.size());
    return std::string_view::npos;
  };
  if (!text.starts_with('"')) return stopped(0);
  for (std::size_t i = 1; i < text.size(); ++i) {
    i += unescaped_length(text.substr(i));
    if (i >= text.size()) break;
    const char c = text[i];
    if (c == '"') return i + 1;
    if (static_cast<unsigned char>(c) < 0x20) return stopped(i);
    if (c != '\\') continue;
    const std::size_t escape = i;
    if (++i >= text.size()) break;
    if (text[i] == 'u') {
      if (text.size() - i < 5 || !std::all_of(&text[i] + 1, &text[i] + 5, is_hex))
        return stopped(escape);
      i += 4;
    } else if (std::string_view("\"\\/bfnrt").find(text[i]) == std::string_view::npos) {
      return stopped(escape);
    }
  }
  return stopped(text.size());
}

bool find_json_tokens(std::string_view text, JsonTokens& tokens, JsonRefusal& refusal) {
  const auto span = [](std::size_t begin, std::size_t length) {
    return JsonTokens::Span{static_cast<std::uint32_t>(begin),
                            static_cast<std::uint32_t>(begin + length)};
  };
  std::vector<std::size_t> open;         // the place of each open bracket
  std::vector<std::size_t> open_values;  // the value that each one begins
  std::size_t copied = 0, keys = 0;      // bytes of the text copied to cut_text
  bool untouched = false;                // the next value belongs to such a member
  const auto refuse = [&](std::size_t at, Error limit) {
    refusal = {at, std::move(limit), closing(text, open)};
    return false;
  };
  if (text.size() > kMaxMessage) return refuse(0, {"longer than 64 MiB", ErrorCode::too_large});
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_json_space(c) || c == ',' || c == ':') {
      ++at;
      continue;
    }
    if (c == '}' || c == ']') {
      ++at;
      if (open.empty()) continue;
      tokens.values[open_values.back()].end = static_cast<std::uint32_t>(at);
      open.pop_back();
      open_values.pop_back();
      continue;
    }
    std::size_t length = 1;
    bool key = false;
    if (c == '"') {
      length = json_string_length(text.substr(at));
      if (length == text.npos) return refuse(at, {});
      const std::string_view token = text.substr(at, length);
      const std::size_t next = behind_space(text, at + length);
      key = next < text.size() && text[next] == ':';
      if ((untouched && !key) || !library_reads(token)) {
        tokens.cut_text.append(text.substr(copied, at - copied)).append(R"("")");
        copied = at + length;
        if (key) tokens.cut_keys.push_back({keys, span(at, length)});
      }
      if (key) {
        ++keys;
        untouched = std::ranges::find(kUntouched, token.substr(1, length - 2)) != kUntouched.end();
      }
    } else if (c != '{' && c != '[') {
      length = word_length(text.substr(at));
      // The library skips a byte order mark, and treats a NUL as the end of the text.
      const std::string_view word = text.substr(at, length);
      if (std::ranges::any_of(word, [](char byte) { return byte == '\0' || is_above_ascii(byte); }))
        return refuse(at, {});
    }
    if (!key) {
      if (tokens.values.size() == kMaxValues)
        return refuse(
            at, {"more than " + std::to_string(kMaxValues) + " values", ErrorCode::too_large});
      if (c == '{' || c == '[') {
        if (open.size() == kMaxDepth)
          return refuse(at, {"deeper than " + std::to_string(kMaxDepth) + " brackets"});
        open.push_back(at);
        open_values.push_back(tokens.values.size());
      }
      tokens.values.push_back(span(at, length));
      if (c != '[') untouched = false;
    }
    at += length;
  }
  if (copied > 0) tokens.cut_text.append(text.substr(copied));
  return true;
}

JsonStop find_json_stop(std::string_view text) {
  using Expected = JsonStop::Expected;
  JsonStop stop;
  std::vector<std::size_t> open;
  bool opened = false;  // nothing follows the bracket yet
  while (true) {
    const std::size_t at = stop.at = stop.token = behind_space(text, stop.at);
    stop.open = "";
    const char c = at < text.size() ? text[at] : '\0';
    const bool object = !open.empty() && text[open.back()] == '{';
    const auto stopped = [&] {
      stop.open = closing(text, open);
      return stop;
    };
    const auto behind_value = [&] {
      stop.after_comma = false;
      stop.expected = open.empty() ? Expected::end_of_text : Expected::comma_or_end;
    };
    if (at >= text.size() || stop.expected == Expected::end_of_text) return stopped();
    const bool empty = std::exchange(opened, false);
    if (!open.empty() && c == (object ? '}' : ']') &&
        (empty || stop.expected == Expected::comma_or_end)) {
      open.pop_back();
      ++stop.at;
      behind_value();
    } else if (stop.expected == Expected::comma_or_end) {
      if (c != ',') return stopped();
      ++stop.at;
      stop.after_comma = true;
      stop.expected = object ? Expected::key : Expected::value;
    } else if (stop.expected == Expected::colon) {
      if (c != ':') return stopped();
      ++stop.at;
      stop.expected = Expected::value;
    } else if (c == '"') {
      std::size_t bad = 0;
      const std::size_t length = json_string_length(text.substr(at), &bad);
      if (length == text.npos) {
        stop.at += bad;
        stop.expected = Expected::character;
        return stopped();
      }
      stop.at += length;
      if (stop.expected == Expected::key) {
        stop.expected = Expected::colon;
        stop.after_comma = false;
      } else {
        behind_value();
      }
    } else if (stop.expected == Expected::key) {
      return stopped();
    } else if (c == '{' || c == '[') {
      open.push_back(at);
      opened = true;
      ++stop.at;
      stop.after_comma = false;
      stop.expected = c == '{' ? Expected::key : Expected::value;
    } else {
      const std::string_view word = text.substr(at, word_length(text.substr(at)));
      if (!nlohmann::json::accept(word)) return stopped();
      stop.at += word.size();
      behind_value();
    }
  }
}
}  // namespace franz
