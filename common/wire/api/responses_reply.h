#pragma once
// Reads the body of a Responses API answer from a copy of the bytes.
//   {"object":"response","status":"completed","model":"…","output":[
//     {"type":"reasoning","summary":[{"type":"summary_text","text":<token>}],
//      "content":[{"type":"reasoning_text","text":<token>}]},
//     {"type":"message","role":"assistant","content":[{"type":"output_text","text":<token>}]},
//     {"type":"function_call","call_id":<token>,"name":<token>,"arguments":<token>},
//     {"type":"computer_call","call_id":<token>,"actions":[…],"pending_safety_checks":[…]}],
//    "incomplete_details":null,"error":null,
//    "usage":{"input_tokens":…,"output_tokens":…,"total_tokens":…}}
// or a stream of events, each with its "type": response.output_item.added,
// response.output_text.delta and .done, response.function_call_arguments.delta, …;
// response.completed, response.incomplete or response.failed with the whole "response" is the last.
// Source: https://platform.openai.com/docs/api-reference/responses and …/responses-streaming; how
// servers depart from it: docs/model-servers.md.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>
#include "common/wire/api/answer_reader.h"
#include "common/wire/api/responses_items.h"

namespace franz {
class MessageFields;

// Takes the events of a stream, or a whole response. A text is taken from the first source that
// contains it: deltas, or the end of the text, of its part, of its item, or of the response. Texts
// of several parts and items are joined in the order of the reply; a refusal is a text like any
// other. Of reasoning, its content or its summary counts, whichever comes first. A computer_call is
// taken from its complete item, with the preceding reasoning items that have an
// "encrypted_content": the API expects them back unchanged (computer_call.h).
class ResponsesObjects : public AnswerObjects {
 public:
  bool take(std::string_view json, std::string_view event, ReplyBuilder& reply) override;
  bool is_done_by_mark() const override { return false; }
  bool knows_answer() const override { return knows_answer_; }
  std::string_view answer_name() const override { return "reply of the Responses API"; }
  bool is_whole(const ReplyBuilder&) const override { return is_whole_; }
  void put_in_order(ReplyBuilder& reply) const override;

 private:
  using Source = OutputItems::Source;
  using Kind = OutputItems::Kind;
  enum class PartKind : std::uint8_t { text, reasoning, summary };
  struct Part {
    PartKind kind = PartKind::text;
    std::size_t item = 0;  // its place
    long long index = 0;   // in the item
  };
  struct Segment {  // of a joined text
    std::tuple<long long, std::size_t, long long> order;
    std::size_t size = 0;
  };
  // What a complete response may still contribute.
  struct Wanted {
    bool text = true, reasoning = true, calls = true, computer = true;
  };
  struct TextEvent;
  static const TextEvent* find_text_event(std::string_view type);

  void take_event(std::string_view type, MessageFields& fields, ReplyBuilder& reply);
  void take_item(MessageFields& fields, const std::string& at, OutputItems::Event event,
                 Source source, ReplyBuilder& reply);
  void take_parts(MessageFields& fields, const std::string& list, std::size_t item, Source source,
                  ReplyBuilder& reply);
  void take_part(MessageFields& fields, const std::string& at, std::size_t item, long long index,
                 Source source, ReplyBuilder& reply);
  void take_text(const Part& part, Source source, MessageFields& fields, const std::string& pointer,
                 ReplyBuilder& reply);
  void take_call(std::size_t item, MessageFields& fields, const std::string& at, Source source,
                 ReplyBuilder& reply);
  void take_computer_call(std::size_t item, MessageFields& fields, const std::string& at,
                          ReplyBuilder& reply);
  void keep_reasoning(std::size_t item, MessageFields& fields, const std::string& at,
                      ReplyBuilder& reply);
  std::vector<std::size_t> places_of_calls() const;
  void take_response(MessageFields& fields, const std::string& at, std::string_view status,
                     ReplyBuilder& reply);
  void take_output(MessageFields& fields, const std::string& list, ReplyBuilder& reply);
  void take_whole_item(MessageFields& fields, const std::string& at, long long index,
                       const Wanted& wanted, ReplyBuilder& reply);
  std::optional<std::size_t> item_of(Kind kind, MessageFields& fields, const std::string& id,
                                     const std::string& call_id, OutputItems::Event event,
                                     ReplyBuilder& reply);

  OutputItems items_;
  std::map<std::size_t, std::string> reasoning_items_;  // by their place, as compact JSON
  std::size_t reasoning_bytes_ = 0;
  std::map<std::tuple<std::size_t, PartKind, long long>, Source> parts_;
  std::optional<PartKind> reasoning_kind_;
  std::vector<Segment> text_segments_, reasoning_segments_;
  bool knows_answer_ = false, is_whole_ = false;
};

class ResponsesReplyReader : public AnswerReader {
 public:
  // See AnswerReader.
  ResponsesReplyReader(int status, std::string_view content_type)
      : AnswerReader(status, content_type, std::make_unique<ResponsesObjects>()) {}
};

// See Api::reader.
std::unique_ptr<ReplyReader> make_responses_reader(int status, std::string_view content_type);
}  // namespace franz
