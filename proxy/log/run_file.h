#pragma once
// run.json: what a run is, what settings it had, and what changed on the way.
//   {"protocol":"franz.run.v1","run":"5f0c…","name":"run_20260131_120000",
//    "started":"2026-01-31T12:00:00.000Z","version":"0.1.0","profile":"franz",
//    "upstream":"http://127.0.0.1:1235","relay":"127.0.0.1:1234","dashboard":"127.0.0.1:8080",
//    "restarts":0,"settings":{"model.temperature":0.7,…},"changes":[{"time":"…","text":"…"}]}
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

struct RunFile {
  std::string run;   // the random id that requests carry
  std::string name;  // of its folder
  std::string started, version, profile, upstream, relay, dashboard;
  int restarts = 0;             // of the orchestrator
  std::string settings = "{}";  // in force, as JSON
  std::vector<RunChange> changes;

  void add_change(std::string time, std::string text);
};

// The members after "protocol", for run.json and /api/run alike.
void add_run_members(JsonObject& object, const RunFile& run);
std::string to_json(const RunFile& run);

// Failure: names the wrong field.
Result<RunFile> parse_run_file(std::string_view json);
}  // namespace franz::proxy
