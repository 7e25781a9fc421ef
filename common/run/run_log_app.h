#pragma once
// Reads run.jsonl of a folder that anybody may have prepared, from its beginning or from where the
// last look ended: whoever follows a run that is being written reads each line once.
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
  // Gives each whole line that was not given yet; `on_line` returns false to end it. A line counts
  // if it ends in LF. Failure: run.jsonl cannot be read (ErrorCode::missing; other_version: the
  // folder has a run.json, it is of version 2), or a line does not parse or follow: "run.jsonl:
  // line 17: …". What came before was given.
  Status read(const RunDir& dir, const std::function<bool(const ReadRunLine&)>& on_line);

  const LogChain& chain() const { return chain_; }
  std::uint64_t end() const { return end_; }    // of the last whole line
  std::uint64_t torn() const { return torn_; }  // bytes after it, at the last look

 private:
  LogChain chain_;
  std::uint64_t end_ = 0, torn_ = 0;
};

// The whole log of a run as a story. Failure: as RunLogReader::read().
struct LoadedLog {
  RunStory story;
  LogChain chain;
  std::uint64_t end = 0, torn = 0;  // as in RunLogReader
};
Result<LoadedLog> load_log(const RunDir& dir);
// The same by a folder's path. Failure: also as RunDir::open().
Result<LoadedLog> load_log(const std::string& folder);
// The first line that says what the run is, and the settings in force at the end of the log.
Result<RunFacts> read_facts(const std::string& folder);

// The settings of a line, read from their file where they have one. Failure: it cannot be read, or
// is not what the line lists.
Result<SettingsInForce> settings_of(const RunDir& dir, const SettingsInForce& listed);

// The record of an attempt. Failure: it cannot be read, or is of another turn or attempt.
Result<TurnRecord> read_turn_record(const RunDir& dir, int turn, int attempt);
// What is known of a lost attempt with a reply. Failure: as there.
Result<Step> read_lost_step(const RunDir& dir, int turn, int attempt);
}  // namespace franz
