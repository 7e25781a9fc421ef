#include "common/run/run_file.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
enum class ChangeKind { text, system, note };

static ChangeKind kind_of(const RunChange& change) {
  if (change.system) return ChangeKind::system;
  return change.note ? ChangeKind::note : ChangeKind::text;
}

// Of one kind of changes the oldest goes when there are `most`: what else changed often must not
// cost what system messages and notes are checked against.
static void add_of_kind(RunFile& run, RunChange change, std::size_t most) {
  std::vector<RunChange>& changes = run.changes;
  const auto same_kind = [kind = kind_of(change)](const RunChange& each) {
    return kind_of(each) == kind;
  };
  const bool full = static_cast<std::size_t>(std::ranges::count_if(changes, same_kind)) >= most;
  changes.push_back(std::move(change));
  if (!full) return;
  const auto oldest = std::ranges::find_if(changes, same_kind);
  // A message is in force until the next one, a note in its own turn.
  int told_from = oldest->note ? oldest->note->turn + 1 : 0;
  const auto next = changes.erase(oldest);
  const auto successor = std::find_if(next, changes.end(), same_kind);
  if (successor->system) told_from = successor->system->turn;
  run.told_from = std::max(run.told_from, told_from);
}

void RunFile::add_change(std::string time, std::string text) {
  add_of_kind(*this, {std::move(time), std::move(text)}, kMaxChanges);
}

void RunFile::add_system_change(std::string time, const SystemChange& change) {
  std::string text = "turn " + std::to_string(change.turn) + ": ";
  text += change.cause == "start" ? "the system message was recorded"
                                  : "another system message: " + change.cause;
  add_of_kind(*this, {std::move(time), std::move(text), change}, kMaxSystemChanges);
}

void RunFile::add_note(std::string time, const ToldNote& note) {
  for (auto each = changes.rbegin(); each != changes.rend(); ++each) {
    if (!each->note) continue;
    if (*each->note == note) return;
    if (each->note->turn != note.turn) break;
  }
  add_of_kind(*this,
              {std::move(time), "turn " + std::to_string(note.turn) + ": a note of the operator",
               std::nullopt, note},
              kMaxToldNotes);
}

void RunFile::add_lost_reply(std::string time, const LostReply& reply) {
  if (std::ranges::find(changes, std::optional(reply), &RunChange::reply) != changes.end()) return;
  add_of_kind(*this,
              {std::move(time),
               "turn " + std::to_string(reply.turn) +
                   ": its reply, which the run goes on from, was not recorded",
               std::nullopt, std::nullopt, reply},
              kMaxChanges);
}

Status check_goes_on(const RunFile& run) {
  if (run.made_by.empty()) return Done{};
  return Error{"it is a record of calls that " + run.made_by +
               " made for a client: there is no run to go on with"};
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
  object.text("dashboard", run.dashboard);
  if (!run.made_by.empty()) object.text("made_by", run.made_by);
  if (!run.display.empty())
    object.text("display", run.display).raw("program", json_text_array(run.program));
  object.number("restarts", static_cast<long long>(run.restarts));
  object.raw("settings", run.settings).raw("sources", run.sources);
  std::vector<std::string> changes;
  for (const RunChange& change : run.changes) {
    JsonObject each;
    each.text("time", change.time).text("text", change.text);
    if (change.system) each.raw("system", to_json(*change.system));
    if (change.note) {
      each.open("note").number("turn", static_cast<long long>(change.note->turn));
      each.text("sha256", change.note->sha256).close();
    }
    if (change.reply) {
      each.open("reply").number("turn", static_cast<long long>(change.reply->turn));
      each.number("attempt", static_cast<long long>(change.reply->attempt));
      each.text("sha256", change.reply->sha256).close();
    }
    changes.push_back(each.finish());
  }
  object.raw("changes", json_array(changes));
  object.raw("origin", origin_json(run));
}

std::string to_json(const RunFile& run) {
  JsonObject object;
  object.text("protocol", kRunProtocol);
  add_run_members(object, run);
  object.raw("lost_turns", to_json(run.lost_turns));
  object.number("told_from", static_cast<long long>(run.told_from));
  object.raw("finished", run.finish ? to_json(*run.finish) : "null");
  return object.finish();
}

static std::string read_sha256(MessageFields& fields, const std::string& pointer) {
  std::string sha256 = fields.text(pointer);
  if (!is_sha256_hex(sha256)) fields.fail(pointer, "64 hexadecimal digits");
  return sha256;
}

static ToldNote read_note(MessageFields& fields, const std::string& pointer) {
  ToldNote note;
  note.turn = static_cast<int>(fields.integer(pointer + "/turn", 1, kMaxTurn));
  note.sha256 = read_sha256(fields, pointer + "/sha256");
  return note;
}

static LostReply read_lost_reply(MessageFields& fields, const std::string& pointer) {
  LostReply reply;
  reply.turn = static_cast<int>(fields.integer(pointer + "/turn", 1, kMaxTurn));
  reply.attempt = static_cast<int>(fields.integer(pointer + "/attempt", 0, kMaxAttempt));
  reply.sha256 = read_sha256(fields, pointer + "/sha256");
  return reply;
}

static bool is_run_id(const std::string& id) {
  constexpr std::string_view kLegal =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !id.empty() && id.size() <= 64 && id.find_first_not_of(kLegal) == std::string::npos;
}

Result<RunFile> parse_run_file(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
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
  run.made_by = fields.text("/made_by", "");
  run.display = fields.text("/display", "");
  run.program = fields.texts("/program", kMaxProgramWords);
  run.restarts = static_cast<int>(fields.integer("/restarts", 0, INT32_MAX, 0));
  if (fields.is_object("/settings")) run.settings = fields.raw("/settings");
  if (fields.is_object("/sources")) run.sources = fields.raw("/sources");
  const std::size_t changes =
      std::min(fields.size("/changes"), kMaxChanges + kMaxSystemChanges + kMaxToldNotes);
  for (std::size_t i = 0; i < changes; ++i) {
    const std::string at = "/changes/" + std::to_string(i);
    RunChange change{fields.text(at + "/time"), fields.text(at + "/text")};
    if (fields.has(at + "/system")) change.system = read_system_change(fields, at + "/system");
    if (fields.has(at + "/note")) change.note = read_note(fields, at + "/note");
    if (fields.has(at + "/reply")) change.reply = read_lost_reply(fields, at + "/reply");
    run.changes.push_back(std::move(change));
  }
  const std::size_t ranges = std::min(fields.size("/lost_turns"), kMaxLostRanges);
  for (std::size_t i = 0; i < ranges && fields.failure().empty(); ++i) {
    const std::string at = "/lost_turns/" + std::to_string(i);
    const auto first = fields.integer(at + "/0", 1, kMaxTurn);
    run.lost_turns.add(static_cast<int>(first),
                       static_cast<int>(fields.integer(at + "/1", first, kMaxTurn)));
  }
  if (fields.has("/finished")) run.finish = read_finish(fields, "/finished");
  for (std::string at = "/origin"; fields.has(at); at += "/origin") {
    RunOrigin origin{fields.text(at + "/run"), 0};
    if (!is_run_id(origin.run)) fields.fail(at + "/run", "1..64 letters, digits, _ or -");
    const int most = run.origins.empty() ? kMaxTurn : run.origins.back().at;
    origin.at = static_cast<int>(fields.integer(at + "/at", 1, most));
    if (run.origins.size() == kMaxOrigins) fields.fail(at, "at most 100 origins");
    if (!fields.failure().empty()) break;
    run.origins.push_back(std::move(origin));
  }
  run.told_from = static_cast<int>(fields.integer("/told_from", 1, kMaxTurn));
  if (!fields.failure().empty()) return fields.error();
  return run;
}
}  // namespace franz
