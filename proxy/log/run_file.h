#pragma once
// run.json: what a run is, what settings it had, and what changed on the way.
//   {"protocol":"franz.run.v1","run":"5f0c…","name":"run_20260131_120000",
//    "started":"2026-01-31T12:00:00.000Z","version":"0.1.0","profile":"franz",
//    "upstream":"http://127.0.0.1:1235","relay":"127.0.0.1:1234","dashboard":"127.0.0.1:8080",
//    "restarts":0,"settings":{"model.temperature":0.7,…},"changes":[{"time":"…","text":"…"}],
//    "origin":null|{"run":"17aa…","at":17,"origin":null|{…}}}
// `origin`: a forked run's turns up to `at` are those of run 17aa…, and carry its id.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/raw_json.h"

namespace franz::proxy {
inline constexpr const char* kRunProtocol = "franz.run.v1";
inline constexpr std::size_t kMaxChanges = 1000;  // the newest are kept

struct RunChange {
  std::string time, text;  // a setting, a restart, a resumption
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
  int restarts = 0;             // of the orchestrator
  std::string settings = "{}";  // in force, as JSON
  std::vector<RunChange> changes;
  // The run that this one was forked from, then the one that was forked into that, and so on: `at`
  // falls. Empty: a run of its own.
  std::vector<RunOrigin> origins;

  void add_change(std::string time, std::string text);
};

// The id that the requests of turn T carry: the run's own, or that of the run it came from.
std::string_view id_at(const RunFile& run, int turn);

// The members after "protocol", for run.json and /api/run alike.
void add_run_members(JsonObject& object, const RunFile& run);
std::string to_json(const RunFile& run);

// Failure: names the wrong field.
Result<RunFile> parse_run_file(std::string_view json);
}  // namespace franz::proxy
