#pragma once
// Replies that were recorded or made up, played instead of the demo model's own. A file of JSON
// Lines; blank lines and lines that begin with # do not count. One object is one reply:
//   {"content":"…"}                          a reply; the string's bytes are sent unchanged
//   {"content":"…","finish_reason":"length","reasoning":"…","delay_ms":2000,"model":"…"}
//   {"status":503,"error":"loading","retry_after":1,"attempts":2}
//   {"calls":[{"id":"call_1","name":"drag","arguments":"{\"label\":…}"}]}   tool calls, beside a
//   content or alone; finish_reason is then "tool_calls" unless the line says another one
//   {"content":"…","cut":5}                  the connection breaks after 5 pieces of text and calls
//   {"content":"…","error":{"message":"…"}}  streamed: an error event after the text
// `error` is any JSON and becomes {"error":…}; `status` without it says so itself. `attempts`: only
// the first so many requests of a turn get this line, later ones the next line; without it, the
// line is the turn's last. After the file's end its last line is played again and again.
//
// The turn comes from the header X-Franz-Turn; the attempts at it are counted. Requests without the
// header are counted, too: each goes one step on.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/reply.h"

namespace franz::demo_vlm {
struct ScriptLine {
  std::string content;                   // between the quotes of its JSON string, unchanged
  std::optional<std::string> reasoning;  // the same
  std::vector<ReplyCall> calls;
  std::string finish_reason = "stop";
  int status = 200;
  std::string error;                  // JSON; empty: none
  std::optional<int> retry_after;     // seconds
  std::optional<long long> delay_ms;  // instead of the server's own
  std::optional<std::size_t> cut;     // pieces; none: nothing is cut
  std::string model;                  // empty: the server's
  int attempts = 0;                   // 0: all that come
};

// Never empty.
using Script = std::vector<ScriptLine>;

// Failure: "line 3: /status: expected 200..599", or a script without a line.
Result<Script> parse_script(std::string_view text);

struct TurnAttempt {
  long long turn = 1, attempt = 1;
};

// Counts the requests for each run's newest turn; a request for another turn begins at 1 again.
class AttemptCounter {
 public:
  // `header`: X-Franz-Turn's value. Nothing: it says something else.
  std::optional<TurnAttempt> count(std::string_view header);

 private:
  std::map<std::string, TurnAttempt> newest_;  // by run
};

// Turns and attempts count from 1.
const ScriptLine& line_for(const Script& script, TurnAttempt at);
// For the request with this number, from 1, that did not say its turn.
const ScriptLine& line_for_request(const Script& script, long long number);
}  // namespace franz::demo_vlm
