#pragma once
// Recorded runs: finding one, and reading what a program needs to go on with it.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/known_turns.h"
#include "common/run/reply_marks.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_file.h"
#include "common/run/turn_record.h"

namespace franz {
// A run as an earlier proxy left it.
struct LoadedRun {
  RunFile run;
  KnownTurns known;
  std::vector<TurnRow> rows;
  ReplyMarks marks;
  std::optional<Finish> finished;     // there is a turn that the run finished with
  std::vector<std::string> problems;  // what could not be read, each with the reason
};

// Fails where the folder holds what a proxy cannot go on with: links, special files, folders in the
// place of files, files with a second name that would be written on; names the first of them and
// how many more there are. Fails where SHA256SUMS cannot be read (read_sums()). Nothing is written.
Status check_may_resume(const RunDir& dir);

// Whether a run may begin in a folder that has no run.json: only where nothing lies that is not a
// run's, for all that lies there becomes the run's, and temporary files are removed. Failure: names
// the first stranger.
Status check_may_begin(const RunDir& dir);

// `go_on` is asked before each record, and ends the reading by false. Failure: no folder, no
// run.json that can be read, or the reading was ended.
Result<LoadedRun> load_run(const std::string& folder, const std::function<bool()>& go_on = {});

// The same of a folder without run.json: what is known of its turns, and of the run nothing.
Result<LoadedRun> load_turns(const std::string& folder, const std::function<bool()>& go_on = {});

// The folder of the run that `name` means: a folder with a run.json (whatever that is), the name of
// one in `runs_folder`, or "latest" for the newest there. No slash at its end. Failure: there is
// none; says where it was looked for.
Result<std::string> find_run(const std::string& runs_folder, const std::string& name);
}  // namespace franz
