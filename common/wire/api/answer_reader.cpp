#include "common/wire/api/answer_reader.h"
#include <algorithm>
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/api/server_words.h"

namespace franz {
static constexpr std::string_view kMark = "[DONE]";

AnswerReader::AnswerReader(int status, std::string_view content_type,
                           std::unique_ptr<AnswerObjects> objects)
    : status_(status),
      typed_events_(content_type.find("event-stream") != std::string_view::npos),
      objects_(std::move(objects)) {}

bool AnswerReader::has_text() const {
  const auto some = [](const std::optional<std::string>& text) { return text && !text->empty(); };
  return some(builder_.reply().content) || some(builder_.reply().reasoning);
}

std::size_t AnswerReader::held() const { return body_.size() + events_.held() + builder_.held(); }

// Size of the stream read so far: completed events, and bytes of the next one. Comments and blank
// lines do not change it.
std::pair<std::size_t, std::size_t> AnswerReader::read_of_stream() const {
  return {events_taken_, events_.in_comment() ? 0 : events_.held()};
}

bool AnswerReader::feed(std::string_view bytes) {
  if (builder_.gave_up()) return false;
  if (done()) return true;
  const auto before = read_of_stream();
  if (held() + bytes.size() > kMaxMessage) {
    body_.clear();
    builder_.give_up("the answer is longer than 64 MiB");
  } else if (form_ == Form::undecided) {
    body_ += bytes;
    decide_form(false);
  } else {
    take(bytes);
  }
  brought_something_ = form_ == Form::events
                           ? read_of_stream() != before
                           : bytes.find_first_not_of(" \t\r\n") != std::string_view::npos;
  return !builder_.gave_up();
}

// Decides by the first bytes whether the body is a JSON value, an event stream or something else
// (HTML, plain text). Only a stream must be recognised before the end.
void AnswerReader::decide_form(bool at_end) {
  static constexpr std::array<std::string_view, 6> kFields = {
      "data:", "event:", "id:", "retry:", "error:", ":"};
  // Blank lines and spaces may continue for minutes: they keep a connection alive.
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
  builder_.reply().streamed = true;
  std::string first;
  first.swap(body_);
  take(first);
}

void AnswerReader::take(std::string_view bytes) {
  switch (form_) {
    case Form::events:
      return events_.feed(bytes, [this](const SseEvent& event) { take_event(event); });
    case Form::other:
      // Only the beginning will be shown.
      body_ += bytes.substr(0, 2 * kMaxErrorText - std::min(body_.size(), 2 * kMaxErrorText));
      return;
    default: body_ += bytes;
  }
}

void AnswerReader::take_event(const SseEvent& event) {
  ++events_taken_;
  if (builder_.gave_up()) return;
  if (done() || builder_.said_error()) {
    if (event.data == kMark) take_mark();
    return;
  }
  if (!event.error.empty()) {
    if (!take_object(JsonObject().raw("error", event.error).finish()))
      builder_.say_error({clip(event.error), "", ""});
  } else if (event.data == kMark) {
    take_mark();
  } else if (event.name == "error") {
    // Its name identifies it, regardless of the object's form.
    take_object(event.data);
    if (!builder_.said_error() && !builder_.gave_up())
      builder_.say_error({clip(event.data), "", ""});
  } else if (!take_object(event.data, event.name)) {
    take_lines(event.data);
  }
}

// Lines without separators: each one is an event.
void AnswerReader::take_lines(std::string_view lines) {
  const std::size_t size = lines.size();
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    if (line == kMark) {
      take_mark();
    } else if (line.size() == size || !take_object(line)) {
      ++builder_.reply().odd_events;
    }
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void AnswerReader::take_mark() {
  // An error also ends the answer.
  if (objects_->is_done_by_mark() || builder_.said_error()) builder_.reply().done = true;
}

bool AnswerReader::take_object(std::string_view json, std::string_view event) {
  return objects_->take(json, event, builder_);
}

// Finishes an answer that is not a stream.
void AnswerReader::finish_single(End end) {
  const bool object = form_ == Form::json && take_object(body_);
  ModelReply& reply = builder_.reply();
  if (builder_.gave_up()) return;
  if (builder_.said_error()) {
    reply.kind = ModelReply::Kind::error;
  } else if (status_ >= 400) {
    reply.kind = ModelReply::Kind::error;
    reply.error.text = clip(body_);
  } else if (end == End::broken || body_.empty() || (form_ == Form::json && !object)) {
    reply.kind = ModelReply::Kind::cut;
  } else if (!objects_->knows_answer()) {
    reply.kind = ModelReply::Kind::error;
    reply.error.text =
        clip(std::string(kNoAnswer) + std::string(objects_->answer_name()) + ": " + body_);
  } else {
    reply.kind = objects_->is_whole(builder_) ? ModelReply::Kind::reply : ModelReply::Kind::cut;
  }
}

ModelReply AnswerReader::finish(End end) {
  ModelReply& reply = builder_.reply();
  if (end == End::too_large) builder_.give_up("the answer is longer than 64 MiB");
  if (form_ == Form::undecided) decide_form(true);
  if (form_ == Form::events) {
    if (end == End::whole) events_.finish([this](const SseEvent& event) { take_event(event); });
    if (builder_.said_error() || status_ >= 400) {
      reply.kind = ModelReply::Kind::error;
    } else if (reply.done || (end == End::whole && objects_->is_whole(builder_))) {
      reply.kind = ModelReply::Kind::reply;
    }
  } else if (!builder_.gave_up()) {
    finish_single(end);
  }
  if (builder_.gave_up()) {
    reply.kind = ModelReply::Kind::error;
  } else {
    objects_->put_in_order(builder_);
  }
  return std::move(reply);
}
}  // namespace franz
