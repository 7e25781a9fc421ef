#pragma once
// Reads the body of a server's answer from a copy of the bytes, whatever the API: one JSON object
// or a stream of events, as the bytes say, with replies and errors under any status, as servers
// really send them. What the objects say is the API's matter: AnswerObjects.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include "common/wire/api/model_reply.h"
#include "common/wire/api/reply_builder.h"
#include "common/wire/api/sse_events.h"

namespace franz {
// Takes the objects of one answer, in their order.
class AnswerObjects {
 public:
  virtual ~AnswerObjects() = default;

  // The data of an event, or the body of an answer that is no stream. `event`: the event's name;
  // empty: it has none. False: it is no JSON object; "null" is one that says nothing.
  virtual bool take(std::string_view json, std::string_view event, ReplyBuilder& reply) = 0;

  // Whether "[DONE]" makes what came before it a whole reply.
  virtual bool is_done_by_mark() const = 0;

  // Whether any object was of this API, error or not.
  virtual bool knows_answer() const = 0;
  // For people: "chat completion".
  virtual std::string_view answer_name() const = 0;

  // The transport has ended as it should. Whether the reply is whole, if it has not said so itself
  // (ModelReply::done).
  virtual bool is_whole(const ReplyBuilder& reply) const = 0;

  // Nothing more comes: puts what came out of order into its order.
  virtual void put_in_order(ReplyBuilder& reply) const = 0;
};

class AnswerReader : public ReplyReader {
 public:
  // `status`: from 400 on, the answer is an error whatever its body says. `content_type`: the
  // header's value; a hint only, the first bytes decide (LM Studio answers a stream with JSON).
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
  bool typed_events_;  // the content type says: a stream of events
  std::unique_ptr<AnswerObjects> objects_;
  Form form_ = Form::undecided;
  std::string body_;  // what is not read yet: all of a JSON answer, the first bytes of any
  SseEvents events_;
  std::size_t events_taken_ = 0;
  bool brought_something_ = false;
  ReplyBuilder builder_;
};
}  // namespace franz
