#pragma once
// Reads the body of a server's answer from a copy of the bytes, for every API. The bytes decide
// whether it is one JSON object or a stream of events. Replies and errors are accepted under any
// status, as real servers send them. AnswerObjects interprets the objects for its API.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include "common/wire/api/model_reply.h"
#include "common/wire/api/reply_builder.h"
#include "common/wire/api/sse_events.h"

namespace franz {
// Takes the objects of one answer in order.
class AnswerObjects {
 public:
  virtual ~AnswerObjects() = default;

  // Takes the data of an event, or the body of an answer that is not a stream. `event`: the event's
  // name; empty: none. Returns false if it is not a JSON object; "null" counts as an empty one.
  virtual bool take(std::string_view json, std::string_view event, ReplyBuilder& reply) = 0;

  // Whether "[DONE]" completes the reply before it.
  virtual bool is_done_by_mark() const = 0;

  // Whether any object belonged to this API, including errors.
  virtual bool knows_answer() const = 0;
  // For people: "chat completion".
  virtual std::string_view answer_name() const = 0;

  // Called when the transport ended normally. Whether the reply is complete although it did not say
  // so itself (ModelReply::done).
  virtual bool is_whole(const ReplyBuilder& reply) const = 0;

  // Called at the end: sorts what arrived out of order.
  virtual void put_in_order(ReplyBuilder& reply) const = 0;
};

class AnswerReader : public ReplyReader {
 public:
  // `status`: from 400 on, the answer is an error whatever its body contains. `content_type`: the
  // header's value. It is only a hint, the first bytes decide (LM Studio answers a stream with
  // JSON).
  AnswerReader(int status, std::string_view content_type, std::unique_ptr<AnswerObjects> objects);

  bool feed(std::string_view bytes) override;
  bool brought_something() const override { return brought_something_; }
  bool has_text() const override;
  std::size_t held() const override;
  bool done() const override { return builder_.reply().done; }
  std::string take_content() override { return builder_.take_content(done()); }
  std::string take_reasoning() override { return builder_.take_reasoning(done()); }
  ModelReply finish(End end) override;

 private:
  enum class Form { undecided, json, events, other };

  std::pair<std::size_t, std::size_t> read_of_stream() const;
  void decide_form(bool at_end);
  void take(std::string_view bytes);
  void take_event(const SseEvent& event);
  void take_lines(std::string_view lines);
  bool take_object(std::string_view json, std::string_view event = "");
  void take_mark();
  void finish_single(End end);

  int status_;
  bool typed_events_;  // the content type announces an event stream
  std::unique_ptr<AnswerObjects> objects_;
  Form form_ = Form::undecided;
  std::string body_;  // unread bytes: a whole JSON answer, or the first bytes of any
  SseEvents events_;
  std::size_t events_taken_ = 0;
  bool brought_something_ = false;
  ReplyBuilder builder_;
};
}  // namespace franz
