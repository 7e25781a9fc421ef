#pragma once
// Reads run.jsonl of an untrusted folder from its beginning, or from where the last read() ended.
// So a program that follows a growing run reads each line once.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_story.h"
#include "common/run/step_json.h"
#include "common/run/turn_record.h"

namespace franz {
struct ReadRunLine {
  RunLine line;
  std::string_view text;     // without its LF
  std::uint64_t offset = 0;  // of its first byte
};

class RunLogReader {
 public:
  // Passes on each complete line that is new; `on_line` returns false to stop. A line is complete
  // if it ends in LF. Failure: run.jsonl cannot be read (ErrorCode::missing; other_version: the
  // folder has a run.json, so it is of version 2), or a line does not parse or follow: "run.jsonl:
  // line 17: …". Earlier lines were passed on.
  Status read(const RunDir& dir, const std::function<bool(const ReadRunLine&)>& on_line);

  const LogChain& chain() const { return chain_; }
  std::uint64_t end() const { return end_; }    // of the last complete line
  std::uint64_t torn() const { return torn_; }  // bytes after it, as of the last read()

 private:
  LogChain chain_;
  std::uint64_t end_ = 0, torn_ = 0;
};

// The story of a run's whole log. Failure: as RunLogReader::read().
struct LoadedLog {
  RunStory story;
  LogChain chain;
  std::uint64_t end = 0, torn = 0;  // as in RunLogReader
};
Result<LoadedLog> load_log(const RunDir& dir);
// The same for a folder's path. Failure: also as RunDir::open().
Result<LoadedLog> load_log(const std::string& folder);
// What the log says about the run, with the settings in force at its end.
Result<RunFacts> read_facts(const std::string& folder);

// The settings of a line, read from their file if they have one. Failure: the file cannot be read
// or is not the listed one.
Result<SettingsInForce> settings_of(const RunDir& dir, const SettingsInForce& listed);

// The record of an attempt. Failure: it cannot be read, or belongs to another turn or attempt.
Result<TurnRecord> read_turn_record(const RunDir& dir, int turn, int attempt);
// The step of a lost attempt with a reply. Failure: as above.
Result<Step> read_lost_step(const RunDir& dir, int turn, int attempt);
}  // namespace franz
