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
#include <vector>
#include "common/base/result.h"
#include "common/wire/sse_events.h"

namespace franz {
class JsonFields;
struct CutJson;

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
  bool too_large = false;      // reading was given up at 64 MiB; `error` says so
  std::size_t odd_events = 0;  // events that were no JSON
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

  // Takes the body's next bytes. False: more than 64 MiB would have to be kept; reading is given
  // up. Linear time over all calls.
  bool feed(std::string_view bytes);

  // [DONE] came: whatever the transport does now, the reply is whole.
  bool done() const { return reply_.done; }

  // The text that came since the last call, decoded leniently; a character whose second half is
  // still to come is held back. For display: it is no part of the result.
  std::string take_content();
  std::string take_reasoning();

  enum class End {
    whole,   // the transport ended as it should
    broken,  // it did not: reset, too short, timed out, stopped
  };
  // The result. The reader is used up.
  ChatReply finish(End end);

 private:
  enum class Form { undecided, json, events, other };

  void decide_form(bool at_end);
  void take(std::string_view bytes);
  void take_event(const SseEvent& event);
  bool take_object(std::string_view json);
  void take_choice(JsonFields& fields, const CutJson& cut, std::string_view json,
                   const std::string& choice);
  void finish_single(End end);
  std::size_t held() const;
  std::string take_piece(const std::optional<std::string>& joined, std::size_t& shown, bool all);

  int status_;
  bool typed_events_;  // the content type says: a stream of events
  Form form_ = Form::undecided;
  std::string body_;  // what is not read yet: all of a JSON answer, the first bytes of any
  SseEvents events_;
  // The last chunk that carried nothing but text: all of it around the texts, and their places.
  struct PlainChunk {
    std::string rest, content, reasoning;
  };
  PlainChunk plain_chunk_;
  std::set<long long> tool_indexes_;
  std::size_t shown_content_ = 0, shown_reasoning_ = 0;  // bytes that take_… has given away
  bool said_error_ = false, has_choices_ = false, has_choice_ = false;
  ChatReply reply_;
};
}  // namespace franz
