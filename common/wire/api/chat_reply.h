#pragma once
// The body of the answer to the chat API, read from a copy of the bytes.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/wire/api/model_reply.h"
#include "common/wire/api/sse_events.h"

namespace franz {
class JsonFields;

// Reads one JSON object or a stream of events, as the bytes say: replies and errors, under any
// status, as servers really send them.
class ChatReplyReader : public ReplyReader {
 public:
  // `status`: from 400 on, the answer is an error whatever its body says. `content_type`: the
  // header's value; a hint only, the first bytes decide (LM Studio answers a stream with JSON).
  ChatReplyReader(int status, std::string_view content_type);

  bool feed(std::string_view bytes) override;
  bool brought_something() const override { return brought_something_; }
  bool has_text() const override;
  std::size_t held() const override;
  bool done() const override { return reply_.done; }  // [DONE] came
  std::string take_content() override;
  std::string take_reasoning() override;
  ModelReply finish(End end) override;

 private:
  enum class Form { undecided, json, events, other };

  std::pair<std::size_t, std::size_t> read_of_stream() const;
  void decide_form(bool at_end);
  void take(std::string_view bytes);
  void take_event(const SseEvent& event);
  bool take_object(std::string_view json);
  void take_choice(JsonFields& fields, std::string_view json, const std::string& choice);
  bool take_plain_chunk(std::string_view json);
  void keep_plain_chunk(std::string_view json, std::string_view content,
                        std::string_view reasoning);
  using Text = std::optional<std::string> ModelReply::*;  // content or reasoning
  void append(Text text, std::optional<std::string_view> token);
  void take_call(JsonFields& fields, const std::string& at, std::size_t place);
  ReplyCall* call_at(long long index, std::string_view id);
  bool may_keep(std::size_t call_bytes);
  void give_up(const std::string& what);
  void finish_single(End end);
  std::string take_piece(const std::optional<std::string>& joined, std::size_t& shown, bool all);

  int status_;
  bool typed_events_;  // the content type says: a stream of events
  Form form_ = Form::undecided;
  std::string body_;  // what is not read yet: all of a JSON answer, the first bytes of any
  SseEvents events_;
  std::size_t events_taken_ = 0;
  bool brought_something_ = false;
  // The last chunk that carried nothing but text, without it: what stands before each of its texts,
  // and behind the last.
  struct PlainChunk {
    std::vector<std::pair<std::string, Text>> texts;
    std::string end;
  };
  PlainChunk plain_chunk_;
  std::map<long long, std::size_t> calls_by_index_;  // the newest of each index
  std::size_t call_bytes_ = 0, value_bytes_ = 0;
  std::size_t shown_content_ = 0, shown_reasoning_ = 0;  // bytes that take_… has given away
  bool said_error_ = false, has_choices_ = false, has_choice_ = false;
  ModelReply reply_;
};

// As Api::reader.
std::unique_ptr<ReplyReader> make_chat_reader(int status, std::string_view content_type);
}  // namespace franz
