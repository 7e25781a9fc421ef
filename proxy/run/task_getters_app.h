#pragma once
// Takes what a task's getters ask for, after the run.
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/settings/settings.h"
#include "proxy/tasks/score.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
struct GetterSources {
  const LoadedTask& task;
  const Settings& settings;
  PrivateDisplay* display;  // null: the sandbox
  std::string run_folder;
  std::string answer;     // the words with which the model ended the run
  bool answered = false;  // false: it has no such words
};

// What is on the screen is taken first. Then every program of the display is ended; the commands
// and files follow, so that nothing changes while they are read. Failure: something of ours failed,
// so there is no result.
Result<std::vector<GetterResult>> take_results(const GetterSources& sources);
}  // namespace franz::proxy
