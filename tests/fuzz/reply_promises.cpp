#include "tests/fuzz/reply_promises.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/sse_events.h"

namespace franz {
namespace {
std::string_view body_of(std::string_view bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  const bool http = bytes.starts_with("HTTP/") && end != std::string_view::npos;
  return http ? bytes.substr(end + 4) : bytes;
}

// UTF-8, or WTF-8 with lone surrogates.
bool is_text(const std::string& text) { return decode_json_string(quote_json(text)) == text; }

struct Read {
  std::string text, broken;
};

// `step`: bytes per piece; 0: all at once.
Read read_by(const Api& api, int status, std::string_view type, std::string_view bytes,
             std::size_t step) {
  const auto reader = api.reader(status, type);
  Read read;
  std::string shown;
  bool taken = true;
  for (std::size_t at = 0; taken && at < bytes.size(); at += step) {
    if (step == 0) step = bytes.size();
    taken = reader->feed(bytes.substr(at, step));
    const std::string content = reader->take_content(), reasoning = reader->take_reasoning();
    if (!is_text(content) || !is_text(reasoning)) read.broken = "a shown text that is no text";
    shown += content;
  }
  const ModelReply reply =
      reader->finish(taken ? ReplyReader::End::whole : ReplyReader::End::too_large);
  for (const std::optional<std::string>* part : {&reply.content, &reply.reasoning})
    if (*part && !JsonDocument::read("\"" + **part + "\"").ok())
      read.broken = "no string: " + **part;
  for (const ReplyCall& call : reply.calls)
    if (!JsonDocument::read(call.id).ok() || !JsonDocument::read(call.name).ok() ||
        !JsonDocument::read(call.arguments).ok())
      read.broken = "a call that is no JSON: " + calls_json(reply.calls);
  if (to_valid_utf8(reply.error.text) != reply.error.text)
    read.broken = "an error that is no UTF-8";
  const auto or_none = [](const std::optional<std::string>& text) { return text.value_or("-"); };
  read.text = std::to_string(static_cast<int>(reply.kind)) + "|" +
              std::to_string(static_cast<int>(reply.content_kind)) + "|" + or_none(reply.content) +
              "|" + or_none(reply.reasoning) + "|" + or_none(reply.finish_reason) + "|" +
              calls_json(reply.calls) + "|" +
              (reply.usage ? std::to_string(reply.usage->completion_tokens) : "-") + "|" +
              reply.error.text + "|" + reply.error.type + "|" + reply.error.code + "|" +
              reply.model + "|" + (reply.streamed ? "streamed" : "") + (reply.done ? " done" : "") +
              "|" + std::to_string(reply.odd_events);
  for (const std::string& each : reply.duplicates) read.text += "|" + each;
  read.text += "|" + shown;
  return read;
}

std::string broken_reply(std::string_view api_name, std::string_view bytes) {
  const Api* api = find_api(api_name);
  if (api == nullptr) return "no such API";
  const std::string_view body = body_of(bytes);
  for (const int status : {200, 500}) {
    for (const std::string_view type : {"", "application/json", "text/event-stream"}) {
      const Read whole = read_by(*api, status, type, body, 0);
      if (!whole.broken.empty()) return whole.broken;
      for (const std::size_t step : {1U, 5U}) {
        const Read cut = read_by(*api, status, type, body, step);
        if (!cut.broken.empty()) return cut.broken;
        if (cut.text != whole.text)
          return "cut into " + std::to_string(step) + ": " + cut.text + " and whole: " + whole.text;
      }
    }
  }
  return "";
}

std::string events_of(std::string_view bytes, std::size_t step) {
  SseEvents events;
  std::string text;
  const auto take = [&](const SseEvent& event) {
    text += "event " + event.name + "|" + event.data + "|" + event.error + "\n";
  };
  for (std::size_t at = 0; at < bytes.size(); at += step) events.feed(bytes.substr(at, step), take);
  events.finish(take);
  return text;
}
}  // namespace

std::string broken_chat_reply_promise(std::string_view bytes) {
  return broken_reply("chat", bytes);
}
std::string broken_responses_reply_promise(std::string_view bytes) {
  return broken_reply("responses", bytes);
}

std::string broken_sse_promise(std::string_view bytes) {
  const std::string_view body = body_of(bytes);
  const std::string whole = events_of(body, std::max<std::size_t>(1, body.size()));
  for (const std::size_t step : {1U, 3U})
    if (events_of(body, step) != whole) return "cut into " + std::to_string(step);
  return "";
}
}  // namespace franz
