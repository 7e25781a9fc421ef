#pragma once
// What a model server's answer to a request says, whatever the API, and the interface of those who
// read it. Orchestrator and proxy read the same bytes by the same reader.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/limits.h"
#include "common/wire/reply.h"

namespace franz {
inline constexpr std::size_t kMaxErrorText = 2048;  // bytes of a server's words that are kept
// How the error's text begins where something answered that does not speak the API; its name and
// what came stand behind.
inline constexpr std::string_view kNoAnswer = "the answer is no ";

struct TokenUsage {
  long long prompt_tokens = 0, completion_tokens = 0, total_tokens = 0;  // 0: not said
  // Those of the prompt that the server had in its cache from requests before. Nothing: not said.
  std::optional<long long> cached_tokens = {};
  bool operator==(const TokenUsage&) const = default;
};

// What a server said was wrong.
struct ServerError {
  std::string text;  // its words, decoded, valid UTF-8, at most kMaxErrorText bytes
  std::string type;  // "exceed_context_size_error"; empty: not said
  std::string code;  // "model_not_found", "400"; empty: not said
};

struct ModelReply {
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
  // As sent, in the order of their first pieces, `arguments` joined over the deltas.
  std::vector<ReplyCall> calls;
  std::optional<TokenUsage> usage;  // the last that is not null
  ServerError error;
  std::string model;           // the first name that is not empty
  bool streamed = false;       // a stream of events
  bool done = false;           // it said that it was over
  bool too_large = false;      // over a limit: given up, and `error` names it
  std::size_t odd_events = 0;  // events that were no JSON
  // Members that stood twice in one object, the first few by name: "/choices". The last counted;
  // another reader may have taken the first.
  std::vector<std::string> duplicates;
};

// The reply's text as a JSON string token, quotes included: the next story. No content: "".
std::string story_token(const ModelReply& reply);

// The text and the calls.
Reply reply_of(const ModelReply& reply);

// What is worth a line in a log, by name: "content is null: the story is empty", …; see the .cpp.
// `calls_expected`: the request told tools, so that calls without a text are nothing odd.
std::vector<std::string> reply_notes(const ModelReply& reply, int status,
                                     bool calls_expected = false);

// Reads an answer's body from its bytes, in any segmentation: the result does not depend on it.
class ReplyReader {
 public:
  virtual ~ReplyReader() = default;

  // Takes the body's next bytes. False: the text with the calls, or the reasoning, is longer than
  // kMaxReply, there are more than kMaxCalls, or more than kMaxMessage would have to be kept;
  // reading is given up. Linear time over all calls.
  virtual bool feed(std::string_view bytes) = 0;

  // Whether the last bytes brought anything of the answer: comments and blanks do not, they keep a
  // connection alive.
  virtual bool brought_something() const = 0;

  // Whether any of the text or the reasoning came.
  virtual bool has_text() const = 0;

  // Bytes that are held to make the result.
  virtual std::size_t held() const = 0;

  // The reply said that it is over: whatever the transport does now, it is whole.
  virtual bool done() const = 0;

  // The text that came since the last call, decoded leniently; a character whose second half is
  // still to come is held back. For display: it is no part of the result.
  virtual std::string take_content() = 0;
  virtual std::string take_reasoning() = 0;

  enum class End {
    whole,      // the transport ended as it should
    broken,     // it did not: reset, too short, timed out, stopped
    too_large,  // it was given up for its size
  };
  // The result. The reader is used up.
  virtual ModelReply finish(End end) = 0;
};
}  // namespace franz
