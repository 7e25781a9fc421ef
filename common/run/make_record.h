#pragma once
// An attempt as it passed and what was said about its turn, as its record: the one function that
// the recorder and `verify` share. Pure.
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
// A reply as it was read.
struct SeenReply {
  int status = 0;  // of the HTTP response; 0: none came
  // Why its bytes could not all be read; empty: they were.
  std::string problem;
  // As its reader gave it; its text is `text`. Nothing: nothing was read.
  std::optional<ModelReply> reply = std::nullopt;
  SharedText text = {};  // story_token()
  bool whole = false;  // it ended as its framing says, and its last byte was written to the client
};
// Whether the orchestrator goes on with it.
bool is_usable(const SeenReply& reply);
// Whether the client has all of it: it said that it was over, or its transport did.
bool is_delivered(const SeenReply& reply);

struct SeenAttempt {
  int turn = 0, attempt = 0;
  bool has_id = false;         // X-Franz-Turn
  std::string request, after;  // its ids; empty: none
  std::string time;            // when the request's last byte was read
  const Api* api = nullptr;    // never null
  std::string_view body = {};  // of the request; empty where `problem` says why
  std::string problem = {};    // why the body could not be read; empty: it was
  std::size_t body_bytes = 0;
  std::string body_sha256 = {};
  bool witnessed = true;                          // by a relay; false: the verdict is `unwitnessed`
  std::optional<SeenReply> reply = std::nullopt;  // nothing: still to come
};

struct MadeRecord {
  // Times, cuts and the names of files that an earlier attempt has are the caller's.
  TurnRecord record;
  std::shared_ptr<const std::string> picture;  // a PNG; null: none was sent, or it is none
  std::string picture_problem;                 // why it could not be read; empty: it could
  std::string violation;                       // what it is, for people; empty: there is none
  std::vector<Message> expected;               // as CheckedRequest has it
};
MadeRecord make_record(const SeenAttempt& seen, const ToldTurn& told, const KnownAttempts& known);
}  // namespace franz
