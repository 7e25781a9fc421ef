#include "proxy/demo_vlm/script.h"
#include <algorithm>
#include <charconv>
#include "common/base/json.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/api_json.h"

namespace franz::demo_vlm {
namespace {
Result<ScriptLine> parse_line(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  ScriptLine line;
  if (const auto token = fields.optional_token("/content", kMaxMessage)) {
    line.content = without_quotes(*token);
  }
  if (const auto token = fields.optional_token("/reasoning", kMaxMessage)) {
    line.reasoning = std::string(without_quotes(*token));
  }
  line.calls = read_calls(fields, "/calls");
  line.finish_reason = fields.text("/finish_reason", line.calls.empty() ? "stop" : "tool_calls");
  line.status = static_cast<int>(fields.integer("/status", 200, 599, 200));
  if (fields.has("/error")) line.error = fields.raw("/error");
  if (fields.has("/retry_after")) {
    line.retry_after = static_cast<int>(fields.integer("/retry_after", 0, 86400));
  }
  if (fields.has("/delay_ms")) line.delay_ms = fields.integer("/delay_ms", 0, 3600000);
  if (fields.has("/cut")) line.cut = static_cast<std::size_t>(fields.integer("/cut", 0, 1 << 30));
  line.model = fields.text("/model", "");
  line.attempts = static_cast<int>(fields.integer("/attempts", 1, 1000000, 0));
  if (!fields.failure().empty()) return Error{fields.failure()};
  return line;
}

std::optional<long long> whole_number(std::string_view text) {
  long long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) return std::nullopt;
  return number;
}
}  // namespace

Result<Script> parse_script(std::string_view text) {
  Script script;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    Result<ScriptLine> parsed = parse_line(line);
    if (!parsed.ok()) return within("line " + std::to_string(number), parsed.error());
    script.push_back(std::move(parsed).value());
  }
  if (script.empty()) return Error{"no line with a reply"};
  return script;
}

std::optional<TurnAttempt> read_turn_header(std::string_view header) {
  const std::size_t second = header.rfind('/');
  if (second == header.npos || second == 0) return std::nullopt;
  const std::size_t first = header.rfind('/', second - 1);
  if (first == header.npos) return std::nullopt;
  const auto turn = whole_number(header.substr(first + 1, second - first - 1));
  const auto attempt = whole_number(header.substr(second + 1));
  if (!turn || !attempt) return std::nullopt;
  return TurnAttempt{*turn, *attempt};
}

const ScriptLine& line_for(const Script& script, TurnAttempt at) {
  std::size_t line = 0;
  for (long long turn = 1; turn < at.turn && line < script.size(); ++line) {
    if (script[line].attempts == 0) ++turn;
  }
  long long before = 0;
  for (; line < script.size(); ++line) {
    before += script[line].attempts;
    if (script[line].attempts == 0 || at.attempt <= before) return script[line];
  }
  return script.back();
}

const ScriptLine& line_for_request(const Script& script, long long number) {
  for (const ScriptLine& line : script) {
    number -= std::max(1, line.attempts);
    if (number <= 0) return line;
  }
  return script.back();
}
}  // namespace franz::demo_vlm
