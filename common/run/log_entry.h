#pragma once
// run.jsonl: the log of a run. One JSON object per line, with "seq", "time", "kind", the members of
// its kind, and "previous", the SHA-256 of the line before (docs/run-format.md). A line is written
// after all files that it lists are on the disk. Listed files never change.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/hash_chain.h"
#include "common/run/turn_row.h"
#include "common/wire/control_messages.h"
#include "common/wire/person_input.h"

namespace franz {
class MessageFields;
inline constexpr const char* kRunProtocol = "franz.run.v3";
inline constexpr std::size_t kMaxLogLine = 64UL << 10U;  // bytes, with its LF
// Settings and their sources that are longer together go into a file.
inline constexpr std::size_t kMaxInlineSettings = 32UL << 10U;
inline constexpr std::size_t kMaxListedFiles = 200;  // per line
// Limits of a private display's program with its arguments; bytes: as JSON.
inline constexpr std::size_t kMaxProgramWords = 1000, kMaxProgramBytes = 16UL << 10U;
inline constexpr const char* kPrivateDisplay = "private";

// A file of the run folder that a line lists.
struct LoggedFile {
  std::string name;         // its parts joined by /
  std::uint64_t bytes = 0;  // its length
  std::string sha256;       // 64 hexadecimal digits, lower case
  friend bool operator==(const LoggedFile&, const LoggedFile&) = default;
};
LoggedFile logged_file(std::string name, std::string_view bytes);
// {"name":"…","bytes":12,"sha256":"…"}, and a list of them.
std::string to_json(const LoggedFile& file);
std::string to_json(const std::vector<LoggedFile>& files);
// Reads that object at `pointer`, whatever its name means. Failure, in `fields`: more than `most`
// bytes, or no digest.
LoggedFile read_logged_file(MessageFields& fields, const std::string& pointer, std::uint64_t most);

// The settings in force, as JSON from settings_as_json() and sources_as_json(). `file`: set if they
// are too long for a line; it contains {"settings":…,"sources":…}.
struct SettingsInForce {
  std::string settings = "{}", sources = "{}";
  std::optional<LoggedFile> file = std::nullopt;
};
std::string settings_file_json(const SettingsInForce& settings);
// Moves settings that are too long for line `seq` to their file. Returns its bytes; null: they fit.
std::shared_ptr<const std::string> move_to_file(SettingsInForce& settings, long long seq);
Result<SettingsInForce> parse_settings_file(std::string_view json);

// How the recorder of a run is reached, and which program shows the run.
struct RunAddresses {
  std::string upstream, relay, dashboard;  // an orchestrator that runs alone has only `upstream`
  // kPrivateDisplay, or the address of a screen behind a bridge: "vnc://HOST:PORT", "wayland-1";
  // empty: neither.
  std::string display;
  std::vector<std::string> program = {};  // shown on that display, with its arguments
};
// Failure: the program has more or longer words than a log line may hold.
Status check_program(const std::vector<std::string>& program);

// The file that `proxy import` made a run from, in JSON
//   {"file":"trajectory.json","bytes":12,"sha256":"…","format":"ATIF-v1.7","agent":"terminus",
//    "agent_version":"1.0"}
// The texts are display copies of what the file says.
struct ImportedFrom {
  LoggedFile file;  // its name without folders; it is not in the run's folder
  std::string format;
  std::string agent, agent_version;  // the program that wrote it
  friend bool operator==(const ImportedFrom&, const ImportedFrom&) = default;
};
std::string to_json(const ImportedFrom& imported);

// ---- The kinds
inline constexpr const char* kMadeByServer = "mcp_server";
struct BeginEntry {
  std::string run;      // the random id in requests: 1..64 letters, digits, _ or -
  std::string name;     // of the folder when it was created
  std::string version;  // of FRANZ
  std::string profile;
  std::string made_by;  // kMadeByServer: turns are a client's calls; empty: proxy, orchestrator
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
  // The run was made from another program's file; nothing: it was recorded.
  std::optional<ImportedFrom> imported = std::nullopt;
};
// The settings that apply from a turn on.
struct SettingsEntry {
  int turn = 0;
  std::string text;  // "config.ini:14: [model] temperature: 0.7 -> 0.2"; one entry per change
  SettingsInForce in_force = {};
};
// The system message that applies from a turn on, by its digest.
struct SystemEntry {
  SystemChange change;
};
// A note of the operator at the end of the turn's last message.
struct NoteEntry {
  int turn = 0;
  std::vector<int> numbers;  // as numbered for the operator, from 1
  std::string sha256;        // of the text as the turn sent it
};
// The orchestrator was restarted.
struct RestartEntry {
  std::string text;
};
// Another recorder continues the run.
struct ResumedEntry {
  std::string text, version;
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
};
struct WarningEntry {
  std::string text;
};

enum class Witness : std::uint8_t {
  relay,     // the proxy saw the bytes pass
  self,      // an orchestrator recorded itself
  client,    // a client of mcp_server called
  imported,  // no program of ours: the turn is from another program's file
};
struct AttemptEntry {
  int turn = 0, attempt = 0;  // numbered by the recorder
  std::string request;        // the request's own id, 16 hexadecimal digits; empty: none
  std::string after;          // id of the request whose reply it follows; empty: none
  Witness witness = Witness::relay;
  bool delivered = false;  // the reply's last byte was written to a connected client
  bool usable = false;     // the orchestrator continues from this reply
  TurnRow row = {};
  std::vector<LoggedFile> files = {};
};
// A turn, or an attempt at one, that could not be recorded.
struct LostEntry {
  int turn = 0, attempt = 0;
  std::string request;  // empty: unknown
  std::string why;
  std::optional<LoggedFile> file =
      std::nullopt;  // a Step (step_json.h): the reply, as far as known
};
// The canvas before `turn`; what was drawn earlier is unknown.
struct KeyframeEntry {
  int turn = 0;
  std::vector<LoggedFile> files;  // the picture, and the sandbox's state
};
// A person at the screen, or on the dashboard, took it over or gave it back. Nothing that the
// person did is recorded.
struct PersonEntry {
  bool took_over = true;  // false: gave it back
  std::string text;
  // What was sent from the dashboard, when it is given back. Nothing: the person was at the screen.
  std::optional<PersonCounts> counts = std::nullopt;
};
struct EndEntry {
  std::optional<Finish> finish;   // nothing: the run ended without one
  std::vector<LoggedFile> files;  // SHA256SUMS, canvas, states and logs at that time
};
using RunEntry =
    std::variant<BeginEntry, SettingsEntry, SystemEntry, NoteEntry, RestartEntry, ResumedEntry,
                 WarningEntry, AttemptEntry, LostEntry, KeyframeEntry, PersonEntry, EndEntry>;

struct RunLine {
  long long seq = 0;
  std::string time;  // for people; `seq` defines the order
  std::string previous;
  RunEntry entry;
};

// The line without its LF. Texts are cut to kMaxShownText bytes of valid UTF-8.
std::string to_line(const RunLine& line);
// Failure: names the wrong member.
Result<RunLine> parse_run_line(std::string_view text);

// Every file that the line lists, in order.
std::vector<LoggedFile> files_of(const RunEntry& entry);

// The end of a run's log: its chain, and the lines that may follow.
class LogChain : public HashChain {
 public:
  // The text of the next line, without its LF.
  std::string line(std::string time, RunEntry entry) const;
  // Parses a line that was read. Failure: it is malformed or does not follow; says why.
  Result<RunLine> next(std::string_view text) const;
};
}  // namespace franz
