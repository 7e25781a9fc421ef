#include "executor/dialect/calls_in_text.h"
#include <algorithm>
#include <optional>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/dialect.h"
#include "common/formats/tagged_calls.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
constexpr std::string_view kFence = "```";

// The text as a token; empty where there is none.
std::string token_at(const JsonDocument& values, std::string_view pointer) {
  const JsonDocument::Id id = values.at(pointer);
  return id != JsonDocument::kNone && values.kind(id) == Kind::text ? std::string(values.bytes(id))
                                                                    : "";
}

// The object at `pointer` as a call; nothing: it names none.
std::optional<ReplyCall> reply_call_at(const JsonDocument& values, const std::string& pointer) {
  const JsonDocument::Id id = values.at(pointer);
  if (id == JsonDocument::kNone || values.kind(id) != Kind::object) return std::nullopt;
  ReplyCall call;
  const std::string at = values.at(pointer + "/function/name") == JsonDocument::kNone
                             ? pointer
                             : pointer + "/function";
  call.name = token_at(values, at + "/name");
  if (call.name.empty()) return std::nullopt;
  if (std::string given = token_at(values, pointer + "/id"); !given.empty())
    call.id = std::move(given);
  for (const char* member : {"/arguments", "/parameters"}) {
    const JsonDocument::Id arguments = values.at(at + member);
    if (arguments == JsonDocument::kNone) continue;
    call.arguments = values.kind(arguments) == Kind::text ? std::string(values.bytes(arguments))
                                                          : values.compact(arguments);
    break;
  }
  return call;
}

// A call, or a list of calls and nothing else; empty: the text is neither.
std::vector<ReplyCall> calls_of(std::string_view json) {
  const Result<JsonDocument> read = JsonDocument::read(json);
  if (!read.ok()) return {};
  const JsonDocument& values = read.value();
  if (values.kind(JsonDocument::kRoot) == Kind::object) {
    if (auto call = reply_call_at(values, "")) return {*std::move(call)};
    return {};
  }
  if (values.kind(JsonDocument::kRoot) != Kind::list ||
      values.size(JsonDocument::kRoot) > kMaxCalls)
    return {};
  std::vector<ReplyCall> calls;
  for (std::size_t i = 0; i < values.size(JsonDocument::kRoot); ++i) {
    auto call = reply_call_at(values, "/" + std::to_string(i));
    if (!call) return {};
    calls.push_back(*std::move(call));
  }
  return calls;
}

// What is between the fences of the text's one fenced block; nothing: there is none, or several.
std::optional<std::string_view> one_fenced_block(std::string_view text) {
  const std::size_t open = text.find(kFence);
  if (open == text.npos) return std::nullopt;
  const std::size_t begin = text.find('\n', open);
  if (begin == text.npos) return std::nullopt;
  const std::size_t close = text.find(kFence, begin);
  if (close == text.npos || text.find(kFence, close + kFence.size()) != text.npos)
    return std::nullopt;
  return text.substr(begin, close - begin);
}

std::vector<TextCall> tagged_text_calls(std::string_view text) {
  std::vector<TextCall> found;
  std::size_t close = 0;  // the first behind the place looked at; looked for once
  for (std::size_t at = text.find(kToolCallOpen); at != text.npos && found.size() < kMaxCalls;) {
    const std::size_t begin = at + kToolCallOpen.size();
    if (close < begin) close = text.find(kToolCallClose, begin);
    const std::size_t next = text.find(kToolCallOpen, begin);
    const std::string_view inside =
        trimmed(text.substr(begin, std::min({close, next, text.size()}) - begin));
    std::vector<ReplyCall> calls = calls_of(inside);
    if (calls.empty()) found.push_back({false, {}, std::string(inside.substr(0, kMaxWritten))});
    for (ReplyCall& call : calls)
      if (found.size() < kMaxCalls) found.push_back({true, std::move(call), ""});
    at = next;
  }
  return found;
}
}  // namespace

std::vector<TextCall> calls_in_text(std::string_view text, const Vocabulary& vocabulary) {
  if (std::vector<TextCall> tagged = tagged_text_calls(text); !tagged.empty()) return tagged;
  std::vector<ReplyCall> calls = calls_of(trimmed(text));
  if (calls.empty())
    if (const auto block = one_fenced_block(text)) calls = calls_of(trimmed(*block));
  const bool known = std::ranges::all_of(calls, [&](const ReplyCall& call) {
    return std::ranges::find(vocabulary.words, decode_json_string(call.name), &Word::name) !=
           vocabulary.words.end();
  });
  std::vector<TextCall> found;
  if (known)
    for (ReplyCall& call : calls) found.push_back({true, std::move(call), ""});
  return found;
}
}  // namespace franz::executor
