#pragma once
// One turn as stored in turn_0007.json, and its entry in lists (docs/run-format.md).
//   {"protocol":"franz.turn.v3","turn":7,"attempt":1,"request_id":"…","after":"…","status":200,"time":"2026-01-31T12:00:00.250Z",
//    "sst":{"text":<token>,"verdict":"ok","detail":null},"feedback":<token>,"note":null,
//    "memory":{"name":"sst",…},"executor":{"in":{…},"out":{…}},"approval":{…},"degraded":[],
//    "response":{"text":<token>,"calls":[{"id":<token>,"name":<token>,"arguments":<JSON>}],
//      "reasoning":null,"finish_reason":"stop","status":200,"usage":{…}},
//    "request":{"model":"…","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":3,
//      "bytes":1,"sha256":"…","stored":{"bytes":2910,"cuts":[[2323,580,"turn_0003.png"]]}},
//    "latency_ms":{"executor":4.1,"first_byte":80,"model":400,"turn":404.5},
//    "image":{"file":"turn_0007.png","bytes":1,"sha256":"…","width":512,"height":288},"renderer":1}
// A turn that a client of the MCP server called for has "request":null, since we asked no model;
//    "response" is the call, and "feedback" the answer to the client.
// The turn that a run finished with sent nothing: "request" and "response" are null, and it has
//    "finished":{"reason":"limit","code":10,"text":"…"}
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"
#include "common/base/result.h"
#include "common/base/shared_text.h"
#include "common/run/picture_cuts.h"
#include "common/run/run_files.h"
#include "common/run/turn_row.h"
#include "common/run/verdict.h"
#include "common/wire/api/model_reply.h"
#include "common/wire/control_messages.h"
#include "common/wire/reply.h"
#include "common/wire/shared_json.h"
#include "common/wire/used_memory.h"

namespace franz {
inline constexpr const char* kTurnProtocol = "franz.turn.v3";
// Byte limits of the texts that are not the model's; a record that exceeds one is rejected.
inline constexpr std::size_t kMaxRecordTime = 64;
inline constexpr std::size_t kMaxFinishReason = 256;  // the reader of replies keeps 200 and "…"
inline constexpr std::size_t kMaxDegraded = 2048;     // of each text; at most 100 texts

struct RecordedReply {
  SharedText text = "null";        // content token as received; "null": unreadable
  std::string reasoning = "null";  // a string token
  std::optional<std::string> finish_reason;
  std::optional<TokenUsage> usage;
  std::vector<ReplyCall> calls;  // as received
};

struct RecordedPicture {
  std::string file;  // in the run folder; empty: not a PNG, so not stored
  std::size_t bytes = 0;
  std::string sha256;
  int width = 0, height = 0;  // pixels; 0: unknown
};

// The outcome of the reply before this turn: the executor's `out`, parsed.
struct ActedSummary {
  int actions = 0;    // calls executed or noted
  std::string error;  // the exception line, or what was malformed; empty: none
  int renderer = 0;
};
ActedSummary summarise_executor_out(const SharedJson& executor_out);

// Members with JSON are inserted unchanged; "null" if unknown.
struct TurnRecord {
  int turn = 0, attempt = 0;
  std::string request_id, after;  // as in AttemptEntry; empty: null
  int status = 0;                 // of the HTTP response; 0: none came
  std::string time;
  SharedText story = "null";  // shared with the previous reply, as the reply is with the next story
  Verdict verdict = Verdict::not_applicable;
  std::string detail = "null";
  std::string feedback = "null";
  std::optional<std::string> note;
  SharedJson executor_in, executor_out;
  std::vector<std::string> degraded;
  std::optional<UsedMemory> memory;  // nothing: not reported by our orchestrator, or none used
  std::optional<Approval> approval;  // nothing: the operator was not asked; then omitted
  // A client called for it: there is no request.
  bool called = false;
  // The run finished with this turn: there is neither request nor reply.
  std::optional<Finish> finish;
  // Nothing: no readable reply came, the turn is in progress, or `finish` is set.
  std::optional<RecordedReply> response;
  std::string model;
  std::optional<double> temperature, top_p;
  std::optional<long long> max_tokens;
  std::size_t messages = 0;
  std::size_t request_bytes = 0;  // of the HTTP body, as is its digest
  std::string request_sha256;
  // The cuts in its stored bytes; bytes 0: nothing was cut.
  PictureCuts cuts;
  // Milliseconds. executor: from turn_started to turn_acted. first_byte, model: from the request's
  // last byte to the reply's first and last. turn: from turn_started to the reply's last byte.
  std::optional<double> executor_ms, first_byte_ms, model_ms, turn_ms;
  std::optional<RecordedPicture> picture;
};

std::string to_json(const TurnRecord& record);

// Adds the member "response" of a record. `reply` must exist until object.finish() (raw_kept).
void add_response(JsonObject& object, const RecordedReply& reply);

// Whether a request could not be read: the record has only its size and digest.
bool is_request_unread(const TurnRecord& record);

// `acted`: of the record's executor_out.
TurnRow row_of(const TurnRecord& record, const ActedSummary& acted);
TurnRow row_of(const TurnRecord& record);

// Parses a record file of the run folder: model text is kept byte for byte, other JSON members in
// the library's form, and to_json() of the result means the same. Failure: not a complete record;
// names the wrong field.
Result<TurnRecord> parse_turn_record(std::string_view json);

// 2026-01-31T12:00:00.250Z
std::string utc_text(double unix_ms);
// Unix milliseconds of a time in utc_text()'s format. Nothing: another format.
std::optional<long long> read_utc_text(std::string_view text);
}  // namespace franz
