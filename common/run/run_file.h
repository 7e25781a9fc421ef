#pragma once
// run.json: what a run is, what settings it had, and what changed on the way.
//   {"protocol":"franz.run.v2","run":"5f0c…","name":"run_20260131_120000",
//    "started":"2026-01-31T12:00:00.000Z","version":"0.1.0","profile":"franz",
//    "upstream":"http://127.0.0.1:1235","relay":"127.0.0.1:1234","dashboard":"127.0.0.1:8080",
//    "display":"private","program":["xterm"],"restarts":0,"settings":{"model.temperature":0.7,…},"sources":{"model.temperature":"config.ini:14",…},"changes":[{"time":"…","text":"…"},
//      {"time":"…","text":"…","system":{"turn":7,"sha256":"…","cause":"prompt"}},
//      {"time":"…","text":"…","note":{"turn":8,"sha256":"…"}},
//      {"time":"…","text":"…","reply":{"turn":9,"attempt":1,"sha256":"…"}}],
//    "origin":null|{"run":"17aa…","at":17,"origin":null|{…}},"lost_turns":[[12,14],[37,37]],
//    "told_from":1,"finished":null|{"reason":"turns","code":0,"text":"…"}}
// `made_by`: of a run that another program than proxy and orchestrator made, "mcp_server"; else it
// is left out. `display`, `program`: of a run on a display that was started for it; else neither is
// there. `lost_turns`: turns that passed the proxy and of which something could not be recorded, as
// ranges with both ends included. `origin`: a forked run's turns up to `at` are those of run 17aa…,
// and carry its id. `told_from`: of each turn from this one on, `changes` tell the system message
// and the operator's note, if there were any; of turns before it they were dropped.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"
#include "common/base/result.h"
#include "common/run/turn_ranges.h"
#include "common/wire/control_messages.h"

namespace franz {
inline constexpr const char* kRunProtocol = "franz.run.v2";
inline constexpr const char* kPrivateDisplay = "private";
inline constexpr std::size_t kMaxChanges = 1000;         // the newest are kept
inline constexpr std::size_t kMaxSystemChanges = 10000;  // likewise, and besides

inline constexpr std::size_t kMaxToldNotes = 10000;  // likewise

// A note of the operator that the turn's last message ended with.
struct ToldNote {
  int turn = 0;
  std::string sha256;  // of its text
  bool operator==(const ToldNote&) const = default;
};

// A reply that the run was resumed from and that is in no record: a kill came between state.json,
// which has it, and the record.
struct LostReply {
  int turn = 0;
  int attempt = 0;     // the last one of the turn that left anything in the folder; 0: none did
  std::string sha256;  // reply_sha256()
  bool operator==(const LostReply&) const = default;
};

struct RunChange {
  std::string time, text;  // a setting, a restart, a resumption
  std::optional<SystemChange> system = {};
  std::optional<ToldNote> note = {};
  std::optional<LostReply> reply = {};
};

struct RunOrigin {
  std::string run;  // the id of the run that was forked
  int at = 0;       // the last turn that was taken over
};
inline constexpr std::size_t kMaxOrigins = 100;  // forks of forks

struct RunFile {
  std::string run;   // the random id that requests carry
  std::string name;  // of its folder
  std::string started, version, profile, upstream, relay, dashboard;
  std::string made_by;               // the program, where it is neither proxy nor orchestrator
  std::string display;               // kPrivateDisplay: one was started for the run; empty: none
  std::vector<std::string> program;  // that was shown there, and its arguments; empty: none
  int restarts = 0;                  // of the orchestrator
  std::string settings = "{}";       // in force, as JSON
  std::string sources = "{}";  // where those that are no defaults come from, as sources_as_json()
  std::vector<RunChange> changes;
  // The run that this one was forked from, then the one that was forked into that, and so on: `at`
  // falls. Empty: a run of its own.
  std::vector<RunOrigin> origins;
  TurnRanges lost_turns;
  int told_from = 1;
  std::optional<Finish> finish;  // why it is over; nothing: it goes on, or did not come to an end

  // Each drops the oldest of its kind where there are too many; what is dropped of system messages
  // and notes moves told_from. A lost reply is of the kind that add_change() adds.
  void add_change(std::string time, std::string text);
  void add_system_change(std::string time, const SystemChange& change);
  void add_note(std::string time, const ToldNote& note);  // once; a turn's attempts repeat it
  void add_lost_reply(std::string time, const LostReply& reply);  // once
};

// Whether proxy and orchestrator can go on with it: what another program made is a record of its
// client's calls, and no story. Failure: says so.
Status check_goes_on(const RunFile& run);

// The id that the requests of turn T carry: the run's own, or that of the run it came from.
std::string_view id_at(const RunFile& run, int turn);

inline constexpr std::size_t kMaxProgramWords = 1000;  // that are read
inline constexpr std::size_t kMaxLostRanges = 100000;  // that are read

// The members after "protocol", for run.json and /api/run alike, but for lost_turns.
void add_run_members(JsonObject& object, const RunFile& run);
std::string to_json(const RunFile& run);

// Failure: names the wrong field.
Result<RunFile> parse_run_file(std::string_view json);
}  // namespace franz
