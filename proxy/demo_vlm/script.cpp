#include "proxy/demo_vlm/script.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/wire/franz_turn.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
Result<ScriptLine> parse_line(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  ScriptLine line;
  if (const auto token = fields.optional_token("/content", kMaxMessage))
    line.content = token->substr(1, token->size() - 2);
  if (const auto token = fields.optional_token("/reasoning", kMaxMessage))
    line.reasoning = std::string(token->substr(1, token->size() - 2));
  line.calls = read_calls(fields, "/calls");
  line.finish_reason = fields.text("/finish_reason", line.calls.empty() ? "stop" : "tool_calls");
  line.status = static_cast<int>(fields.integer("/status", 200, 599, 200));
  if (fields.has("/error")) line.error = fields.raw("/error");
  if (fields.has("/retry_after"))
    line.retry_after = static_cast<int>(fields.integer("/retry_after", 0, 86400));
  if (fields.has("/delay_ms")) line.delay_ms = fields.integer("/delay_ms", 0, 3600000);
  if (fields.has("/cut")) line.cut = static_cast<std::size_t>(fields.integer("/cut", 0, 1 << 30));
  line.model = fields.text("/model", "");
  line.attempts = static_cast<int>(fields.integer("/attempts", 1, 1000000, 0));
  if (!fields.failure().empty()) return Error{fields.failure()};
  return line;
}
}  // namespace

Result<Script> parse_script(std::string_view text) {
  Script script;
  int number = 0;
  for (std::string_view line : split_lines(text)) {
    ++number;
    line = line.substr(0, line.find_last_not_of(" \r") + 1);
    if (line.empty() || line.front() == '#') continue;
    Result<ScriptLine> parsed = parse_line(line);
    if (!parsed.ok()) return within("line " + std::to_string(number), parsed.error());
    script.push_back(std::move(parsed).value());
  }
  if (script.empty()) return Error{"no line with a reply"};
  return script;
}

std::optional<TurnAttempt> AttemptCounter::count(std::string_view header) {
  const std::optional<FranzTurn> asked = parse_franz_turn(header);
  if (!asked) return std::nullopt;
  TurnAttempt& newest = newest_.try_emplace(asked->run, TurnAttempt{asked->turn, 0}).first->second;
  if (newest.turn != asked->turn) newest = {asked->turn, 0};
  ++newest.attempt;
  return newest;
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
