#pragma once
// steps.jsonl, read and written (common/run/steps_file.h). Only for a memory that needs all steps.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/memory/memory.h"
#include "common/os/folder.h"
#include "common/run/run_dir_app.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// The steps up to the state's turn. What a kill left behind them is dropped from the file; missing
// ones are taken from the proxy's records and written. Failure: a turn has neither a line nor a
// record with its reply, or the file can be neither read nor written.
Result<std::vector<Step>> load_steps(const RunDir& run, const LoopState& state,
                                     const std::function<void(const std::string&)>& warn);

// The picture of a turn that is over, in base64. Failure: there is no such file, or another picture
// in it.
Result<std::string> load_picture(const RunDir& run, int turn, const PictureRef& picture);

class StepsStore {
 public:
  explicit StepsStore(std::string run_dir) : run_dir_(std::move(run_dir)) {}

  // Adds a line and makes it durable.
  Status append(const Step& step);

 private:
  std::string run_dir_;
  std::optional<Folder> folder_;
};
}  // namespace franz::orchestrator
