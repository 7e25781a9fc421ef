#pragma once
// state.json: replaced at once, and made durable before or beside the executor's work.
#include <future>
#include <optional>
#include <string>
#include "common/os/folder.h"
#include "common/wire/state_file.h"

namespace franz::orchestrator {
// What becomes of a state that a full disk has no room for.
enum class WhenFull { not_stored, in_place };

class StateStore {
 public:
  // `durability`: synced: where nothing may be done twice, no power cut leaves a file that is
  // empty, which some file systems make of one that was replaced and not synced before.
  // `when_full`: in_place, where buffered: as replace_text().
  StateStore(std::string run_dir, Durability durability, WhenFull when_full)
      : run_dir_(std::move(run_dir)), durability_(durability), when_full_(when_full) {}

  // Replaces the file; making it durable goes on behind, where it is not at once. Failure: the
  // disk's words.
  Status store(const LoopState& state);
  // Waits until what was stored is durable.
  Status settle() { return syncing_.valid() ? syncing_.get() : Status(Done{}); }

 private:
  Status open_folder();

  std::string run_dir_;
  Durability durability_;
  WhenFull when_full_;
  std::optional<Folder> folder_;
  std::future<Status> syncing_;
};
}  // namespace franz::orchestrator
