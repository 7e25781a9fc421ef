#pragma once
// run.jsonl: the log of a run. One JSON object a line; each has "seq", "time", "kind", the members
// of its kind, and "previous", the SHA-256 of the line before (docs/run-format.md). A line is
// written when all files that it lists are on the disk, and nothing that it lists ever changes.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_row.h"
#include "common/wire/control_messages.h"

namespace franz {
inline constexpr const char* kRunProtocol = "franz.run.v3";
inline constexpr std::size_t kMaxLogLine = 64UL << 10U;  // bytes, with its LF
// Settings and their sources that are longer together are a file.
inline constexpr std::size_t kMaxInlineSettings = 32UL << 10U;
inline constexpr std::size_t kMaxListedFiles = 200;  // of one line
// Of a private display's program with its arguments; bytes: as JSON.
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

// The settings in force, as JSON: what settings_as_json() and sources_as_json() make. `file`: they
// are too long for a line; {"settings":…,"sources":…} is in that file.
struct SettingsInForce {
  std::string settings = "{}", sources = "{}";
  std::optional<LoggedFile> file = std::nullopt;
};
std::string settings_file_json(const SettingsInForce& settings);
Result<SettingsInForce> parse_settings_file(std::string_view json);

// How the recorder of a run is reached, and what shows it.
struct RunAddresses {
  std::string upstream, relay, dashboard;  // of an orchestrator alone only `upstream`
  std::string display;                     // kPrivateDisplay; empty: none was started for the run
  std::vector<std::string> program = {};   // that was shown there, and its arguments
};
// Failure: the program has more words, or longer ones, than a line of the log takes.
Status check_program(const std::vector<std::string>& program);

// ---- The kinds
struct BeginEntry {
  std::string run;      // the random id that requests carry: 1..64 letters, digits, _ or -
  std::string name;     // of the folder, when it was made
  std::string version;  // of FRANZ
  std::string profile;
  std::string made_by;  // "mcp_server": its turns are a client's calls; empty: proxy, orchestrator
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
};
// The settings from a turn on.
struct SettingsEntry {
  int turn = 0;
  std::string text;  // "config.ini:14: [model] temperature: 0.7 -> 0.2"; one of several
  SettingsInForce in_force = {};
};
// The system message from a turn on, by its digest.
struct SystemEntry {
  SystemChange change;
};
// A note of the operator that the turn's last message ended with.
struct NoteEntry {
  int turn = 0;
  std::vector<int> numbers;  // as the notes were given, from 1
  std::string sha256;        // of the text as the turn sent it
};
// The orchestrator was started again.
struct RestartEntry {
  std::string text;
};
// Another recorder goes on with the run.
struct ResumedEntry {
  std::string text, version;
  RunAddresses addresses = {};
  SettingsInForce in_force = {};
};
struct WarningEntry {
  std::string text;
};

enum class Witness : std::uint8_t {
  relay,   // the proxy saw the bytes pass
  self,    // an orchestrator recorded itself
  client,  // a client of mcp_server called
};
struct AttemptEntry {
  int turn = 0, attempt = 0;  // numbered by the recorder
  std::string request;        // the request's own id, 16 hexadecimal digits; empty: it has none
  std::string after;          // that of the request whose reply it goes on from; empty: none
  Witness witness = Witness::relay;
  bool delivered = false;  // the reply's last byte was written to a client that was still there
  bool usable = false;     // the reply is one that the orchestrator goes on with
  TurnRow row = {};
  std::vector<LoggedFile> files = {};
};
// A turn, or an attempt at it, that could not be recorded.
struct LostEntry {
  int turn = 0, attempt = 0;
  std::string request;  // empty: not known
  std::string why;
  std::optional<LoggedFile> file =
      std::nullopt;  // a Step (step_json.h): the reply, as far as known
};
// The canvas as it is before `turn` is made; what was drawn before is not known.
struct KeyframeEntry {
  int turn = 0;
  std::vector<LoggedFile> files;  // the picture, and the state of the sandbox
};
// The person at the screen; nothing of what that person did.
struct PersonEntry {
  bool took_over = true;  // false: gave it back
  std::string text;
};
struct EndEntry {
  std::optional<Finish> finish;   // nothing: the run was ended without one
  std::vector<LoggedFile> files;  // SHA256SUMS, canvas, states and logs as they are then
};
using RunEntry =
    std::variant<BeginEntry, SettingsEntry, SystemEntry, NoteEntry, RestartEntry, ResumedEntry,
                 WarningEntry, AttemptEntry, LostEntry, KeyframeEntry, PersonEntry, EndEntry>;

struct RunLine {
  long long seq = 0;
  std::string time;  // for people; `seq` orders
  std::string previous;
  RunEntry entry;
};

// The line without its LF. Texts are cut to kMaxShownText bytes of valid UTF-8.
std::string to_line(const RunLine& line);
// Failure: names the wrong member.
Result<RunLine> parse_run_line(std::string_view text);

// Every file that the line lists, in its order.
std::vector<LoggedFile> files_of(const RunEntry& entry);

// Where the chain of a log is: what the next line has in "seq" and "previous".
class LogChain {
 public:
  // The text of the next line, without its LF.
  std::string line(std::string time, RunEntry entry) const;
  // Goes on behind that line, which `line()` gave or next() accepted.
  void take(std::string_view text);
  // A line that was read. Failure: it does not follow, or is none; names why.
  Result<RunLine> next(std::string_view text) const;

  long long next_seq() const { return seq_ + 1; }
  // SHA-256 of the last line; 64 zeros before the first.
  const std::string& last_sha256() const { return previous_; }

 private:
  long long seq_ = 0;
  std::string previous_ = std::string(64, '0');
};
}  // namespace franz
