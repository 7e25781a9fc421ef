#include "common/wire/api/chat_reply.h"
#include <algorithm>
#include <array>
#include <functional>
#include "common/base/json_string.h"
#include "common/base/json_values.h"
#include "common/base/utf8.h"
#include "common/wire/json_fields.h"
#include "common/wire/limits.h"

namespace franz {
static constexpr std::string_view kNoText = "\"\"";
static constexpr std::size_t kMaxName = 200;  // bytes of a finish reason, a model, an error's type
static constexpr std::size_t kMaxPlainChunk = 4096;  // bytes around the text; real ones have 300

// At most `max` bytes of valid UTF-8, ending with a whole character.
static std::string clip(std::string_view text, std::size_t max = kMaxErrorText) {
  std::string clipped = to_valid_utf8(text.substr(0, max));
  // The cut may have gone through a character, which now is U+FFFD at the end.
  if (text.size() > max && clipped.ends_with("\xEF\xBF\xBD")) {
    clipped.resize(clipped.size() - 3);
    clipped += "…";
  }
  return clipped;
}

ChatReplyReader::ChatReplyReader(int status, std::string_view content_type)
    : status_(status), typed_events_(content_type.find("event-stream") != std::string_view::npos) {}

bool ChatReplyReader::has_text() const {
  const auto some = [](const std::optional<std::string>& text) { return text && !text->empty(); };
  return some(reply_.content) || some(reply_.reasoning);
}

std::size_t ChatReplyReader::held() const {
  return body_.size() + events_.held() + (reply_.content ? reply_.content->size() : 0) +
         (reply_.reasoning ? reply_.reasoning->size() : 0) + call_bytes_;
}

// Its events, and the bytes of the next one. Comments and blank lines do not change it.
std::pair<std::size_t, std::size_t> ChatReplyReader::read_of_stream() const {
  return {events_taken_, events_.in_comment() ? 0 : events_.held()};
}

bool ChatReplyReader::feed(std::string_view bytes) {
  if (reply_.too_large) return false;
  if (reply_.done) return true;
  const auto before = read_of_stream();
  if (held() + bytes.size() > kMaxMessage) {
    body_.clear();
    give_up("the answer is longer than 64 MiB");
  } else if (form_ == Form::undecided) {
    body_ += bytes;
    decide_form(false);
  } else {
    take(bytes);
  }
  brought_something_ = form_ == Form::events
                           ? read_of_stream() != before
                           : bytes.find_first_not_of(" \t\r\n") != std::string_view::npos;
  return !reply_.too_large;
}

void ChatReplyReader::give_up(const std::string& what) {
  if (!reply_.too_large) reply_.error = {what + "; reading it was given up", "too_large", ""};
  reply_.too_large = true;
  reply_.content.reset();
  reply_.reasoning.reset();
  reply_.calls.clear();
  call_bytes_ = 0;
}

// A JSON value, an event stream or something else (HTML, plain text), by the first bytes. Only a
// stream has to be known before the end.
void ChatReplyReader::decide_form(bool at_end) {
  static constexpr std::array<std::string_view, 6> kFields = {
      "data:", "event:", "id:", "retry:", "error:", ":"};
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
  ++events_taken_;
  if (reply_.too_large) return;
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
  error.type = clip(words(fields, at + "/type"), kMaxName);
  error.code = clip(words(fields, at + "/code"), kMaxName);
  return error;
}

TokenUsage read_usage(JsonFields& fields) {
  const auto tokens = [&](const char* name) {
    const std::string pointer = std::string("/usage/") + name;
    return fields.is_number(pointer) ? static_cast<long long>(fields.number(pointer, 0, 1e15)) : 0;
  };
  return {tokens("prompt_tokens"), tokens("completion_tokens"), tokens("total_tokens")};
}
}  // namespace

// ---- Tool calls

// Of arguments that are no texts: each of their values counts where a message holds them, too
// (kMaxValues).
static constexpr std::size_t kMaxValueBytes = 256UL << 10U;

// Counts what is added to the calls. False: it is too much.
bool ChatReplyReader::may_keep(std::size_t call_bytes) {
  const std::size_t text = reply_.content ? reply_.content->size() : 0;
  if (text + call_bytes_ + call_bytes > kMaxReply) {
    give_up("the reply's text and tool calls are longer than 16 MiB");
    return false;
  }
  call_bytes_ += call_bytes;
  return true;
}

// The call that a piece belongs to; null: there are too many. Some servers send every call under
// one index, each with an id of its own.
ReplyCall* ChatReplyReader::call_at(long long index, std::string_view id) {
  const auto found = calls_by_index_.find(index);
  if (found != calls_by_index_.end()) {
    ReplyCall& call = reply_.calls[found->second];
    if (id == kNoText || call.id == kNoText || call.id == id) return &call;
  }
  if (reply_.calls.size() == kMaxCalls) {
    give_up("the reply has more than " + std::to_string(kMaxCalls) + " tool calls");
    return nullptr;
  }
  const ReplyCall fresh;
  if (!may_keep(bytes_of({&fresh, 1}))) return nullptr;
  calls_by_index_[index] = reply_.calls.size();
  return &reply_.calls.emplace_back(fresh);
}

// One piece of a list "tool_calls", the `place`th of it. The first id and name count; the
// arguments' texts are joined as the content's are.
void ChatReplyReader::take_call(JsonFields& fields, const std::string& at, std::size_t place) {
  if (!fields.is_object(at)) return;
  const std::string index = at + "/index", function = at + "/function";
  const std::string_view id = fields.find_token(at + "/id").value_or(kNoText);
  ReplyCall* const call =
      call_at(fields.is_number(index) ? static_cast<long long>(fields.number(index, -1e15, 1e15))
                                      : static_cast<long long>(place),
              id);
  if (call == nullptr) return;
  const auto take_first = [this](std::string& value, const std::optional<std::string_view>& json) {
    if (!json || *json == kNoText || value != kNoText) return true;
    if (!may_keep(json->size())) return false;
    value = *json;
    return true;
  };
  // A value that is no text is written compactly: what holds it has one line, and no member twice.
  std::string compact;
  std::optional<std::string_view> piece = fields.find_token(function + "/arguments");
  if (!piece && fields.has(function + "/arguments")) {
    compact = fields.raw(function + "/arguments");
    value_bytes_ += compact.size();
    if (value_bytes_ > kMaxValueBytes)
      return give_up("the tool calls' arguments that are no texts are longer than 256 KiB");
    piece = compact;
  }
  const bool goes_on = piece && call->arguments != kNoText;
  if (!take_first(call->id, id) || !take_first(call->name, fields.find_token(function + "/name")) ||
      !take_first(call->arguments, piece) || !goes_on)
    return;
  if (call->arguments.front() != '"' || piece->front() != '"') return;
  const std::string_view inner = piece->substr(1, piece->size() - 2);
  if (may_keep(inner.size())) call->arguments.insert(call->arguments.size() - 1, inner);
}

void ChatReplyReader::append(Text text, std::optional<std::string_view> token) {
  if (!token || reply_.too_large) return;
  std::optional<std::string>& joined = reply_.*text;
  if (!joined) joined.emplace();
  const std::size_t beside = text == &ModelReply::content ? call_bytes_ : 0;
  if (joined->size() + beside + token->size() - 2 > kMaxReply)
    return give_up(text == &ModelReply::content ? "the reply's text is longer than 16 MiB"
                                                : "the reply's reasoning is longer than 16 MiB");
  joined->append(token->substr(1, token->size() - 2));
}

// Most chunks of a stream differ in their text alone. One whose bytes around the text are those of
// the chunk before it says the same, and need not be read again.
bool ChatReplyReader::take_plain_chunk(std::string_view json) {
  if (plain_chunk_.texts.empty()) return false;
  std::array<std::string_view, 2> tokens;
  for (std::size_t i = 0; i < plain_chunk_.texts.size(); ++i) {
    const std::string& before = plain_chunk_.texts[i].first;
    if (!json.starts_with(before)) return false;
    json.remove_prefix(before.size());
    const std::size_t length = json_string_length(json);
    if (length == std::string_view::npos) return false;
    tokens[i] = json.substr(0, length);
    json.remove_prefix(length);
  }
  if (json != plain_chunk_.end) return false;
  for (std::size_t i = 0; i < plain_chunk_.texts.size(); ++i)
    append(plain_chunk_.texts[i].second, tokens[i]);
  return true;
}

// `content` and `reasoning` are tokens in `json`, or empty.
void ChatReplyReader::keep_plain_chunk(std::string_view json, std::string_view content,
                                       std::string_view reasoning) {
  if (json.size() - content.size() - reasoning.size() > kMaxPlainChunk) return;
  std::vector<std::pair<std::string_view, Text>> found;
  if (!content.empty()) found.emplace_back(content, &ModelReply::content);
  if (!reasoning.empty()) found.emplace_back(reasoning, &ModelReply::reasoning);
  std::ranges::sort(found, std::less{}, [](const auto& text) { return text.first.data(); });
  plain_chunk_.texts.clear();
  for (const auto& [token, text] : found) {
    const auto before = static_cast<std::size_t>(token.data() - json.data());
    plain_chunk_.texts.emplace_back(json.substr(0, before), text);
    json.remove_prefix(before + token.size());
  }
  plain_chunk_.end = json;
}

// One object: a chunk of a stream, or a whole answer. False: it is no JSON object.
bool ChatReplyReader::take_object(std::string_view json) {
  if (take_plain_chunk(json)) return true;
  Result<JsonFields> parsed = JsonFields::parse(json, JsonFields::Duplicates::last_wins);
  if (!parsed.ok()) {
    if (parsed.error().code == ErrorCode::too_large)
      give_up("the answer has more than " + std::to_string(kMaxValues) + " values");
    return json == "null";  // a chunk of nothing
  }
  JsonFields& fields = parsed.value();
  for (const std::string& each : fields.duplicates())
    if (reply_.duplicates.size() < JsonValues::kMaxDuplicates &&
        std::ranges::find(reply_.duplicates, each) == reply_.duplicates.end())
      reply_.duplicates.push_back(each);

  const bool has_choices = fields.has("/choices");
  has_choices_ = has_choices_ || has_choices;
  if (auto error = find_error(fields, has_choices)) {
    reply_.error = std::move(*error);
    said_error_ = true;
    return true;
  }
  if (reply_.model.empty() && fields.is_text("/model"))
    reply_.model = clip(fields.text("/model"), kMaxName);
  if (fields.is_object("/usage")) reply_.usage = read_usage(fields);

  const std::size_t choices = fields.size("/choices");
  for (std::size_t i = 0; i < choices; ++i) {
    const std::string choice = "/choices/" + std::to_string(i);
    const std::string index = choice + "/index";
    if (fields.is_number(index) ? fields.number(index, -1e15, 1e15) == 0 : i == 0)
      take_choice(fields, json, choice);
  }
  return true;
}

// Our one choice, at the place `choice` of an object.
void ChatReplyReader::take_choice(JsonFields& fields, std::string_view json,
                                  const std::string& choice) {
  has_choice_ = true;
  const std::string said = choice + (fields.has(choice + "/delta") ? "/delta" : "/message");
  const std::optional<std::string_view> content = fields.find_token(said + "/content");
  append(&ModelReply::content, content);
  if (content) {
    reply_.content_kind = ModelReply::Content::text;
  } else if (reply_.content_kind != ModelReply::Content::text) {
    if (fields.has(said + "/content")) {
      reply_.content_kind = ModelReply::Content::other;
    } else if (fields.is_null(said + "/content")) {
      reply_.content_kind = ModelReply::Content::null;
    }
  }
  std::optional<std::string_view> reasoning = fields.find_token(said + "/reasoning_content");
  if (!reasoning) reasoning = fields.find_token(said + "/reasoning");
  append(&ModelReply::reasoning, reasoning);

  const std::size_t calls = fields.size(said + "/tool_calls");
  for (std::size_t call = 0; call < calls && !reply_.too_large; ++call)
    take_call(fields, said + "/tool_calls/" + std::to_string(call), call);
  const std::string reason = choice + "/finish_reason";
  if (fields.is_text(reason) && !fields.text(reason).empty())
    reply_.finish_reason = clip(fields.text(reason), kMaxName);
  const bool plain = fields.size("/choices") == 1 && calls == 0 && (content || reasoning) &&
                     !fields.has(reason) && !fields.has("/usage");
  if (plain) keep_plain_chunk(json, content.value_or(""), reasoning.value_or(""));
}

// The end of an answer that was no stream.
void ChatReplyReader::finish_single(End end) {
  const bool object = form_ == Form::json && take_object(body_);
  if (reply_.too_large) return;
  if (said_error_) {
    reply_.kind = ModelReply::Kind::error;
  } else if (status_ >= 400) {
    reply_.kind = ModelReply::Kind::error;
    reply_.error.text = clip(body_);
  } else if (end == End::broken || body_.empty() || (form_ == Form::json && !object)) {
    reply_.kind = ModelReply::Kind::cut;
  } else if (!has_choices_) {
    reply_.kind = ModelReply::Kind::error;
    reply_.error.text = clip("the answer is no chat completion: " + body_);
  } else {
    reply_.kind = has_choice_ ? ModelReply::Kind::reply : ModelReply::Kind::cut;
  }
}

ModelReply ChatReplyReader::finish(End end) {
  if (end == End::too_large) give_up("the answer is longer than 64 MiB");
  if (form_ == Form::undecided) decide_form(true);
  if (form_ == Form::events) {
    if (end == End::whole) events_.finish([this](const SseEvent& event) { take_event(event); });
    if (said_error_ || status_ >= 400) {
      reply_.kind = ModelReply::Kind::error;
    } else if (reply_.done || (end == End::whole && reply_.finish_reason)) {
      reply_.kind = ModelReply::Kind::reply;
    }
  } else if (!reply_.too_large) {
    finish_single(end);
  }
  if (reply_.too_large) reply_.kind = ModelReply::Kind::error;
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

std::unique_ptr<ReplyReader> make_chat_reader(int status, std::string_view content_type) {
  return std::make_unique<ChatReplyReader>(status, content_type);
}
}  // namespace franz
