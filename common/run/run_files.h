#pragma once
// Writes and parses the names of a run folder's files. A name is accepted only if it is exactly
// what we write for these numbers.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include "common/wire/limits.h"

namespace franz {
// "0007": padded with zeros to at least `width` digits.
std::string padded(int number, std::size_t width);

// The run folder itself contains the records, pictures, plans and batches of the turns 1 to 999.
// Each thousand of later turns has a subfolder; a batch is in that of its first turn. So no folder
// of a run has more than a few thousand entries, however long the run is.
inline constexpr int kTurnsInAFolder = 1000;
inline constexpr const char* kTurnsFolder = "turns";
inline constexpr const char* kExchangeFolder = "exchange";
// The folder of these files of a turn: "turns/012" of turn 12345, "" of turns up to 999.
std::string folder_of_turn(int turn);

// Names of a first attempt have no attempt number, later ones do: "turn_0007.json",
// "turn_0007-2.json", "turns/001/turn_1000.json".
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
inline constexpr const char* kOldRunFile = "run.json";  // of version 2, which is rejected
inline constexpr const char* kSumsFile = "SHA256SUMS";
inline constexpr const char* kStateFile = "state.json";
inline constexpr const char* kCanvasFile = "sandbox_canvas.bmp";
inline constexpr const char* kSandboxStateFile = "sandbox_state.json";
inline constexpr const char* kOrchestratorLog = "orchestrator.log";
inline constexpr const char* kProxyLog = "proxy.log";
inline constexpr const char* kLockFile = "proxy.lock";
inline constexpr const char* kStateLockFile = "orchestrator.lock";
inline constexpr const char* kInputStopFile = "input_stopped";  // input_stop_app.h
// Of a trial (docs/scores.md): the task's file, byte for byte, and its result.
inline constexpr const char* kTaskFile = "task.json";
inline constexpr const char* kTaskResultFile = "task_result.json";
inline constexpr const char* kUnlistedFolder = "unlisted";

// "getter_3a7b…": what a getter of a trial's task returned. `sha256`: of its bytes.
std::string getter_file(std::string_view sha256);

// "agent_run_20260131_120000.log" at "2026-01-31T12:00:00.000Z": the readable exchange.
std::string exchange_log_file(std::string_view utc_time);
// Whether it is such a name; a rotated one, with a number at the end, is not.
bool is_exchange_log(std::string_view name);

// The meaning of a name in a run folder.
struct RunFilePlace {
  enum class Kind {
    record,
    picture,
    plan,  // picture with the drawn actions for the operator's approval
    request,
    response,
    lost,      // the reply of a turn that was not recorded
    keyframe,  // the canvas, or the state of the sandbox
    settings,
    batch,    // derived from records
    sums,     // derived from the log
    log,      // run.jsonl
    growing,  // other logs, state, canvas, a trial's files: they change until the run ends
    passing,  // temporary files, locks and kInputStopFile: never listed
    unlisted,
    unknown,
  };
  Kind kind = Kind::unknown;
  int turn = 0;     // of evidence except settings; for a batch its last turn
  int attempt = 0;  // record, picture, plan, lost, request, response
  int first = 0;    // batch
};
RunFilePlace place_of(std::string_view name);

// Whether it is evidence: a file that a log line lists and that never changes afterwards.
bool is_evidence(RunFilePlace::Kind kind);

// Maximum size in bytes of a file with this name, for reading and writing. Logs, SHA256SUMS and
// batches may be longer than a message; they are read in pieces.
std::uint64_t max_run_file_bytes(std::string_view name);

// Whether it is a batch of kBatchTurns turns, which is final when these are over.
bool is_full_batch(std::string_view name);

// The turn that a record, picture or exchange file belongs to, by its name in the run folder;
// nothing for other files.
std::optional<int> turn_of_file(std::string_view name);
}  // namespace franz
