#pragma once
// state.json: replaced at once, made durable beside the executor's work.
#include <future>
#include <optional>
#include <string>
#include "common/os/folder.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
class StateStore {
 public:
  explicit StateStore(std::string run_dir) : run_dir_(std::move(run_dir)) {}

  // Replaces the file; making it durable goes on behind. Failure: the disk's words.
  Status store(const LoopState& state);
  // Waits until what was stored is durable.
  Status settle() { return syncing_.valid() ? syncing_.get() : Status(Done{}); }

 private:
  Status open_folder();

  std::string run_dir_;
  std::optional<Folder> folder_;
  std::future<Status> syncing_;
};
}  // namespace franz::orchestrator
