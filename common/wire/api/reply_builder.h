#pragma once
// A reply as its pieces come, whatever the API: texts and calls joined to the byte, within their
// limits.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include "common/wire/api/model_reply.h"

namespace franz {
class MessageFields;

class ReplyBuilder {
 public:
  using Text = std::optional<std::string> ModelReply::*;  // content or reasoning

  // The reply so far. What is not joined of pieces, a model's name and the like, is set here.
  ModelReply& reply() { return reply_; }
  const ModelReply& reply() const { return reply_; }

  // Joins a string token's inner characters to the text. Too long: given up.
  void append(Text text, std::string_view token);

  // A call behind the others, with nothing in it. Null: there are too many, and it is given up.
  ReplyCall* add_call();
  // Sets an id or a name that has not been set: the first counts. `json`: nothing or "": none.
  // False: too long, given up.
  bool set_first(std::string& value, const std::optional<std::string_view>& json);
  // Joins a piece of a call's arguments, which stand at `pointer`. One that is no text is compact
  // JSON, and whole; nothing there: nothing is joined.
  void join_arguments(ReplyCall& call, MessageFields& fields, const std::string& pointer);

  // Nothing more is kept of it; its error says what was too much. The first time counts.
  void give_up(const std::string& what);
  bool gave_up() const { return reply_.too_large; }

  void say_error(ServerError error);
  bool said_error() const { return said_error_; }

  // Bytes of texts and calls.
  std::size_t held() const;

  // What the text has more than when it was last taken, decoded: as ReplyReader::take_content().
  // `all`: nothing more comes.
  std::string take_content(bool all);
  std::string take_reasoning(bool all);

 private:
  bool may_keep(std::size_t call_bytes);

  std::size_t call_bytes_ = 0, value_bytes_ = 0;
  std::size_t shown_content_ = 0, shown_reasoning_ = 0;  // bytes that take_… has given away
  bool said_error_ = false;
  ModelReply reply_;
};
}  // namespace franz
