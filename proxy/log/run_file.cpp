#include "proxy/log/run_file.h"
#include <utility>
#include "common/wire/json_fields.h"

namespace franz::proxy {
void RunFile::add_change(std::string time, std::string text) {
  if (changes.size() >= kMaxChanges) changes.erase(changes.begin());
  changes.push_back({std::move(time), std::move(text)});
}

std::string_view id_at(const RunFile& run, int turn) {
  std::string_view id = run.run;
  for (const RunOrigin& origin : run.origins)
    if (turn <= origin.at) id = origin.run;
  return id;
}

static std::string origin_json(const RunFile& run) {
  std::string json = "null";
  for (auto each = run.origins.rbegin(); each != run.origins.rend(); ++each) {
    JsonObject origin;
    origin.text("run", each->run).number("at", static_cast<long long>(each->at));
    json = origin.raw("origin", json).finish();
  }
  return json;
}

void add_run_members(JsonObject& object, const RunFile& run) {
  object.text("run", run.run).text("name", run.name).text("started", run.started);
  object.text("version", run.version).text("profile", run.profile);
  object.text("upstream", run.upstream).text("relay", run.relay);
  object.text("dashboard", run.dashboard).number("restarts", static_cast<long long>(run.restarts));
  object.raw("settings", run.settings);
  std::vector<std::string> changes;
  for (const RunChange& change : run.changes)
    changes.push_back(JsonObject().text("time", change.time).text("text", change.text).finish());
  object.raw("changes", json_array(changes));
  object.raw("origin", origin_json(run));
}

std::string to_json(const RunFile& run) {
  JsonObject object;
  object.text("protocol", kRunProtocol);
  add_run_members(object, run);
  return object.finish();
}

static bool is_run_id(const std::string& id) {
  constexpr std::string_view kLegal =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !id.empty() && id.size() <= 64 && id.find_first_not_of(kLegal) == std::string::npos;
}

Result<RunFile> parse_run_file(std::string_view json) {
  Result<JsonFields> parsed = JsonFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol(kRunProtocol);
  RunFile run;
  run.run = fields.text("/run");
  if (!is_run_id(run.run)) fields.fail("/run", "1..64 letters, digits, _ or -");
  run.name = fields.text("/name", "");
  run.started = fields.text("/started", "");
  run.version = fields.text("/version", "");
  run.profile = fields.text("/profile", "");
  run.upstream = fields.text("/upstream", "");
  run.relay = fields.text("/relay", "");
  run.dashboard = fields.text("/dashboard", "");
  run.restarts = static_cast<int>(fields.integer("/restarts", 0, INT32_MAX, 0));
  if (fields.is_object("/settings")) run.settings = fields.raw("/settings");
  for (std::size_t i = 0; i < fields.size("/changes") && i < kMaxChanges; ++i) {
    const std::string at = "/changes/" + std::to_string(i);
    run.changes.push_back({fields.text(at + "/time"), fields.text(at + "/text")});
  }
  for (std::string at = "/origin"; fields.has(at); at += "/origin") {
    RunOrigin origin{fields.text(at + "/run"), 0};
    if (!is_run_id(origin.run)) fields.fail(at + "/run", "1..64 letters, digits, _ or -");
    const int most = run.origins.empty() ? INT32_MAX : run.origins.back().at;
    origin.at = static_cast<int>(fields.integer(at + "/at", 1, most));
    if (run.origins.size() == kMaxOrigins) fields.fail(at, "at most 100 origins");
    if (!fields.failure().empty()) break;
    run.origins.push_back(std::move(origin));
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return run;
}
}  // namespace franz::proxy
