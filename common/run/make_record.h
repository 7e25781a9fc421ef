#pragma once
// Turns an observed attempt and the events about its turn into its record. The recorder and
// `verify` share this function. Pure.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/shared_text.h"
#include "common/run/known_attempts.h"
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"
#include "common/wire/api/api.h"
#include "common/wire/api/model_reply.h"

namespace franz {
// A reply as read by the recorder or by `verify`.
struct SeenReply {
  int status = 0;  // of the HTTP response; 0: none came
  // Why its bytes could not all be read; empty: all were read.
  std::string problem;
  // The result of its reader, with its text moved to `text`. Nothing: nothing was read.
  std::optional<ModelReply> reply = std::nullopt;
  SharedText text = {};  // story_token()
  bool whole = false;    // it ended as framed, and its last byte was written to the client
};
// Whether the orchestrator continues from it.
bool is_usable(const SeenReply& reply);
// Whether the client has all of it: the reply or its transport signalled its end.
bool is_delivered(const SeenReply& reply);

struct SeenAttempt {
  int turn = 0, attempt = 0;
  bool has_id = false;         // X-Franz-Turn
  std::string request, after;  // its ids; empty: none
  std::string time;            // when the request's last byte was read
  const Api* api = nullptr;    // never null
  std::string_view body = {};  // of the request; empty if `problem` is set
  std::string problem = {};    // why the body could not be read; empty: it was read
  std::size_t body_bytes = 0;
  std::string body_sha256 = {};
  bool witnessed = true;                          // by a relay; false: the verdict is `unwitnessed`
  std::optional<SeenReply> reply = std::nullopt;  // nothing: still to come
};

struct MadeRecord {
  // The caller fills in times, cuts and the names of files that an earlier attempt has.
  TurnRecord record;
  std::shared_ptr<const std::string> picture;  // a PNG; null: none was sent, or it is not a PNG
  std::string picture_problem;                 // why it could not be read; empty: no problem
  std::string violation;                       // a description for people; empty: no violation
  std::vector<Message> expected;               // as in CheckedRequest
};
MadeRecord make_record(const SeenAttempt& seen, const ReportedTurn& reported,
                       const KnownAttempts& known);
}  // namespace franz
