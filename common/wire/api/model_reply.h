#pragma once
// The content of a model server's answer to a request, for every API, and the interface of its
// readers. Orchestrator and proxy read the same bytes with the same reader.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/limits.h"
#include "common/wire/reply.h"

namespace franz {
inline constexpr std::size_t kMaxErrorText = 2048;  // bytes kept of a server's message
// The beginning of the error's text if something that does not speak the API answered. The API's
// answer name and what came follow.
inline constexpr std::string_view kNoAnswer = "the answer is not a ";

struct TokenUsage {
  long long prompt_tokens = 0, completion_tokens = 0, total_tokens = 0;  // 0: not reported
  // Prompt tokens that the server had in its cache from earlier requests. Nothing: not reported.
  std::optional<long long> cached_tokens = {};
  bool operator==(const TokenUsage&) const = default;
};

// An error that a server reported.
struct ServerError {
  std::string text;  // its message, decoded, valid UTF-8, at most kMaxErrorText bytes
  std::string type;  // "exceed_context_size_error"; empty: not reported
  std::string code;  // "model_not_found", "400"; empty: not reported
};

struct ModelReply {
  enum class Kind {
    reply,  // it ended normally
    error,  // an error was reported; `content` keeps what came before
    cut,    // the transport broke, or the end came before the reply was complete
  };
  // The kind of value that was found as content.
  enum class Content {
    missing,  // no such key
    null,     // null, and no text
    text,     // a string
    other,    // a list, a number, …: not a text
  };
  Kind kind = Kind::cut;
  Content content_kind = Content::missing;
  // The inner characters of the JSON string token as sent, joined over the deltas; nothing: no
  // token came. Only choice 0 counts.
  std::optional<std::string> content;
  std::optional<std::string> reasoning;      // the same for `reasoning_content` or `reasoning`
  std::optional<std::string> finish_reason;  // empty ones are ignored
  // As sent, in the order of their first pieces, with `arguments` joined over the deltas.
  std::vector<ReplyCall> calls;
  std::optional<TokenUsage> usage;  // the last that is not null
  ServerError error;
  std::string model;           // the first non-empty name
  bool streamed = false;       // a stream of events
  bool done = false;           // it signalled its end
  bool too_large = false;      // over a limit: dropped, and `error` names the limit
  std::size_t odd_events = 0;  // events that were not JSON
  // Members that appeared twice in one object, the first few by name: "/choices". The last value
  // counts; other readers may use the first.
  std::vector<std::string> duplicates;
};

// The reply's text as a JSON string token with quotes: the next story. No content: "".
std::string story_token(const ModelReply& reply);

// The reply's text and calls.
Reply reply_of(const ModelReply& reply);

// Peculiarities for the log: "content is null: the story is empty", …; see the .cpp.
// `calls_expected`: the request had tools, so calls without a text are normal.
std::vector<std::string> reply_notes(const ModelReply& reply, int status,
                                     bool calls_expected = false);

// Reads an answer's body from its bytes. The result does not depend on the segmentation.
class ReplyReader {
 public:
  virtual ~ReplyReader() = default;

  // Takes the next bytes of the body. Returns false and drops the answer if the text with the
  // calls, or the reasoning, is longer than kMaxReply, if there are more than kMaxCalls, or if more
  // than kMaxMessage would have to be kept. Linear time over all calls.
  virtual bool feed(std::string_view bytes) = 0;

  // Whether the last bytes contained any of the answer. Comments and blanks do not count: they keep
  // a connection alive.
  virtual bool brought_something() const = 0;

  // Whether any of the text or the reasoning has arrived.
  virtual bool has_text() const = 0;

  // Bytes held to build the result.
  virtual std::size_t held() const = 0;

  // The reply signalled its end: it is complete, even if the transport fails now.
  virtual bool done() const = 0;

  // The text since the last call, decoded leniently; an incomplete character is held back. For
  // display only: the result does not depend on it.
  virtual std::string take_content() = 0;
  virtual std::string take_reasoning() = 0;

  enum class End {
    whole,      // the transport ended normally
    broken,     // reset, too short, timed out, or stopped
    too_large,  // dropped for its size
  };
  // Returns the result. The reader cannot be used afterwards.
  virtual ModelReply finish(End end) = 0;
};
}  // namespace franz
