#include "common/wire/chat_reply.h"
#include <algorithm>
#include <array>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz {
static constexpr std::size_t kMaxToolCalls = 1000;
static constexpr std::size_t kMaxPlainChunk = 4096;  // bytes around the text; real ones have 300

// At most kMaxErrorText bytes of valid UTF-8, ending with a whole character.
static std::string clip(std::string_view text) {
  std::string clipped = to_valid_utf8(text.substr(0, kMaxErrorText));
  // The cut may have gone through a character, which now is U+FFFD at the end.
  if (text.size() > kMaxErrorText && clipped.ends_with("\xEF\xBF\xBD")) {
    clipped.resize(clipped.size() - 3);
    clipped += "…";
  }
  return clipped;
}

std::string story_token(const ChatReply& reply) {
  std::string token = "\"";
  if (reply.content) token += *reply.content;
  token += '"';
  return token;
}

std::vector<std::string> reply_notes(const ChatReply& reply, int status) {
  std::vector<std::string> notes;
  const auto count = [](std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  if (reply.kind == ChatReply::Kind::error && status < 400)
    notes.push_back("error under status " + std::to_string(status));
  if (reply.kind == ChatReply::Kind::reply) {
    switch (reply.content_kind) {
      case ChatReply::Content::null:
        notes.emplace_back("content is null: the story is empty");
        break;
      case ChatReply::Content::missing:
        notes.emplace_back("content is missing: the story is empty");
        break;
      case ChatReply::Content::other:
        notes.emplace_back("content is no text: the story is empty");
        break;
      case ChatReply::Content::text:
        if (reply.content->empty()) notes.emplace_back("content is empty: so is the story");
    }
    if (reply.finish_reason == "length")
      notes.emplace_back("finish_reason is length: the reply ends where max_tokens ran out");
    if (reply.finish_reason == "content_filter")
      notes.emplace_back("finish_reason is content_filter: the server withheld text");
    if (reply.tool_calls > 0)
      notes.push_back(count(reply.tool_calls, "tool call") + " beside the content");
  }
  if (reply.reasoning && !reply.reasoning->empty())
    notes.push_back("separate reasoning of " + count(reply.reasoning->size(), "byte") +
                    ": not part of the story");
  if (reply.odd_events > 0)
    notes.push_back(count(reply.odd_events, "event") + " in the stream that were no JSON");
  return notes;
}

ChatReplyReader::ChatReplyReader(int status, std::string_view content_type)
    : status_(status), typed_events_(content_type.find("event-stream") != std::string_view::npos) {}

std::size_t ChatReplyReader::held() const {
  return body_.size() + events_.held() + (reply_.content ? reply_.content->size() : 0) +
         (reply_.reasoning ? reply_.reasoning->size() : 0);
}

bool ChatReplyReader::feed(std::string_view bytes) {
  if (reply_.too_large) return false;
  if (reply_.done) return true;
  if (held() + bytes.size() > kMaxMessage) {
    reply_.too_large = true;
    body_.clear();
    return false;
  }
  if (form_ == Form::undecided) {
    body_ += bytes;
    decide_form(false);
  } else {
    take(bytes);
  }
  return true;
}

// A JSON value, an event stream or something else (HTML, plain text), by the first bytes. Only a
// stream has to be known before the end.
void ChatReplyReader::decide_form(bool at_end) {
  static constexpr std::array<std::string_view, 6> kFields = {
      "data:", "event:", "id:", "retry:", "error:", ":"};
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  // Blank lines and spaces may go on for minutes: they keep a connection alive.
  std::size_t ink = 0;
  while (ink < body_.size()) {
    const std::string_view rest = std::string_view(body_).substr(ink);
    if (rest.starts_with(kByteOrderMark)) {
      ink += kByteOrderMark.size();
    } else if (std::string_view(" \t\r\n").find(rest.front()) != std::string_view::npos) {
      ++ink;
    } else {
      break;
    }
  }
  body_.erase(0, ink);
  const std::string_view start = body_;
  if (start.empty() || (!at_end && kByteOrderMark.starts_with(start))) return;

  const bool json = start.front() == '{' || start.front() == '[';
  const auto begins = [start](std::string_view field) { return start.starts_with(field); };
  const auto may_begin = [start](std::string_view field) { return field.starts_with(start); };
  if (json) {
    form_ = Form::json;
  } else if ((typed_events_ && start.front() != '<') || std::ranges::any_of(kFields, begins)) {
    form_ = Form::events;
  } else if (at_end || std::ranges::none_of(kFields, may_begin)) {
    form_ = Form::other;
  }
  if (form_ != Form::events) return;
  reply_.streamed = true;
  std::string first;
  first.swap(body_);
  take(first);
}

void ChatReplyReader::take(std::string_view bytes) {
  switch (form_) {
    case Form::events:
      return events_.feed(bytes, [this](const SseEvent& event) { take_event(event); });
    case Form::other:
      // Only its beginning will be shown.
      body_ += bytes.substr(0, 2 * kMaxErrorText - std::min(body_.size(), 2 * kMaxErrorText));
      return;
    default: body_ += bytes;
  }
}

void ChatReplyReader::take_event(const SseEvent& event) {
  if (reply_.done || said_error_) {
    if (event.data == "[DONE]") reply_.done = true;
    return;
  }
  if (!event.error.empty()) {
    if (!take_object("{\"error\":" + event.error + "}")) {
      reply_.error.text = clip(event.error);
      said_error_ = true;
    }
    return;
  }
  if (event.data == "[DONE]") {
    reply_.done = true;
  } else if (event.name == "error") {
    // Whatever the object's form, its name says what it is.
    if (!take_object(event.data) || !said_error_) reply_.error.text = clip(event.data);
    said_error_ = true;
  } else if (!take_object(event.data)) {
    // Lines that nothing separates: each its own event.
    std::string_view lines = event.data;
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      const std::string_view line = lines.substr(0, end);
      if (line == "[DONE]") reply_.done = true;
      if (line != "[DONE]" && (line.size() == event.data.size() || !take_object(line)))
        ++reply_.odd_events;
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
}

namespace {
// The string, number or whole value at a place, as text.
std::string words(JsonFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return "";
  return fields.is_text(pointer) ? fields.text(pointer) : fields.raw(pointer);
}

// An error that an object without a reply says, in the forms that servers use: {"error":"…"},
// {"error":{"message",…}}, or the same at the top level ({"object":"error","message":…}).
std::optional<ServerError> find_error(JsonFields& fields, bool has_choices) {
  ServerError error;
  std::string at;
  if (fields.has("/error") && fields.raw("/error") != "false") {
    if (!fields.is_object("/error")) {
      error.text = clip(words(fields, "/error"));
      return error.text.empty() ? std::nullopt : std::optional(error);
    }
    at = "/error";
  } else if (has_choices || !(fields.has("/message") || fields.has("/detail"))) {
    return std::nullopt;
  }
  const std::string message = at + "/message";
  error.text = clip(words(fields, fields.has(message) ? message : at.empty() ? "/detail" : at));
  error.type = words(fields, at + "/type");
  error.code = words(fields, at + "/code");
  return error;
}

TokenUsage read_usage(JsonFields& fields) {
  const auto tokens = [&](const char* name) {
    const std::string pointer = std::string("/usage/") + name;
    return fields.is_number(pointer) ? static_cast<long long>(fields.number(pointer, 0, 1e15)) : 0;
  };
  return {tokens("prompt_tokens"), tokens("completion_tokens"), tokens("total_tokens")};
}

void append_inner(std::optional<std::string>& joined, std::optional<std::string_view> token) {
  if (!token) return;
  if (!joined) joined.emplace();
  joined->append(token->substr(1, token->size() - 2));
}
}  // namespace

// One object: a chunk of a stream, or a whole answer. False: it is no JSON object.
bool ChatReplyReader::take_object(std::string_view json) {
  static constexpr std::array<std::string_view, 6> kTexts = {
      "/choices/*/delta/content",           "/choices/*/message/content",
      "/choices/*/delta/reasoning_content", "/choices/*/message/reasoning_content",
      "/choices/*/delta/reasoning",         "/choices/*/message/reasoning"};
  const Result<CutJson> cut = cut_tokens(json, kTexts);
  if (!cut.ok()) return false;
  // Most chunks of a stream differ in their text alone, and that was just cut out.
  if (!plain_chunk_.rest.empty() && cut.value().rest == plain_chunk_.rest) {
    append_inner(reply_.content, cut.value().find(json, plain_chunk_.content));
    append_inner(reply_.reasoning, cut.value().find(json, plain_chunk_.reasoning));
    return true;
  }
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return cut.value().rest == "null";  // a chunk of nothing
  JsonFields& fields = parsed.value();

  const bool has_choices = fields.has("/choices");
  has_choices_ = has_choices_ || has_choices;
  if (auto error = find_error(fields, has_choices)) {
    reply_.error = std::move(*error);
    said_error_ = true;
    return true;
  }
  if (reply_.model.empty() && fields.is_text("/model")) reply_.model = fields.text("/model");
  if (fields.is_object("/usage")) reply_.usage = read_usage(fields);

  const std::size_t choices = fields.size("/choices");
  for (std::size_t i = 0; i < choices; ++i) {
    const std::string choice = "/choices/" + std::to_string(i);
    const std::string index = choice + "/index";
    if (fields.is_number(index) ? fields.number(index, -1e15, 1e15) == 0 : i == 0)
      take_choice(fields, cut.value(), json, choice);
  }
  return true;
}

// Our one choice, at the place `choice` of an object.
void ChatReplyReader::take_choice(JsonFields& fields, const CutJson& cut, std::string_view json,
                                  const std::string& choice) {
  has_choice_ = true;
  const std::string said = choice + (fields.has(choice + "/delta") ? "/delta" : "/message");
  const auto place = [&](const char* name) {
    std::string pointer = said + name;
    if (!fields.is_text(pointer)) pointer.clear();
    return pointer;
  };
  const std::string content = place("/content");
  if (!content.empty()) {
    append_inner(reply_.content, cut.find(json, content));
    reply_.content_kind = ChatReply::Content::text;
  } else if (reply_.content_kind != ChatReply::Content::text) {
    const std::vector<std::string> keys = fields.keys(said);
    if (fields.has(said + "/content")) {
      reply_.content_kind = ChatReply::Content::other;
    } else if (std::ranges::find(keys, "content") != keys.end()) {
      reply_.content_kind = ChatReply::Content::null;
    }
  }
  std::string reasoning = place("/reasoning_content");
  if (reasoning.empty()) reasoning = place("/reasoning");
  append_inner(reply_.reasoning, cut.find(json, reasoning));

  const std::size_t calls = std::min(fields.size(said + "/tool_calls"), kMaxToolCalls);
  for (std::size_t call = 0; call < calls; ++call) {
    const std::string index = said + "/tool_calls/" + std::to_string(call) + "/index";
    tool_indexes_.insert(fields.is_number(index)
                             ? static_cast<long long>(fields.number(index, 0, kMaxToolCalls))
                             : static_cast<long long>(call));
  }
  const std::string reason = choice + "/finish_reason";
  if (fields.is_text(reason) && !fields.text(reason).empty())
    reply_.finish_reason = fields.text(reason);
  const bool plain = fields.size("/choices") == 1 && calls == 0 && !content.empty() &&
                     !fields.has(reason) && !fields.has("/usage") &&
                     cut.rest.size() <= kMaxPlainChunk;
  if (plain) plain_chunk_ = {cut.rest, content, reasoning};
}

// The end of an answer that was no stream.
void ChatReplyReader::finish_single(End end) {
  const bool object = form_ == Form::json && take_object(body_);
  if (said_error_) {
    reply_.kind = ChatReply::Kind::error;
  } else if (status_ >= 400) {
    reply_.kind = ChatReply::Kind::error;
    reply_.error.text = clip(body_);
  } else if (end == End::broken || body_.empty() || (form_ == Form::json && !object)) {
    reply_.kind = ChatReply::Kind::cut;
  } else if (!has_choices_) {
    reply_.kind = ChatReply::Kind::error;
    reply_.error.text = clip("the answer is no chat completion: " + body_);
  } else {
    reply_.kind = has_choice_ ? ChatReply::Kind::reply : ChatReply::Kind::cut;
  }
}

ChatReply ChatReplyReader::finish(End end) {
  if (form_ == Form::undecided) decide_form(true);
  if (form_ == Form::events) {
    if (end == End::whole) events_.finish([this](const SseEvent& event) { take_event(event); });
    if (said_error_ || status_ >= 400) {
      reply_.kind = ChatReply::Kind::error;
    } else if (reply_.done || (end == End::whole && reply_.finish_reason)) {
      reply_.kind = ChatReply::Kind::reply;
    }
  } else if (!reply_.too_large) {
    finish_single(end);
  }
  reply_.tool_calls = tool_indexes_.size();
  if (reply_.too_large) {
    reply_.kind = ChatReply::Kind::error;
    reply_.error = {"the answer is longer than 64 MiB; reading it was given up", "too_large", ""};
  }
  return std::move(reply_);
}

// How many bytes at the end of joined inner characters may change their meaning with what follows:
// the first half of a surrogate pair, or a character whose bytes are not all there.
static std::size_t open_tail(std::string_view inner) {
  static constexpr std::size_t kEscape = 6;  // \ud83d
  if (inner.size() >= kEscape) {
    const std::string_view last = inner.substr(inner.size() - kEscape);
    std::size_t backslashes = 0;
    while (backslashes < inner.size() - kEscape + 1 &&
           inner[inner.size() - kEscape - backslashes] == '\\')
      ++backslashes;
    if (backslashes % 2 == 1 && last[1] == 'u' && (last[2] == 'd' || last[2] == 'D') &&
        std::string_view("89abAB").find(last[3]) != std::string_view::npos)
      return kEscape;
  }
  for (std::size_t back = 1; back <= 3 && back <= inner.size(); ++back) {
    const auto byte = static_cast<unsigned char>(inner[inner.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

std::string ChatReplyReader::take_piece(const std::optional<std::string>& joined,
                                        std::size_t& shown, bool all) {
  if (!joined || shown >= joined->size()) return "";
  const std::string_view fresh = std::string_view(*joined).substr(shown);
  const std::size_t ready = fresh.size() - (all ? 0 : open_tail(fresh));
  shown += ready;
  return decode_json_string(fresh.substr(0, ready));
}

std::string ChatReplyReader::take_content() {
  return take_piece(reply_.content, shown_content_, reply_.done);
}

std::string ChatReplyReader::take_reasoning() {
  return take_piece(reply_.reasoning, shown_reasoning_, reply_.done);
}
}  // namespace franz
