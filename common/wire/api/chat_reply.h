#pragma once
// Reads the body of a chat API answer from a copy of the bytes.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/wire/api/answer_reader.h"

namespace franz {
class MessageFields;

// Takes the chunks of a stream, or a whole completion. Only choice 0 counts.
class ChatObjects : public AnswerObjects {
 public:
  bool take(std::string_view json, std::string_view event, ReplyBuilder& reply) override;
  bool is_done_by_mark() const override { return true; }
  bool knows_answer() const override { return has_choices_; }
  std::string_view answer_name() const override { return "chat completion"; }
  // For a stream: a finish reason came.
  bool is_whole(const ReplyBuilder& reply) const override;
  void put_in_order(ReplyBuilder&) const override {}

 private:
  void take_choice(MessageFields& fields, std::string_view json, const std::string& choice,
                   ReplyBuilder& reply);
  bool take_plain_chunk(std::string_view json, ReplyBuilder& reply) const;
  void keep_plain_chunk(std::string_view json, std::string_view content,
                        std::string_view reasoning);
  void take_call(MessageFields& fields, const std::string& at, std::size_t place,
                 ReplyBuilder& reply);
  ReplyCall* call_at(long long index, std::string_view id, ReplyBuilder& reply);

  // The last chunk that contained only text, without that text: the bytes before each of its texts,
  // and after the last.
  struct PlainChunk {
    std::vector<std::pair<std::string, ReplyBuilder::Text>> texts;
    std::string end;
  };
  PlainChunk plain_chunk_;
  std::map<long long, std::size_t> calls_by_index_;  // the newest for each index
  bool has_choices_ = false, has_choice_ = false;
};

class ChatReplyReader : public AnswerReader {
 public:
  // See AnswerReader.
  ChatReplyReader(int status, std::string_view content_type)
      : AnswerReader(status, content_type, std::make_unique<ChatObjects>()) {}
};

// See Api::reader.
std::unique_ptr<ReplyReader> make_chat_reader(int status, std::string_view content_type);
}  // namespace franz
