#pragma once
// Builds a reply from its pieces, for every API: joins texts and calls byte for byte and enforces
// their limits.
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

  // The reply so far. Set members here that are not joined from pieces, such as the model's name.
  ModelReply& reply() { return reply_; }
  const ModelReply& reply() const { return reply_; }

  // Appends a string token's inner characters to the text. If it gets too long, the reply is
  // dropped.
  void append(Text text, std::string_view token);

  // Appends an empty call. Null: there are too many, and the reply is dropped.
  ReplyCall* add_call();
  // Sets an id or a name unless it is set: the first counts. `json`: nothing or "": none. False:
  // too long, and the reply is dropped.
  bool set_first(std::string& value, const std::optional<std::string_view>& json);
  // Appends a piece of a call's arguments, which are at `pointer`. A value that is not a text must
  // be complete and is stored as compact JSON; a missing value changes nothing.
  void join_arguments(ReplyCall& call, MessageFields& fields, const std::string& pointer);

  // Drops the reply: nothing more is kept, and its error names what was too much. The first call
  // counts.
  void give_up(const std::string& what);
  bool gave_up() const { return reply_.too_large; }

  void say_error(ServerError error);
  bool said_error() const { return said_error_; }

  // Bytes of texts and calls.
  std::size_t held() const;

  // The decoded text since the last call, as for ReplyReader::take_content(). `all`: the text is
  // complete.
  std::string take_content(bool all);
  std::string take_reasoning(bool all);

 private:
  bool may_keep(std::size_t call_bytes);

  std::size_t call_bytes_ = 0, value_bytes_ = 0;
  std::size_t shown_content_ = 0, shown_reasoning_ = 0;  // bytes that take_… has returned
  bool said_error_ = false;
  ModelReply reply_;
};
}  // namespace franz
