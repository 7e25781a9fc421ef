#pragma once
// The body of the answer to POST /v1/chat/completions, as servers really send it: one JSON object
// or a stream of events, replies and errors, under any status. Read from a copy of the bytes by the
// orchestrator and by the proxy's observer alike; the result does not depend on how the bytes were
// cut on their way.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/wire/sse_events.h"

namespace franz {
class JsonFields;

inline constexpr std::size_t kMaxErrorText = 2048;  // bytes of a server's words that are kept

struct TokenUsage {
  long long prompt_tokens = 0, completion_tokens = 0, total_tokens = 0;  // 0: not said
  bool operator==(const TokenUsage&) const = default;
};

// What a server said was wrong.
struct ServerError {
  std::string text;  // its words, decoded, valid UTF-8, at most kMaxErrorText bytes
  std::string type;  // "exceed_context_size_error"; empty: not said
  std::string code;  // "model_not_found", "400"; empty: not said
};

struct ChatReply {
  enum class Kind {
    reply,  // it ended as it should
    error,  // an error was said; `content` keeps what came before
    cut,    // the transport broke, or the end came without what makes a reply whole
  };
  // What stood where the content belongs.
  enum class Content {
    missing,  // no such key came
    null,     // null, and no text
    text,     // a string
    other,    // a list, a number, …: no text
  };
  Kind kind = Kind::cut;
  Content content_kind = Content::missing;
  // The inner characters of the JSON string token as sent, joined over the deltas; nothing: no
  // token came. Only choice 0 counts.
  std::optional<std::string> content;
  std::optional<std::string> reasoning;      // likewise, `reasoning_content` or `reasoning`
  std::optional<std::string> finish_reason;  // empty ones do not count
  std::size_t tool_calls = 0;
  std::optional<TokenUsage> usage;  // the last that is not null
  ServerError error;
  std::string model;           // the first name that is not empty
  bool streamed = false;       // a stream of events
  bool done = false;           // [DONE] came
  bool too_large = false;      // over kMaxReply or kMaxMessage: given up, and `error` names it
  std::size_t odd_events = 0;  // events that were no JSON
  // Members that stood twice in one object, the first few by name: "/choices". The last counted;
  // another reader may have taken the first.
  std::vector<std::string> duplicates;
};

// The reply's text as a JSON string token, quotes included: the next story. No content: "".
std::string story_token(const ChatReply& reply);

// What is worth a line in a log, by name: "content is null: the story is empty", …; see the .cpp.
std::vector<std::string> reply_notes(const ChatReply& reply, int status);

class ChatReplyReader {
 public:
  // `status`: from 400 on, the answer is an error whatever its body says. `content_type`: the
  // header's value; a hint only, the first bytes decide (LM Studio answers a stream with JSON).
  ChatReplyReader(int status, std::string_view content_type);

  // Takes the body's next bytes. False: the text or the reasoning is longer than kMaxReply, or more
  // than kMaxMessage would have to be kept; reading is given up. Linear time over all calls.
  bool feed(std::string_view bytes);

  // Whether the last bytes brought anything of the answer: comments and blanks do not, they keep a
  // connection alive.
  bool brought_something() const { return brought_something_; }

  // Bytes that are held to make the result.
  std::size_t held() const;

  // [DONE] came: whatever the transport does now, the reply is whole.
  bool done() const { return reply_.done; }

  // The text that came since the last call, decoded leniently; a character whose second half is
  // still to come is held back. For display: it is no part of the result.
  std::string take_content();
  std::string take_reasoning();

  enum class End {
    whole,      // the transport ended as it should
    broken,     // it did not: reset, too short, timed out, stopped
    too_large,  // it was given up for its size
  };
  // The result. The reader is used up.
  ChatReply finish(End end);

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
  using Text = std::optional<std::string> ChatReply::*;  // content or reasoning
  void append(Text text, std::optional<std::string_view> token);
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
  std::set<long long> tool_indexes_;
  std::size_t shown_content_ = 0, shown_reasoning_ = 0;  // bytes that take_… has given away
  bool said_error_ = false, has_choices_ = false, has_choice_ = false;
  ChatReply reply_;
};
}  // namespace franz
