#include "common/run/log_entry.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "common/run/run_files.h"
#include "common/wire/franz_turn.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxNotes = 1000;  // of one turn
static constexpr std::array<std::string_view, 4> kWitnessNames = {"relay", "self", "client",
                                                                  "imported"};

LoggedFile logged_file(std::string name, std::string_view bytes) {
  return {std::move(name), bytes.size(), sha256_hex(bytes)};
}

Status check_program(const std::vector<std::string>& program) {
  if (program.size() > kMaxProgramWords)
    return Error{"at most " + std::to_string(kMaxProgramWords) + " words are recorded, got " +
                 std::to_string(program.size())};
  const std::size_t bytes = json_text_array(program).size();
  if (bytes <= kMaxProgramBytes) return Done{};
  return Error{"at most " + std::to_string(kMaxProgramBytes) + " bytes are recorded, got " +
               std::to_string(bytes)};
}

static bool is_run_id(const std::string& id) {
  constexpr std::string_view kLegal =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return !id.empty() && id.size() <= 64 && id.find_first_not_of(kLegal) == std::string::npos;
}

// ---- Writing

static std::string shown(const std::string& text) { return cut_text(text, kMaxShownText); }

std::string to_json(const LoggedFile& file) {
  JsonObject object;
  object.text("name", file.name).number("bytes", static_cast<long long>(file.bytes));
  return object.text("sha256", file.sha256).finish();
}

std::string to_json(const std::vector<LoggedFile>& files) {
  std::vector<std::string> each;
  each.reserve(files.size());
  for (const LoggedFile& file : files) each.push_back(to_json(file));
  return json_array(each);
}

std::string to_json(const ImportedFrom& imported) {
  JsonObject object;
  object.text("file", shown(imported.file.name));
  object.number("bytes", static_cast<long long>(imported.file.bytes));
  object.text("sha256", imported.file.sha256).text("format", shown(imported.format));
  object.text("agent", shown(imported.agent));
  return object.text("agent_version", shown(imported.agent_version)).finish();
}

static std::string id_json(const std::string& id) { return id.empty() ? "null" : quote_json(id); }

// A line contains no line break, whatever the JSON looks like.
static std::string compact(const std::string& json) {
  const Result<JsonDocument> read = JsonDocument::read(json);
  return read.ok() ? read.value().compact(JsonDocument::kRoot) : "{}";
}

static void add_settings(JsonObject& object, const SettingsInForce& settings) {
  if (settings.file) {
    object.raw("settings_file", to_json(*settings.file));
  } else {
    object.raw("settings", compact(settings.settings));
    object.raw("sources", compact(settings.sources));
  }
}

std::string settings_file_json(const SettingsInForce& settings) {
  return JsonObject().raw("settings", settings.settings).raw("sources", settings.sources).finish();
}

std::shared_ptr<const std::string> move_to_file(SettingsInForce& settings, long long seq) {
  if (settings.settings.size() + settings.sources.size() <= kMaxInlineSettings) return nullptr;
  auto bytes = std::make_shared<const std::string>(settings_file_json(settings));
  settings = {"{}", "{}", logged_file(settings_file(seq), *bytes)};
  return bytes;
}

static void add_addresses(JsonObject& object, const RunAddresses& addresses) {
  object.text("upstream", shown(addresses.upstream)).text("relay", shown(addresses.relay));
  object.text("dashboard", shown(addresses.dashboard));
  if (!addresses.display.empty())
    object.text("display", addresses.display).raw("program", json_text_array(addresses.program));
}

static JsonObject& change(JsonObject& object, const char* what) {
  return object.text("kind", "change").text("what", what);
}

static std::string system_text(const SystemChange& system) {
  return "turn " + std::to_string(system.turn) + ": " +
         (system.cause == "start" ? "the system message was recorded"
                                  : "another system message: " + system.cause);
}

static void add_members(JsonObject& object, const RunEntry& entry) {
  std::visit(
      Overload{
          [&](const BeginEntry& begin) {
            object.text("kind", "begin").text("protocol", kRunProtocol).text("run", begin.run);
            object.text("name", shown(begin.name)).text("version", shown(begin.version));
            object.text("profile", shown(begin.profile));
            if (!begin.made_by.empty()) object.text("made_by", shown(begin.made_by));
            if (begin.imported) object.raw("imported", to_json(*begin.imported));
            add_addresses(object, begin.addresses);
            add_settings(object, begin.in_force);
          },
          [&](const SettingsEntry& settings) {
            change(object, "settings").number("turn", static_cast<long long>(settings.turn));
            object.text("text", shown(settings.text));
            add_settings(object, settings.in_force);
          },
          [&](const SystemEntry& system) {
            change(object, "system").number("turn", static_cast<long long>(system.change.turn));
            object.text("sha256", system.change.sha256).text("cause", shown(system.change.cause));
            object.text("text", shown(system_text(system.change)));
          },
          [&](const NoteEntry& note) {
            std::vector<std::string> numbers;
            for (const int number : note.numbers) numbers.push_back(std::to_string(number));
            change(object, "note").number("turn", static_cast<long long>(note.turn));
            object.raw("numbers", json_array(numbers)).text("sha256", note.sha256);
            object.text("text", "turn " + std::to_string(note.turn) + ": a note of the operator");
          },
          [&](const RestartEntry& restart) {
            change(object, "restart").text("text", shown(restart.text));
          },
          [&](const ResumedEntry& resumed) {
            change(object, "resumed").text("text", shown(resumed.text));
            object.text("version", shown(resumed.version));
            add_addresses(object, resumed.addresses);
            add_settings(object, resumed.in_force);
          },
          [&](const WarningEntry& warning) {
            change(object, "warning").text("text", shown(warning.text));
          },
          [&](const AttemptEntry& attempt) {
            object.text("kind", "attempt").number("turn", static_cast<long long>(attempt.turn));
            object.number("attempt", static_cast<long long>(attempt.attempt));
            object.raw("request", id_json(attempt.request)).raw("after", id_json(attempt.after));
            object.text("witness", kWitnessNames[static_cast<std::size_t>(attempt.witness)]);
            object.boolean("delivered", attempt.delivered).boolean("usable", attempt.usable);
            TurnRow row = attempt.row;
            row.finished = shown(row.finished);
            row.finish_reason = cut_text(row.finish_reason, kMaxShownText);
            object.raw("row", row_members_json(row)).raw("files", to_json(attempt.files));
          },
          [&](const LostEntry& lost) {
            object.text("kind", "lost").number("turn", static_cast<long long>(lost.turn));
            object.number("attempt", static_cast<long long>(lost.attempt));
            object.raw("request", id_json(lost.request)).text("why", shown(lost.why));
            object.raw("file", lost.file ? to_json(*lost.file) : "null");
          },
          [&](const KeyframeEntry& keyframe) {
            object.text("kind", "keyframe").number("turn", static_cast<long long>(keyframe.turn));
            object.raw("files", to_json(keyframe.files));
          },
          [&](const PersonEntry& person) {
            object.text("kind", "person");
            object.text("what", person.took_over ? "took_over" : "gave_back");
            object.text("text", shown(person.text));
            if (!person.counts) return;
            object.number("clicks", static_cast<long long>(person.counts->clicks));
            object.number("keys", static_cast<long long>(person.counts->keys));
            object.number("texts", static_cast<long long>(person.counts->texts));
          },
          [&](const EndEntry& end) {
            object.text("kind", "end");
            if (end.finish) {
              object.text("reason", finish_reason_name(end.finish->reason));
              object.number("code", static_cast<long long>(exit_code(end.finish->reason)));
              object.text("text", shown(end.finish->text));
            } else {
              object.null("reason").number("code", 0LL).text("text", "");
            }
            object.raw("files", to_json(end.files));
          }},
      entry);
}

std::string to_line(const RunLine& line) {
  JsonObject object;
  object.number("seq", line.seq).text("time", line.time);
  add_members(object, line.entry);
  return object.text("previous", line.previous).finish();
}

// ---- Reading

static std::string read_sha256(MessageFields& fields, const std::string& pointer) {
  std::string sha256 = fields.text(pointer);
  if (!is_sha256_hex(sha256)) fields.fail(pointer, "64 hexadecimal digits");
  return sha256;
}

static std::string read_id(MessageFields& fields, const std::string& pointer) {
  std::string id = fields.optional_text(pointer).value_or("");
  if (!id.empty() && !is_request_id(id)) fields.fail(pointer, "16 hexadecimal digits, or null");
  return id;
}

static int read_number(MessageFields& fields, const std::string& pointer, int least, int most) {
  return static_cast<int>(fields.integer(pointer, least, most));
}
static int read_turn(MessageFields& fields) { return read_number(fields, "/turn", 1, kMaxTurn); }

static std::string read_shown(MessageFields& fields, const std::string& pointer) {
  std::string text = fields.text(pointer, "");
  if (text.size() > kMaxShownText)
    fields.fail(pointer, "at most " + std::to_string(kMaxShownText) + " bytes of text");
  return text;
}

LoggedFile read_logged_file(MessageFields& fields, const std::string& pointer, std::uint64_t most) {
  LoggedFile file;
  file.name = fields.text(pointer + "/name");
  file.bytes = static_cast<std::uint64_t>(
      fields.integer(pointer + "/bytes", 0, static_cast<std::int64_t>(most)));
  file.sha256 = read_sha256(fields, pointer + "/sha256");
  return file;
}

static LoggedFile read_file_entry(MessageFields& fields, const std::string& pointer) {
  const RunFilePlace::Kind kind = place_of(fields.text(pointer + "/name")).kind;
  if (!is_evidence(kind) && kind != RunFilePlace::Kind::growing && kind != RunFilePlace::Kind::sums)
    fields.fail(pointer + "/name", "the name of a run's file");
  return read_logged_file(fields, pointer, INT64_MAX);
}

static std::vector<LoggedFile> read_files(MessageFields& fields) {
  std::vector<LoggedFile> files;
  const std::size_t size = fields.size("/files");
  if (!fields.is_list("/files") || size > kMaxListedFiles)
    fields.fail("/files", "a list of at most " + std::to_string(kMaxListedFiles));
  for (std::size_t i = 0; i < size && fields.failure().empty(); ++i)
    files.push_back(read_file_entry(fields, "/files/" + std::to_string(i)));
  return files;
}

static SettingsInForce read_settings(MessageFields& fields) {
  SettingsInForce settings;
  if (fields.has("/settings_file")) {
    settings.file = read_file_entry(fields, "/settings_file");
    return settings;
  }
  for (const auto& [name, value] :
       {std::pair("/settings", &settings.settings), std::pair("/sources", &settings.sources)}) {
    if (fields.is_object(name)) {
      *value = fields.raw(name);
    } else {
      fields.fail(name, "an object");
    }
  }
  return settings;
}

Result<SettingsInForce> parse_settings_file(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  SettingsInForce settings = read_settings(parsed.value());
  if (!parsed.value().failure().empty()) return parsed.value().error();
  return settings;
}

static RunAddresses read_addresses(MessageFields& fields) {
  RunAddresses addresses;
  addresses.upstream = read_shown(fields, "/upstream");
  addresses.relay = read_shown(fields, "/relay");
  addresses.dashboard = read_shown(fields, "/dashboard");
  addresses.display = read_shown(fields, "/display");
  addresses.program = fields.texts("/program", kMaxProgramWords);
  return addresses;
}

static ImportedFrom read_imported(MessageFields& fields) {
  ImportedFrom imported;
  imported.file.name = read_shown(fields, "/imported/file");
  imported.file.bytes = static_cast<std::uint64_t>(fields.integer("/imported/bytes", 0, INT64_MAX));
  imported.file.sha256 = read_sha256(fields, "/imported/sha256");
  imported.format = read_shown(fields, "/imported/format");
  imported.agent = read_shown(fields, "/imported/agent");
  imported.agent_version = read_shown(fields, "/imported/agent_version");
  return imported;
}

static BeginEntry read_begin(MessageFields& fields) {
  fields.protocol(kRunProtocol);
  BeginEntry begin;
  begin.run = fields.text("/run");
  if (!is_run_id(begin.run)) fields.fail("/run", "1..64 letters, digits, _ or -");
  begin.name = read_shown(fields, "/name");
  begin.version = read_shown(fields, "/version");
  begin.profile = read_shown(fields, "/profile");
  begin.made_by = read_shown(fields, "/made_by");
  if (fields.has("/imported")) begin.imported = read_imported(fields);
  begin.addresses = read_addresses(fields);
  begin.in_force = read_settings(fields);
  return begin;
}

static RunEntry read_change(MessageFields& fields) {
  const std::string what = fields.text("/what");
  if (what == "settings")
    return SettingsEntry{read_turn(fields), read_shown(fields, "/text"), read_settings(fields)};
  if (what == "system")
    return SystemEntry{
        {read_turn(fields), read_sha256(fields, "/sha256"), read_shown(fields, "/cause")}};
  if (what == "note") {
    NoteEntry note;
    note.turn = read_turn(fields);
    const std::size_t size = fields.size("/numbers");
    if (size > kMaxNotes) fields.fail("/numbers", "a list of at most " + std::to_string(kMaxNotes));
    for (std::size_t i = 0; i < size && fields.failure().empty(); ++i)
      note.numbers.push_back(read_number(fields, "/numbers/" + std::to_string(i), 1, INT32_MAX));
    note.sha256 = read_sha256(fields, "/sha256");
    return note;
  }
  if (what == "restart") return RestartEntry{read_shown(fields, "/text")};
  if (what == "resumed")
    return ResumedEntry{read_shown(fields, "/text"), read_shown(fields, "/version"),
                        read_addresses(fields), read_settings(fields)};
  if (what == "warning") return WarningEntry{read_shown(fields, "/text")};
  fields.fail("/what", "a kind of change");
  return WarningEntry{};
}

static AttemptEntry read_attempt(MessageFields& fields) {
  AttemptEntry entry;
  entry.turn = read_turn(fields);
  entry.attempt = read_number(fields, "/attempt", 1, kMaxAttempt);
  entry.request = read_id(fields, "/request");
  entry.after = read_id(fields, "/after");
  const std::string witness = fields.text("/witness");
  const auto found = std::ranges::find(kWitnessNames, witness);
  if (found == kWitnessNames.end()) {
    fields.fail("/witness", "relay, self, client or imported");
  } else {
    entry.witness = static_cast<Witness>(found - kWitnessNames.begin());
  }
  entry.delivered = fields.boolean("/delivered", false);
  entry.usable = fields.boolean("/usable", false);
  entry.row = read_row(fields, "/row", entry.turn, entry.attempt);
  entry.files = read_files(fields);
  return entry;
}

static LostEntry read_lost(MessageFields& fields) {
  LostEntry lost;
  lost.turn = read_turn(fields);
  lost.attempt = read_number(fields, "/attempt", 1, kMaxAttempt);
  lost.request = read_id(fields, "/request");
  lost.why = read_shown(fields, "/why");
  if (fields.has("/file")) lost.file = read_file_entry(fields, "/file");
  return lost;
}

static PersonEntry read_person(MessageFields& fields) {
  PersonEntry person;
  person.took_over = fields.choice("/what", {"took_over", "gave_back"}) == "took_over";
  person.text = read_shown(fields, "/text");
  if (!fields.has("/clicks")) return person;
  const auto count = [&fields](const char* name) {
    return static_cast<int>(fields.integer(name, 0, INT32_MAX));
  };
  person.counts = PersonCounts{count("/clicks"), count("/keys"), count("/texts")};
  return person;
}

static EndEntry read_end(MessageFields& fields) {
  EndEntry end;
  if (fields.has("/reason")) end.finish = read_finish(fields, "");
  end.files = read_files(fields);
  return end;
}

static RunEntry read_entry(MessageFields& fields) {
  const std::string kind = fields.text("/kind");
  if (kind == "begin") return read_begin(fields);
  if (kind == "change") return read_change(fields);
  if (kind == "attempt") return read_attempt(fields);
  if (kind == "lost") return read_lost(fields);
  if (kind == "keyframe") return KeyframeEntry{read_turn(fields), read_files(fields)};
  if (kind == "person") return read_person(fields);
  if (kind == "end") return read_end(fields);
  fields.fail("/kind", "a kind of line");
  return WarningEntry{};
}

Result<RunLine> parse_run_line(std::string_view text) {
  if (text.size() >= kMaxLogLine)
    return Error{"more than " + std::to_string(kMaxLogLine) + " bytes", ErrorCode::too_large};
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  RunLine line;
  line.seq = fields.integer("/seq", 1, INT64_MAX);
  line.time = read_shown(fields, "/time");
  line.previous = read_sha256(fields, "/previous");
  line.entry = read_entry(fields);
  if (!fields.failure().empty()) return fields.error();
  return line;
}

std::vector<LoggedFile> files_of(const RunEntry& entry) {
  using Files = std::vector<LoggedFile>;
  const auto of_settings = [](const SettingsInForce& settings) {
    return settings.file ? Files{*settings.file} : Files();
  };
  return std::visit(
      Overload{[&](const BeginEntry& begin) { return of_settings(begin.in_force); },
               [&](const SettingsEntry& settings) { return of_settings(settings.in_force); },
               [&](const ResumedEntry& resumed) { return of_settings(resumed.in_force); },
               [](const SystemEntry&) { return Files(); }, [](const NoteEntry&) { return Files(); },
               [](const RestartEntry&) { return Files(); },
               [](const WarningEntry&) { return Files(); },
               [](const PersonEntry&) { return Files(); },
               [](const AttemptEntry& attempt) { return attempt.files; },
               [](const LostEntry& lost) { return lost.file ? Files{*lost.file} : Files(); },
               [](const KeyframeEntry& keyframe) { return keyframe.files; },
               [](const EndEntry& end) { return end.files; }},
      entry);
}

// ---- The chain

std::string LogChain::line(std::string time, RunEntry entry) const {
  return to_line(RunLine{next_seq(), std::move(time), last_sha256(), std::move(entry)});
}

Result<RunLine> LogChain::next(std::string_view text) const {
  Result<RunLine> line = parse_run_line(text);
  if (!line.ok()) return line;
  if (const Status follows = check_follows(line.value().seq, line.value().previous); !follows.ok())
    return follows.error();
  const bool is_begin = std::holds_alternative<BeginEntry>(line.value().entry);
  if (next_seq() == 1 && !is_begin) return Error{"/kind: the first line must be \"begin\""};
  return line;
}
}  // namespace franz
