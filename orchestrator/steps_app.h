#pragma once
// steps.jsonl, read and written (common/run/steps_file.h). Only for a memory that needs all steps.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
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

  // The last of `steps` is over, of the turns 1, 2, …: adds its line and makes it durable. Where
  // the file is not as the call before left it (that failed, or somebody removed it), it is written
  // anew from all of them, so that what failed once is made good by the next one that succeeds.
  Status keep(std::span<const Step> steps);

 private:
  std::string run_dir_;
  std::optional<Folder> folder_;
  bool is_behind_ = false;              // the last call failed
  std::optional<std::uint64_t> bytes_;  // of the file; nothing: as load_steps() left it
};
}  // namespace franz::orchestrator
