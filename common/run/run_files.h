#pragma once
// The names of a run folder's files, written and read. A name is read as a file of ours only if it
// is the very one that is written for these numbers.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include "common/wire/limits.h"

namespace franz {
// "0007": with zeros in front, at least `width` digits.
std::string padded(int number, std::size_t width);

// A run folder itself has the records, pictures, plans and batches of the turns 1 to 999; those of
// later turns lie in a folder for each thousand of them, a batch in that of its first turn. So no
// folder of a run has more than some thousand entries, however long the run is.
inline constexpr int kTurnsInAFolder = 1000;
inline constexpr const char* kTurnsFolder = "turns";
inline constexpr const char* kExchangeFolder = "exchange";
// The folder of these files of a turn: "turns/012" of turn 12345, "" of turns up to 999.
std::string folder_of_turn(int turn);

// The first attempt's name has no number, a later one's does: "turn_0007.json", "turn_0007-2.json",
// "turns/001/turn_1000.json".
std::string record_file(int turn, int attempt);
std::string picture_file(int turn, int attempt);  // "turn_0007.png"
std::string plan_file(int turn, int attempt);     // "turn_0007_plan.png", "turn_0007-2_plan.png"
std::string lost_file(int turn, int attempt);     // "lost_0007-1.json"
std::string keyframe_file(int turn, std::string_view end);  // "keyframe_0008.png"; "json"
std::string settings_file(long long seq);                   // "settings_00000012.json"
std::string exchange_file(int turn, int attempt,
                          std::string_view side);  // "exchange/000/0007-1.request"; "response"
std::string batch_file(int first, int last);       // "turns_0001_0015.json",
                                                   // "turns/001/turns_1006_1020.json"
inline constexpr int kBatchTurns = 15;
int first_of_batch(int turn);  // 1, 16, 31…

inline constexpr const char* kRunLog = "run.jsonl";
inline constexpr const char* kOldRunFile = "run.json";  // of version 2, which is refused
inline constexpr const char* kSumsFile = "SHA256SUMS";
inline constexpr const char* kStateFile = "state.json";
inline constexpr const char* kCanvasFile = "sandbox_canvas.bmp";
inline constexpr const char* kSandboxStateFile = "sandbox_state.json";
inline constexpr const char* kOrchestratorLog = "orchestrator.log";
inline constexpr const char* kProxyLog = "proxy.log";
inline constexpr const char* kLockFile = "proxy.lock";
inline constexpr const char* kStateLockFile = "orchestrator.lock";
inline constexpr const char* kUnlistedFolder = "unlisted";

// "agent_run_20260131_120000.log" at "2026-01-31T12:00:00.000Z": what went to the model and came
// back, as people read it.
std::string exchange_log_file(std::string_view utc_time);
// Such a name; one that was rotated has a number behind it and is none.
bool is_exchange_log(std::string_view name);

// What a name in a run folder stands for.
struct RunFilePlace {
  enum class Kind {
    record,
    picture,
    plan,  // the picture with the actions drawn on it that the operator was asked about
    request,
    response,
    lost,      // the reply of a turn that was not recorded
    keyframe,  // the canvas, or the state of the sandbox
    settings,
    batch,    // derived from records
    sums,     // derived from the log
    log,      // run.jsonl
    growing,  // all other logs, state and canvas: they change until the run ends
    passing,  // temporary files and locks: never listed
    unlisted,
    unknown,
  };
  Kind kind = Kind::unknown;
  int turn = 0;     // of evidence but settings; batch: its last turn
  int attempt = 0;  // record, picture, plan, lost, request, response
  int first = 0;    // batch
};
RunFilePlace place_of(std::string_view name);

// Whether it is evidence: a file that a line lists, and that never changes then.
bool is_evidence(RunFilePlace::Kind kind);

// The most bytes that a file of this name may have in a run folder: no longer one is read, nor
// written. Logs, SHA256SUMS and batches may be longer than a message; they are read piece by piece.
std::uint64_t max_run_file_bytes(std::string_view name);

// True for a batch of kBatchTurns turns, as it stands when they are over.
bool is_full_batch(std::string_view name);

// The turn whose file this is: its record, a picture or an exchange, by its name in the run folder;
// nothing for any other.
std::optional<int> turn_of_file(std::string_view name);
}  // namespace franz
